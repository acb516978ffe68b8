import type { Logger } from 'pino';
import type { Name, Output } from '../../shared/contract';
import type { PictureDecoder } from '../content/pictures/picture-decoder';
import type { S3Options } from '../content/s3/s3-address';
import type { MemoryDatabase } from '../database/open';
import type { Verification } from '../content/verify-content';
import type { Announcer } from '../discovery/announcer';
import type { Machine } from '../sharing/reachable-addresses';
import type { OpenDoors } from '../sharing/guest-door';
import type { NetworkSharing } from '../sharing/sharing';
import type { HostingGate } from '../standby/succession/hosting-gate';
import type { ContentRequest, ServedContent } from './content/content';
import type { ChooseBackup, ServiceSettings, StorageSettings } from './context';
import type { ResumableUploads } from './uploads/resumable';
import type { Answer, ConnectionHandle, ConnectionOptions, Session } from './session';
import type { AcceptedUpload } from './uploads/received-uploads';

/** How to open a service. */
export interface ServiceOptions {
  /** The data folder, ':memory:', or a connection to a database in memory. */
  data: string | MemoryDatabase;
  /** URL of a PostgreSQL database, which several processes may share; absent for SQLite in the data folder. */
  database?: string | null;
  /** The bucket for the stored contents of that database; absent for the data folder. */
  storage?: S3Options | null;
  settings: Omit<ServiceSettings, keyof StorageSettings> &
    Partial<StorageSettings> & {
      /** The sender address of emails. */
      mailFrom: string;
      /** Who may register in a newly created community; null or absent: anyone. */
      registration?: 'open' | 'invite' | 'closed' | null;
      /** Fixed sharing settings; null or absent leaves them to the owner. */
      share?: boolean | null;
      sharePort?: number | null;
      sharePlain?: boolean | null;
      /** The port on which the host waits for its standby; null or absent for a free one. */
      standbyPort?: number | null;
      /** The folder to which the community is backed up; null or absent leaves it to the owner. */
      backupFolder?: string | null;
      /** The passphrase of those backups. */
      backupPassphrase?: string | null;
      /** Additional host names under which the service is reached. */
      hosts?: readonly string[];
    };
  logger?: Logger;
  /** Milliseconds since 1970; the system clock by default. */
  now?: () => number;
  /** Provides the network addresses of this machine. */
  machine?: Machine;
  /** Decodes pictures; by default one shared by all services of the process. */
  pictureDecoder?: PictureDecoder;
  /** Asks for a folder in a dialog of the host's own window; null if it was cancelled. */
  chooseFolder?: () => Promise<string | null>;
  /** Asks for a backup to restore in such a dialog. */
  chooseBackup?: ChooseBackup;
  /** Restarts the program, or this service of it; absent if an administrator has to. */
  restart?: () => void;
  /** Ends this run, so that the machine goes on as the standby of its successor; absent if an administrator has to. */
  rejoin?: () => void;
  /** Announces the community on local networks while it is shared; without it nothing is announced. */
  announcer?: Announcer;
}

/** The whole service of one community. Transports (IPC, HTTP, WebSocket) only translate to it. */
export interface Service {
  /**
   * Answers one call. The input is not validated yet; `key` is the idempotency key of a write. Throws only AppError.
   */
  call: <N extends Name>(session: Session, name: N, input: unknown, key?: string) => Promise<Output<N>>;
  /** Like `call`, with the number of the event log at which the answer was read: doors pass it on to their clients. */
  answer: <N extends Name>(
    session: Session,
    name: N,
    input: unknown,
    key?: string,
  ) => Promise<Answer<Output<N>>>;
  /** Whether a token is valid. */
  isMember: (token: string) => Promise<boolean>;
  /**
   * Opens an event connection; throws `auth_failed` or `access_denied`. The first frame is hello, followed by missed
   * events.
   */
  connect: (session: Session, options: ConnectionOptions) => Promise<ConnectionHandle>;
  /** Accepts an upload for a call; throws before the first byte if the quota doesn't allow it. */
  receive: (session: Session, name: Name, declared: number | undefined) => Promise<AcceptedUpload>;
  /** Resumable uploads; calls refer to finished ones like to received bytes. */
  resumable: ResumableUploads;
  /** Opens the content of a signed URL; throws `auth_failed`, `not_found` or `gone`. */
  content: (request: ContentRequest) => Promise<ServedContent>;
  /** Throws if calls can't be answered at present, because the database can't be read or the service is closing. */
  requireReady: () => Promise<void>;
  /** Throws `unavailable` if the data folder is gone. */
  requireData: () => void;
  /** Reads all stored content and reports what is damaged or missing. */
  verify: () => Promise<Verification>;
  /** Sharing of the community on the network. */
  sharing: Pick<NetworkSharing, 'state' | 'announced' | 'refresh' | 'reload'> & {
    /**
     * Sets how network servers are opened, and applies the owner's stored settings. Throws if the configuration demands
     * sharing and the port can't be opened.
     */
    begin: (open: OpenDoors) => Promise<void>;
  };
  /** The community's standby on another machine: waits for it if there is one. */
  standby: {
    /** `url` leads to the community from this machine, if it listens. */
    begin: (url?: string) => Promise<void>;
    /** Resolves once this host has handed the community over and another machine hosts it, or with the signal. */
    untilMoved: (signal: AbortSignal) => Promise<void>;
  };
  /** Whether this machine is the host: pauses writes for a move, and ends them once another machine is the host. */
  hosting: Pick<HostingGate, 'successor' | 'pause' | 'resume' | 'supersede'>;
  /** The one-time set-up code while there is no owner, else null. */
  setupCode: () => Promise<string | null>;
  /** Creates a one-time code with which the owner sets a new password. Throws `not_found` while there is no owner. */
  resetOwner: () => Promise<{ Code: string; Expires: number }>;
  /** Does what is due by now, such as scheduled messages and backups, and waits until all events are delivered. */
  settled: () => Promise<void>;
  /** Refuses new work, waits for running work, closes connections with code 1001 and closes all files. */
  close: () => Promise<void>;
}
