import type { z } from 'zod';
import type { S3Address } from '../content/s3/s3-address';

/**
 * The program's settings. Each is taken from its flag, else the environment, else the settings file, else its
 * default.
 */
export interface Settings {
  /** Absolute path of the data folder. */
  data: string;
  /** Port to listen on; 0 selects a free one. */
  port: number;
  /** Address to listen on. */
  host: string;
  /** URL of the PostgreSQL database that several hosts share; null for SQLite in the data folder. */
  database: string | null;
  /** The bucket that holds the stored contents of hosts on PostgreSQL; null for the data folder. */
  content: S3Address | null;
  /** Where to listen for health checks and Prometheus; null for nowhere. */
  operations: { host: string; port: number } | null;
  /** Lowest level that is logged. */
  log: LogLevel;
  /** Rounds of the proof of work required for a registration. */
  captchaCost: number;
  /** Mail server: smtp:// or smtps:// with credentials; null for local mail. */
  smtp: string | null;
  /** The sender of mail. */
  mailFrom: string;
  /** Additional names or addresses of the community, in lower case and without port. */
  hosts: string[];
  /** Other web origins whose pages may call the API. */
  origins: string[];
  /** Addresses and networks of proxies whose X-Forwarded-For is trusted. */
  trustProxy: string[];
  /**
   * Whether the community is shared on the network, on which port, and also without TLS; null leaves it to its owner.
   */
  share: boolean | null;
  sharePort: number | null;
  sharePlain: boolean | null;
  /** The port on which the host waits for its standby, or a witness for both; null for a free one. */
  standbyPort: number | null;
  /** Sends nothing to the network by itself: no announcements, no searches. */
  quiet: boolean;
  /** Who may register in a newly created community; null uses the community's own setting. */
  registration: 'open' | 'invite' | 'closed' | null;
  /** About how many messages a new demo community has. */
  demoMessages: number;
  /** Maximum bytes of a photo, track, file and video; maximum bytes and number of all contents of a person. */
  photoLimit: number;
  trackLimit: number;
  fileLimit: number;
  videoLimit: number;
  quota: number;
  quotaItems: number;
  /**
   * Absolute path of the folder to which the community is backed up, and its passphrase; null leaves it to the owner.
   */
  backupFolder: string | null;
  backupPassphrase: string | null;
  /** Https URL of program updates; null disables them. */
  updates: string | null;
  /** Reads all stored contents, prints what is damaged or missing, and exits. */
  verify: boolean;
  /** Replaces the data with this backup (name, folder or backup folder) and exits; null for none. */
  restore: string | null;
  /** Of a backup folder, restores the newest backup up to this date; null for the newest. */
  restoreDate: string | null;
  /** Moves the community of this data folder into the empty PostgreSQL database, and exits; null for none. */
  import: string | null;
  /** Moves the community from the PostgreSQL database into this new data folder, and exits; null for none. */
  export: string | null;
  /** Rebuilds damaged indexes of the database, prints what cannot be repaired, and exits. */
  repair: boolean;
  /**
   * Keeps a copy of the community whose host made this link, instead of hosting one; "" for the one that the data
   * folder belongs to; null for none.
   */
  standby: string | null;
  /**
   * Is the witness of the community whose host made this link; "" for the one that the data folder belongs to; null for
   * none.
   */
  witness: string | null;
  /** Removes the witness of a host that is stopped, and exits. */
  removeWitness: boolean;
  /** Hosts the community from the folder of its standby, which its host hands over if it answers. */
  promote: boolean;
  /** Prints a code that lets the owner choose a new password, and exits. */
  resetOwner: boolean;
}

type LogLevel = (typeof LOG_LEVELS)[number];

/** Definition of a setting. */
export interface Setting {
  schema: z.ZodType;
  /** What a valid value is, after "must be". */
  expects: string;
  /** Placeholder for its value in `--help`; "" for a flag without one. */
  valueName: string;
  /** Whether the flag may stand without its value, which is "" then. */
  isValueOptional?: true;
  description: string;
}

/** From the most to the least that is logged. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
