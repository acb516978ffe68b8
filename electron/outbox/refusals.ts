import { AppError } from '../../shared/errors';

/** Thrown for a command that refers to what a refused command would have made. */
export class DependencyRefusedError extends AppError {
  /** The key of the refused command. */
  readonly refusedWith: string;

  constructor(refusedWith: string) {
    super('not_found', DEPENDENCY_REFUSED);
    this.refusedWith = refusedWith;
  }
}

/** Why a command is refused that refers to what a refused one would have made. */
export function dependencyRefused(): AppError {
  return new AppError('not_found', DEPENDENCY_REFUSED);
}

/** What is said of commands that can't be stored, changed or sent. */
export const REFUSALS = {
  discarded: 'This depends on something that was discarded before it was sent. Discard this too.',
  unknownId:
    'This depends on something that was sent but can’t be found any more. Discard this and do it again.',
  beingSent: 'This is being sent right now. Try again in a moment.',
  alreadyGone: 'This is no longer in the outbox: it was sent or discarded.',
  diskFull: "This computer's disk is full, so this could not be saved. Free some space and try again.",
  notStored: 'This could not be saved on this computer. Try again.',
  noRoom:
    "This computer's disk has no room to keep this file until the host is back. Free some space, or try again when the host is back.",
  bytesLost: 'The file can no longer be read on this computer. Discard this, and upload the file again.',
} as const;

const DEPENDENCY_REFUSED =
  'This depends on something that couldn’t be sent. Edit or retry that first, and this is sent with it.';
