import type { AppScope } from '../../shared/app-scopes';
import type { EventType } from '../../shared/events';
import type { CommunityRole } from '../../shared/contract/records';
import type { BackupManager } from '../backup/backup-manager';
import type { RestoreManager } from '../backup/app-restore/restore-manager';
import type { BackupFolder } from '../backup/folder/backup-folder';
import type { ContentUrlSigner } from '../content/content-urls';
import type { PictureService } from '../content/pictures/pictures';
import type { ContentStore } from '../content/store';
import type { Sweeper } from '../content/sweep';
import type { PasswordQueue } from '../passwords/password-queue';
import type { NetworkSharing } from '../sharing/sharing';
import type { HostingGate } from '../standby/succession/hosting-gate';
import type { StandbyHost } from '../standby/host/standby-host';
import type { DatabaseHealth } from '../database/health/health';
import type { Db } from '../database/open';
import type { Session } from './session';
import type { MessageIndex } from './search/message-index';
import type { ImportControl } from './importing/import-control';
import type { EphemeralState } from './ephemeral-state';
import type { ReceivedUploads } from './uploads/received-uploads';
import type { ViewCounter } from './content/view-counts';

/** The authenticated person behind a call. */
export interface Caller {
  id: number;
  /** An app's token has the rights of an ordinary member, no matter whose it is. */
  role: CommunityRole;
  /** The ID of the token used for the call. */
  tokenId: number;
  /** The app that holds the token, and what it may do; absent for the person's own devices and bots. */
  app?: { id: number; scopes: readonly AppScope[] };
}

/** Asks for a folder with backups, or for an archive, in a dialog; null if it was cancelled. */
export type ChooseBackup = (kind: 'folder' | 'file') => Promise<string | null>;

/** Everything the service's parts share, independent of the caller. */
export interface ServiceParts {
  settings: ServiceSettings;
  ephemeral: EphemeralState;
  /** Unix seconds for measuring ages: they don't follow a clock that was set far ahead by mistake. */
  nowForAges: () => number;
  /** The version of this program. */
  version: string;
  /** The community's ID and the fingerprint of its key. */
  community: { id: number; key: string };
  /** Signs captcha challenges; new at each start. */
  captchaSecret: string;
  /** Hashes passwords on threads of its own. */
  passwords: Pick<PasswordQueue, 'hash' | 'verify'>;
  /** Stored files, their signed URLs, and received uploads. */
  content: ContentStore;
  contentUrls: ContentUrlSigner;
  pictures: PictureService;
  uploads: ReceivedUploads;
  /** Imports of account exports. */
  imports: ImportControl;
  /** Backups beside the data. */
  backups: BackupManager;
  /** Backups outside the data folder. */
  backupFolder: Pick<BackupFolder, 'state' | 'choose' | 'schedule' | 'setPassphrase' | 'turnOff' | 'start'>;
  /** Restoring backups from the app. */
  restores: Pick<
    RestoreManager,
    'state' | 'command' | 'sources' | 'choose' | 'check' | 'request' | 'undo' | 'withdraw'
  >;
  /** Ask for a folder, and for a backup, in a dialog of the host's own window; null where there is none. */
  chooseFolder: (() => Promise<string | null>) | null;
  chooseBackup: ChooseBackup | null;
  /** Whether the database is intact and writable. */
  health: Pick<DatabaseHealth, 'status' | 'isWritable' | 'readOnlyReason' | 'damage' | 'checkedAt'>;
  /** Removes stored content that nothing refers to. */
  sweeper: Pick<Sweeper, 'run'>;
  /** Sharing the community on the network. */
  sharing: Pick<NetworkSharing, 'state' | 'certificate' | 'change' | 'announced' | 'check' | 'visitors'>;
  /** The community's standby on another machine. */
  standby: Pick<
    StandbyHost,
    'state' | 'durable' | 'createLink' | 'reload' | 'witness' | 'backups' | 'rejoin'
  >;
  /** Whether this machine is the host, or which one is. */
  hosting: Pick<HostingGate, 'successor' | 'hostAgain'>;
  /** The full-text index of messages. */
  messageIndex: MessageIndex;
  /** Collects views until they are written. */
  viewCounter: ViewCounter;
  /** Publishes scheduled messages and posts. */
  schedule: { refresh: () => void };
  /** Open event connections: they close with their token, and follow changes of role. */
  connections: {
    close: (of: { token?: number; person?: number; except?: number }) => void;
    changeRole: (person: number, role: CommunityRole) => void;
    countByToken: (caller: Pick<Caller, 'id' | 'tokenId'>) => number;
    /** Announces a person's presence to those who know them. */
    announce: (person: number) => void;
  };
  /** The event log: its identity, and the number of the last committed event. */
  eventLog: () => { log: string; seq: number };
  /** Tries again to deliver the emails that wait. */
  retryMail: () => void;
  /** Deletes the files of emails whose rows were deleted. */
  forgetLetters: (ids: readonly number[]) => void;
}

/** Limits on storage. */
export interface StorageSettings {
  /** Maximum bytes of a photo, track, file and video; per person, the maximum of all bytes together and of items. */
  photoLimit: number;
  trackLimit: number;
  fileLimit: number;
  videoLimit: number;
  quota: number;
  quotaItems: number;
}

/** The settings that the service itself reads. */
export interface ServiceSettings extends StorageSettings {
  /** Rounds of the proof of work required to register. */
  captchaCost: number;
  /** URL of the SMTP server; null for the community's local mailbox. */
  smtp: string | null;
}

/** What a handler gets to read with. */
export interface ReadContext extends ServiceParts {
  db: Db;
  session: Session;
  /** Null for open calls without a token. */
  caller: Caller | null;
  /** Unix seconds. */
  now: () => number;
}

/** What a handler gets to write with: `db` is inside the transaction; all effects wait for its commit. */
export interface Context extends ReadContext {
  newId: () => number;
  /** Adds an event to the log; it is delivered after the commit. */
  emit: (event: NewEvent) => void;
  /** Queues an email; it is sent after the commit. */
  mail: (mail: Mail) => Promise<void>;
  /**
   * Registers a write for the end of the transaction: full-text entries, for which SQLite would otherwise create a
   * segment at every savepoint. It must not fail.
   */
  beforeCommit: (write: () => Promise<void>) => void;
  /** Registers a change in memory for after the commit. */
  afterCommit: (action: () => void) => void;
}

/** An event to log: its audience and subject. Records are built per viewer at delivery. */
export interface NewEvent {
  type: Exclude<EventType, 'typing' | 'online'>;
  scope: Scope;
  /** The subject: a message, dialog, member, notification, person or the community. */
  ref: { kind: RefKind; id: number };
  /** What can't be read at delivery, such as the payload of a deletion. */
  body?: Record<string, number | string>;
}

/** An audience, resolved when the event is delivered. */
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
  | 'sticker_pack'
  | 'video'
  | 'scheduled'
  | 'dialog_folder';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** Whose account the code in it is for; absent if there is no account yet. */
  person?: number;
}
