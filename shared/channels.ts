import type { Alert } from './alerts/alert';
import type {
  AlertAnswer,
  BridgeFrame,
  BridgeCallOptions,
  CameraAction,
  ChosenAlerts,
  CommunitiesState,
  CommunitiesAction,
  ConnectOptions,
  Diagnosis,
  DraggedFile,
  Envelope,
  FindingAction,
  FindingState,
  OutboxAction,
  OutboxItem,
  DemoAction,
  DemoState,
  SignedIn,
  UpdateAction,
  UpdateState,
} from './bridge';
import type { DesktopSettings, DesktopSettingsRequest } from './desktop-settings';
import type { ClientCommand } from './events';
import type { DragFailure, FileDownload, FileDownloadAction } from './downloads';
import type { StandbyCopyAction, StandbyCopyState } from './standby-copy';
import type { ContentCacheAction, ContentCacheUse, OfflineAction, OfflineItem } from './offline';

/** What the pages of the desktop's window request of the program: the arguments and the answer of each channel. */
export interface Requests {
  /** One call of the service. Rejects only when the program is closing; every refusal is in the envelope. */
  call: (name: string, input: unknown, options?: BridgeCallOptions) => Envelope;
  /**
   * Opens the event connection of a number, in place of the one that was open. A refusal comes as the frame `closed`.
   */
  connect: (connection: number, options: ConnectOptions) => void;
  /** Changes the demo community; answers with its state after that. */
  demo: (action: DemoAction) => DemoState;
  /** The settings of the program on this computer, after `change` was made. */
  desk: (change?: DesktopSettingsRequest) => DesktopSettings;
  /** Checks for, downloads or installs a newer version; answers with its state after that. */
  update: (action: UpdateAction) => UpdateState;
  /** Searches the networks of this computer for communities; answers with those found so far. */
  find: (action: FindingAction) => FindingState;
  /**
   * Diagnoses the connection to a host by all of its addresses (`HOST:PORT`, the likeliest first); takes some seconds.
   * `key` is that of the community that is wanted.
   */
  diagnose: (host: { addresses: string[]; key: string | null }) => Diagnosis;
  /** Opens the camera to this window until `close`, without the microphone; false where the system forbids it. */
  camera: (action: CameraAction) => boolean;
  /**
   * Asks for a backup to restore in place of a community that has no owner yet, and restarts the program to do so;
   * nothing happens if the person cancels.
   */
  restoreInstead: (kind: 'folder' | 'file') => void;
  /** For how many seconds nobody has used this computer. */
  idleTime: () => number;
  /** Who is signed in to the community of these pages, after `change` was stored; null signs out. */
  session: (change?: SignedIn | null) => SignedIn | null;
  /**
   * Changes the communities that the window can show. The answer is CommunitiesState, to `preview` CommunityPreview.
   */
  communities: (action: CommunitiesAction) => Envelope;
  /** Changes the outbox of the community of these pages. The answer is OutboxItem[], oldest first. */
  outbox: (action: OutboxAction) => Envelope;
  /**
   * Changes what is kept offline of the community of these pages; answers with all of it. Empty for a local community.
   */
  offline: (action: OfflineAction) => OfflineItem[];
  /** Changes the cache of content of communities hosted elsewhere; answers with its use after that. */
  contentCache: (action: ContentCacheAction) => ContentCacheUse;
  /** Changes the downloads of this program; answers with those that run, and the last ones that have ended. */
  downloads: (action: FileDownloadAction) => FileDownload[];
  /**
   * Changes the copy of the community of these pages on this computer. The answer is StandbyCopyState, to `check`
   * StandbyCopyRoom.
   */
  standbyCopy: (action: StandbyCopyAction) => Envelope;
}

/** What the pages send without an answer: the arguments of each channel. */
export interface IpcMessages {
  /** Sends a command over the open event connection. */
  command: (command: ClientCommand) => void;
  /** Closes the event connection; no frame `closed` follows. */
  disconnect: () => void;
  /** Shows the number of unread messages on the program's icon; 0 removes it. */
  badge: (count: number) => void;
  /** Shows a notification of the system, in place of an earlier one of the same tag. */
  alert: (alert: Alert) => void;
  /** Removes the notification of a tag: what it announced was seen. */
  endAlert: (tag: string) => void;
  /** Stores the notification settings of these pages: they apply while others are shown. */
  chooseAlerts: (choices: ChosenAlerts) => void;
  /** Drags files out of the window; an empty list once the pointer was released. */
  dragOut: (files: DraggedFile[]) => void;
}

