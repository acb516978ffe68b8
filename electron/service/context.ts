import type { EventType } from '../../shared/events';
import type { CommunityRole } from '../../shared/contract/records';
import type { Backups } from '../backup/backups';
import type { Addresses } from '../content/addresses';
import type { Pictures } from '../content/pictures/pictures';
import type { ContentStore } from '../content/store';
import type { Sweeper } from '../content/sweep';
import type { PasswordQueue } from '../passwords/queue';
import type { Sharing } from '../sharing/sharing';
import type { DatabaseHealth } from '../database/health';
import type { Db } from '../database/open';
import type { Session } from './session';
import type { Shared } from './ephemeral-state';
import type { Uploads } from './uploads/uploads';
import type { Views } from './content/view-counts';

/** The person behind a call. */
export interface Caller {
  id: number;
  role: CommunityRole;
  /** The token that the call came with. */
  tokenId: number;
}

/** What the whole service has in common, whoever calls. */
export interface Host {
  settings: ServiceSettings;
  shared: Shared;
  /** Unix seconds by which ages are measured: they don't follow a clock that was set far ahead by mistake. */
  nowForAges: () => number;
  /** This program's version. */
  version: string;
  /** The community's identifier and the fingerprint of its key. */
  community: { id: number; key: string };
  /** Signs captcha challenges; drawn at each start. */
  captchaSecret: string;
  /** Hashes passwords off the threads that everything else uses. */
  passwords: Pick<PasswordQueue, 'hash' | 'verify'>;
  /** The bytes, the addresses under which they are got, and those that calls may name. */
  content: ContentStore;
  addresses: Addresses;
  pictures: Pictures;
  uploads: Uploads;
  /** The copies of all that lie beside the data. */
  backups: Backups;
  /** Whether the database is intact and may be written to. */
  health: Pick<DatabaseHealth, 'status' | 'isWritable' | 'readOnlyReason' | 'damage' | 'checkedAt'>;
  /** Removes what nothing uses any more. */
  sweeper: Pick<Sweeper, 'run' | 'waiting'>;
  /** The doors for others on the network. */
  sharing: Pick<Sharing, 'state' | 'certificate' | 'change' | 'announced' | 'check' | 'visitors'>;
  /** Who was given what, to be counted. */
  views: Views;
  /** Open lines for events: a token that ends takes its lines with it, and another role sees other things. */
  connections: {
    close: (of: { token?: number; person?: number; except?: number }) => void;
    changeRole: (person: number, role: CommunityRole) => void;
  };
  /** Takes letters whose rows are gone off the disk too. */
  forgetLetters: (ids: readonly number[]) => void;
}

/** What people may store. */
export interface StorageSettings {
  /** Bytes that a photo, a track, a file and a video may have, that all of a person's may have, and how many those may be. */
  photoLimit: number;
  trackLimit: number;
  fileLimit: number;
  videoLimit: number;
  quota: number;
  quotaItems: number;
}

/** The settings that the service itself reads. */
export interface ServiceSettings extends StorageSettings {
  /** Rounds of the proof of work that a registration costs. */
  captchaCost: number;
  /** Where mail goes; null for the community's local mail. */
  smtp: string | null;
}

/** The world of a handler that only reads. */
export interface ReadContext extends Host {
  db: Db;
  session: Session;
  /** Null for open calls without a token. */
  caller: Caller | null;
  /** Unix seconds. */
  now: () => number;
}

/** The world of a handler that writes: `db` is inside the transaction, everything else waits for its commit. */
export interface Context extends ReadContext {
  newId: () => number;
  /** Notes an event; it is numbered and delivered after the commit. */
  emit: (event: NewEvent) => void;
  /** Leaves a mail; it is sent after the commit. */
  mail: (mail: Mail) => Promise<void>;
  /**
   * Something to store as the last of the transaction: full-text entries, which SQLite would otherwise write out as a
   * segment of their own at the next savepoint. It must not refuse.
   */
  beforeCommit: (write: () => Promise<void>) => void;
  /** Something to do in memory once the change is on the disk. */
  afterCommit: (act: () => void) => void;
}

/** An event to be: who may hear it, and what it is about. Records are made for each viewer at delivery. */
export interface NewEvent {
  type: Exclude<EventType, 'typing' | 'online'>;
  scope: Scope;
  /** What it is about: a message, dialog, member, notification, person or the community. */
  ref: { kind: RefKind; id: number };
  /** What cannot be read back later, as the payload of a deletion. */
  body?: Record<string, number | string>;
}

/** An audience, resolved when the event is read. */
export interface Scope {
  kind: 'person' | 'dialog' | 'wall' | 'administrators' | 'community';
  /** 0 for the community and its administrators. */
  id: number;
}

export type RefKind =
  | 'message'
  | 'dialog'
  | 'person'
  | 'notification'
  | 'community'
  | 'file'
  | 'photo'
  | 'post'
  | 'track'
  | 'playlist'
  | 'video';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** Whose account the code in it belongs to; absent where there is no account yet. */
  person?: number;
}
