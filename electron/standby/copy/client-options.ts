import type { Logger } from 'pino';
import type { CopyProgress } from './copy-progress';
import type { HostMessage, WitnessDescription } from '../messages';
import type { StandbyFolder } from './standby-folder';

/** The folder of a StandbyClient, what it asks the host for, and what it reports. */
export interface StandbyClientOptions {
  folder: StandbyFolder;
  /** The one-time code of the link. */
  code: string;
  /** Asks the host for the community once nothing is behind: the `HOST:PORT` where it will be hosted. */
  move?: { addresses: string[] };
  /** Called with the community's name when nothing is behind, once. */
  onInStep: (name: string) => void;
  /**
   * Called with the term in which this machine is the host from now on, because the host is gone and the witness
   * agrees: `run` ends. Without it, this standby never takes over automatically.
   */
  onGrant?: (term: number) => void;
  /** Called when the witness is another one than before, or none any more. */
  onWitness?: (witness: WitnessDescription | null) => void;
  /** Called whenever more of the copy is here, and when the host comes or goes. */
  onProgress?: (progress: CopyProgress) => void;
  logger: Logger;
}

/** The host handed the community over: the term in which it is hosted here, and the last event before. */
export type Handover = Pick<Extract<HostMessage, { type: 'handover' }>, 'term' | 'seq'>;
