import type { HostMessage } from '../messages';
import type { StandbyRecord } from './standby-folder';

/** The host doesn't want this standby (any more): trying again is of no use. */
export class StandbyRefusedError extends Error {
  override readonly name = 'StandbyRefusedError';
  readonly reason: StandbyRefusalReason;

  constructor(reason: StandbyRefusalReason) {
    super(REFUSALS[reason]);
    this.reason = reason;
  }
}

/** The host doesn't hand the community over, and goes on. */
export class MoveRefusedError extends Error {
  override readonly name = 'MoveRefusedError';
  readonly reason: MoveRefusalReason;

  constructor(reason: MoveRefusalReason) {
    super(NOT_MOVED[reason]);
    this.reason = reason;
  }
}

/** Why the host of a standby refused it. */
export function refusalOf(
  reason: RefusalReason,
  { isPaired }: Pick<StandbyRecord, 'isPaired'>,
): StandbyRefusedError {
  return new StandbyRefusedError(reason === 'link' && isPaired ? 'replaced' : reason);
}

type RefusalReason = Extract<HostMessage, { type: 'refused' }>['reason'];

/** `replaced`: the host had accepted this standby before. */
export type StandbyRefusalReason = RefusalReason | 'replaced';

const REFUSALS: Record<StandbyRefusalReason, string> = {
  link: 'This link has expired or was already used. Ask the owner for a new one.',
  busy: 'The host can’t reach its witness, which has to approve a new standby. Try again later, or remove the witness in Settings, Standby.',
  version: 'The host runs another version of Courtyard. Update both to the same version.',
  replaced:
    'The host no longer has this standby: the owner removed it or paired another one. Ask the owner for a new link.',
};
type MoveRefusalReason = Extract<HostMessage, { type: 'notMoved' }>['reason'];

const NOT_MOVED: Record<MoveRefusalReason, string> = {
  behind: 'The copy isn’t up to date yet, so the community wasn’t moved. Try again in a minute.',
  slow: 'Moving took more than five seconds, so the community wasn’t moved. Try again when the connection is better.',
  superseded: 'The community has already been moved to another computer.',
  newer:
    'The host runs a newer Courtyard, so the community wasn’t moved. Update Courtyard on this computer, then try again.',
  failed: 'The host couldn’t move the community and is still running it. See its log.',
};