/** What the program sends to the pages: the arguments of each channel. */
export interface Pushes {
  /** A frame of the event connection of a number, as JSON. */
  event: (connection: number, frame: string) => void;
  /** A notification was clicked or answered. */
  alertAnswer: (answer: AlertAnswer) => void;
  /** The communities that the window can show, whenever they have changed. */
  communitiesNow: (communities: CommunitiesState) => void;
  /** The outbox of the community of these pages, whenever it has changed. */
  outboxNow: (items: OutboxItem[]) => void;
  /** What is kept offline of the community of these pages, whenever it has changed. */
  offlineNow: (items: OfflineItem[]) => void;
  /** The copy of the community of these pages on this computer, whenever its state has changed. */
  standbyCopyNow: (state: StandbyCopyState) => void;
  /** The downloads of this program, whenever one has changed. */
  downloadsNow: (downloads: FileDownload[]) => void;
  /** Files could not be dragged out of the window. */
  dragFailed: (failure: DragFailure) => void;
}

/** The channels of `Requests`. */
export const REQUESTS = {
  call: 'courtyard:call',
  connect: 'courtyard:connect',
  demo: 'courtyard:demo',
  desk: 'courtyard:desk',
  update: 'courtyard:update',
  find: 'courtyard:find',
  diagnose: 'courtyard:diagnose',
  camera: 'courtyard:camera',
  restoreInstead: 'courtyard:restore-instead',
  idleTime: 'courtyard:idle-time',
  session: 'courtyard:session',
  communities: 'courtyard:communities',
  outbox: 'courtyard:outbox',
  offline: 'courtyard:offline',
  contentCache: 'courtyard:content-cache',
  downloads: 'courtyard:downloads',
  standbyCopy: 'courtyard:standby-copy',
} as const satisfies Record<keyof Requests, string>;

/** The channels of `Messages`. */
export const MESSAGES = {
  command: 'courtyard:command',
  disconnect: 'courtyard:disconnect',
  badge: 'courtyard:badge',
  alert: 'courtyard:alert',
  endAlert: 'courtyard:end-alert',
  chooseAlerts: 'courtyard:choose-alerts',
  dragOut: 'courtyard:drag-out',
} as const satisfies Record<keyof IpcMessages, string>;

/** The channels of `Pushes`. */
export const PUSHES = {
  event: 'courtyard:event',
  alertAnswer: 'courtyard:alert-answer',
  communitiesNow: 'courtyard:communities-now',
  outboxNow: 'courtyard:outbox-now',
  offlineNow: 'courtyard:offline-now',
  standbyCopyNow: 'courtyard:standby-copy-now',
  downloadsNow: 'courtyard:downloads-now',
  dragFailed: 'courtyard:drag-failed',
} as const satisfies Record<keyof Pushes, string>;

/** `Requests` as the pages call them. */
export type RequestFunctions = {
  [K in keyof Requests]: (...values: Parameters<Requests[K]>) => Promise<ReturnType<Requests[K]>>;
};

/** Calls `listener` for everything that is pushed until the returned function is called. */
type Subscribe<T> = (listener: (value: T) => void) => () => void;

/**
 * What the preload script exposes to the pages of the desktop as `window.courtyard`: their only way out of the sandbox.
 * The event connection is numbered by the preload script: frames of an earlier connection, even those on their way, are
 * dropped.
 */
export interface Bridge extends Omit<RequestFunctions, 'connect'>, IpcMessages {
  connect: (options: ConnectOptions) => Promise<void>;
  on: Subscribe<BridgeFrame>;
  onAlert: Subscribe<AlertAnswer>;
  onCommunities: Subscribe<CommunitiesState>;
  onOutbox: Subscribe<OutboxItem[]>;
  onOffline: Subscribe<OfflineItem[]>;
  onStandbyCopy: Subscribe<StandbyCopyState>;
  onDownloads: Subscribe<FileDownload[]>;
  onDragFailed: Subscribe<DragFailure>;
}
