import type { TLSSocket } from 'node:tls';
import type { Logger } from 'pino';
import type { HostingGate } from './hosting-gate';
import type { MessageStream } from '../message-stream';
import type { HostMessage, StandbyMessage } from '../messages';

/** What a newer host says to the one before it. */
type SuccessorNotice = Extract<StandbyMessage, { type: 'superseded' }>;

/**
 * Takes a notice that another machine hosts the community now: it counts if the connection shows a certificate that the
 * community's key signed for a later term. This host writes nothing from then on, which is on the disk when it
 * resolves. Returns whether it counts.
 */
async function takeNotice(
  socket: TLSSocket,
  { name, addresses, urls, certificate, seq }: SuccessorNotice,
  { gate, key, term, logger }: NoticeOptions,
): Promise<boolean> {
  const { identifyPeer: identify } = await import('../../identity/certificate');
  const { signer, term: newTerm } = identify(socket);
  if (signer !== key) return false;
  const { successor } = gate;
  if (newTerm <= term || newTerm < (successor?.term ?? 0)) return false;
  // After a move its notice brings nothing but its current addresses.
  const known =
    successor?.term === newTerm ? successor : { how: 'takeover' as const, ended: null, schema: 0, seq };
  await gate.supersede({ ...known, name, term: newTerm, addresses, urls, certificate });
  logger.warn({ name }, 'the community is hosted on another machine now');
  return true;
}

/** Takes a notice, tells the newer host if it counts, and closes the connection. */
export async function answerNotice(
  { socket, stream }: { socket: TLSSocket; stream: MessageStream<HostMessage, StandbyMessage> },
  notice: SuccessorNotice,
  options: NoticeOptions,
): Promise<void> {
  if (await takeNotice(socket, notice, options)) await stream.send({ type: 'noted' });
  await stream.end();
}

interface NoticeOptions {
  gate: HostingGate;
  /** Fingerprint of the community's key. */
  key: string;
  /** The term of this host. */
  term: number;
  logger: Logger;
}
