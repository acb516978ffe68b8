import type { TLSSocket } from 'node:tls';
import type { HostingGate } from './hosting-gate';
import type { StandbyMessage } from '../messages';

/** What a newer host says to the one before it. */
export type SuccessorNotice = Extract<StandbyMessage, { type: 'superseded' }>;

/**
 * Takes a notice that another machine hosts the community now: it counts if the connection shows a certificate that the
 * community's key signed for a later term. This host writes nothing from then on, which is on the disk when it
 * resolves. Returns whether it counts.
 */
export async function takeNotice(
  socket: TLSSocket,
  { name, addresses, urls, certificate, seq }: SuccessorNotice,
  { gate, key, term }: { gate: HostingGate; key: string; term: number },
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
  return true;
}
