import type { Logger } from 'pino';
import type { Name } from '../../shared/contract';
import type { PictureDecoder } from '../content/pictures/picture-decoder';
import type { Verification } from '../content/verify';
import type { Announcer } from '../discovery/announcer';
import type { Machine } from '../sharing/addresses';
import type { OpenDoors } from '../sharing/open-door';
import type { Sharing } from '../sharing/sharing';
import type { ContentRequest, ServedContent } from './content/content';
import type { ServiceSettings, StorageSettings } from './context';
import type { Dispatch } from './dispatch';
import type { ResumableUploads } from './uploads/resumable';
import type { ConnectionHandle, ConnectionOptions, Session } from './session';
import type { Incoming } from './uploads/uploads';

/** What a service is opened over. */
export interface ServiceOptions {
  /** The data folder, or ':memory:'. */
  data: string;
  settings: Omit<ServiceSettings, keyof StorageSettings> &
    Partial<StorageSettings> & {
      /** The sender of mail. */
      mailFrom: string;
      /** Who may come into a community that is made here; null or absent: anyone. */
      registration?: 'open' | 'invite' | 'closed' | null;
      /** How the community is shared, where that is not for its owner to choose; null or absent: it is. */
      share?: boolean | null;
      sharePort?: number | null;
      sharePlain?: boolean | null;
      /** Other names under which the host is reached. */
      hosts?: readonly string[];
    };
  logger?: Logger;
  /** Milliseconds since 1970; the machine's clock unless given. */
  now?: () => number;
  /** The machine whose addresses the community is shared by. */
  machine?: Machine;
  /** Decodes pictures; one that is shared by all services of the program unless given. */
  pictureDecoder?: PictureDecoder;
  /** Announces it in the networks of the machine while it is shared; without it nobody is told. */
  announcer?: Announcer;
}

/** A community's whole service; doors stand before it. */
export interface Service {
  /**
   * Answers one call. The input is unchecked; `key` is the caller's own name for a write, by which a repetition is
   * known. Throws AppError only.
   */
  call: Dispatch;
  /** Whether somebody is signed in by a token. */
  isMember: (token: string) => Promise<boolean>;
  /** Opens a line for events; throws `auth_failed` or `access_denied`. The first frame is hello, what was missed follows. */
  connect: (session: Session, options: ConnectionOptions) => Promise<ConnectionHandle>;
  /** Lets in the bytes that a call is to name; throws before the first byte where there is no room for them. */
  receive: (session: Session, name: Name, declared: number | undefined) => Promise<Incoming>;
  /** Uploads that go on where they broke off; finished ones are named by calls like received bytes. */
  resumable: ResumableUploads;
  /** The bytes behind a signed address; throws `auth_failed` and `not_found`. */
  content: (request: ContentRequest) => Promise<ServedContent>;
  /** Throws `unavailable` where the data folder is gone. */
  requireData: () => void;
  /** Reads everything that is stored and tells what is damaged or missing. */
  verify: () => Promise<Verification>;
  /** The sharing of the community on the network. */
  sharing: Pick<Sharing, 'state' | 'announced' | 'look' | 'reload'> & {
    /**
     * Says how the doors for the network are opened, and does as the owner wished before. Throws where the settings ask for
     * the sharing and the port cannot be had.
     */
    begin: (open: OpenDoors) => Promise<void>;
  };
  /** The one-time set-up code while nobody owns the community, else null. */
  setupCode: () => Promise<string | null>;
  /** A one-time code with which the owner chooses a new password. Throws `not_found` while there is no owner. */
  resetOwner: () => Promise<{ Code: string; Expires: number }>;
  /** Waits until every event so far was delivered. */
  settled: () => Promise<void>;
  /** No new work is taken, what runs ends, lines are closed with 1001, files are closed. */
  close: () => Promise<void>;
}
