import type { PictureProcessMessage, PictureTask } from '../../content/pictures/picture-task';
import type { StandbyCopyProblem } from '../../../shared/standby-copy';
import type { CopyProgress } from '../../standby/copy/copy-progress';

/** What the program sends to the process of a copy. The first message says what it does. */
export type ToStandbyProcess =
  /**
   * Sync the copy in this folder with the host of a link, and host the community with these flags if the witness lets
   * this computer take over. `log` is the lowest level that is logged.
   */
  | { type: 'follow'; folder: string; link: string; argv: string[]; log: string }
  /** Host the community of a folder with these flags; `isNew` makes the folder of a standby that of a host first. */
  | { type: 'host'; argv: string[]; isNew: boolean }
  /** Turn the folder of a replaced host into that of a standby, and sync it. */
  | { type: 'rejoin'; folder: string; argv: string[]; log: string }
  /** End cleanly. */
  | { type: 'stop' }
  | { type: 'picture'; id: number; message: PictureProcessMessage | null };

/** What the process of a copy sends to the program. */
export type FromStandbyProcess =
  | { type: 'progress'; progress: CopyProgress }
  /** The host doesn't want this copy, or the community cannot be hosted from here: the process ends. */
  | { type: 'refused'; problem: StandbyCopyProblem }
  /** The community is hosted here, and shared at these `HOST:PORT`. Sent again and again. */
  | { type: 'hosting'; addresses: string[] }
  /** Another computer took over while this one was away. Sent again and again. */
  | { type: 'superseded'; newHost: string }
  /** A picture process is needed: utility processes can't start processes. */
  | { type: 'picture'; id: number; action: 'start' | 'kill' }
  | { type: 'picture'; id: number; action: 'run'; task: PictureTask };

/** A running process of a copy. */
export interface StandbyProcess {
  send: (message: ToStandbyProcess) => void;
  /** Kills it at once. */
  kill: () => void;
}

/** Starts the process of a copy; `onExit` is called once. */
export type StartStandbyProcess = (
  modulePath: string,
  listener: { onMessage: (message: FromStandbyProcess) => void; onExit: () => void },
) => StandbyProcess;
