import { hostname } from 'node:os';
import { connectTls } from '../../remote/tls-connection';
import type { StandbyLink } from '../link';
import { MessageStream } from '../message-stream';
import { HostMessage, PROTOCOL, type StandbyMessage } from '../messages';

/** The host doesn't want this witness. */
export class WitnessRefusedError extends Error {
  override readonly name = 'WitnessRefusedError';
}

/**
 * Introduces a witness, which waits at `addresses`, to the host of a link; returns the community's name. Throws
 * WitnessRefusedError if the host refuses, and another error if it can't be reached.
 */
export async function pairWitness(
  link: StandbyLink,
  certificate: { key: string; cert: string },
  addresses: string[],
): Promise<string> {
  const { socket } = await connectToHost(link, certificate);
  const stream = new MessageStream<StandbyMessage, HostMessage>(socket, HostMessage, 0);
  const timer = setTimeout(() => stream.close(), ANSWER_MS);
  try {
    const name = hostname().slice(0, 255);
    await stream.send({ type: 'pairWitness', protocol: PROTOCOL, code: link.code, name, addresses });
    const answer = await stream.received().next();
    const message = answer.done ? null : answer.value.message;
    if (message?.type === 'paired') return message.name;
    if (message?.type === 'refused') throw new WitnessRefusedError(REFUSALS[message.reason]);
    throw new Error('The host has not answered. Start the witness again with the same link.');
  } finally {
    clearTimeout(timer);
    stream.close();
  }
}

/** Connects to whichever address leads to the host of the link's community. */
async function connectToHost({ addresses, key }: StandbyLink, certificate: { key: string; cert: string }) {
  for (const address of addresses) {
    const reached = await connectTls(address, certificate).catch(() => null);
    if (reached?.signer === key) return reached;
    reached?.socket.destroy();
  }
  throw new Error('The host of this link cannot be reached. It must be running, and its port open.');
}

const REFUSALS: Record<Extract<HostMessage, { type: 'refused' }>['reason'], string> = {
  link: 'This link has expired or was already used. Ask the owner for a new one.',
  version: 'The host runs another version of Courtyard. Update both to the same version.',
  busy: 'The host can’t reach its current witness, which this one would replace. Remove it in Settings, Standby first.',
};
const ANSWER_MS = 15_000;
