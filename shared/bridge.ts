import type { AlertChoices } from './alerts/rules';
import type { ErrorBody } from './errors';
import type { Frame } from './events';

/** `look` only returns the state, `check` asks for a newer version, `fetch` loads it, `install` restarts into it. */
export type UpdateAction = (typeof updateActions)[number];
export const updateActions = ['look', 'check', 'fetch', 'install'] as const;

/** The state of program updates. */
export interface UpdateState {
  /** `unset` if no address of updates is configured. */
  at: 'unset' | 'idle' | 'checking' | 'newest' | 'found' | 'fetching' | 'ready' | 'failed';
  /** The running version. */
  now: string;
  /** The newer version, once found. */
  version: string;
  /** The progress of the download, from 0 to 1. */
  share: number;
}

/** A stored session of the desktop. */
export interface SignedIn {
  token: string;
  /** The person's own ID. */
  id: number;
}

/**
 * `look`: only returns the list. `show`: shows the pages of a community, at a place in them (a hash). `preview`:
 * returns the community at an address or link. `join`: adds it to the list and shows it. `leave`: signs out and removes
 * it. `move`: puts it before another one, or last (null). `trust`: accepts the key that its host uses now.
 */
export type CommunitiesAction =
  | { action: 'look' }
  | { action: 'show'; id: string; place?: string | undefined }
  | { action: 'preview'; address: string }
  | { action: 'join'; address: string; key: string; name?: string | undefined; place?: string | undefined }
  | { action: 'leave'; id: string }
  | { action: 'move'; id: string; before: string | null }
  | { action: 'trust'; id: string; key: string };

/** The communities that the window can show, own first, and when they were read, in ms since the program started. */
export type CommunitiesState = { readAt: number; all: CommunityThere[] };

/** A community that the window can show. */
export interface CommunityThere {
  /** `main` for the own community. */
  id: string;
  /** The ID that the community gave itself; 0 if unknown. */
  number: number;
  /** "" if unknown, or if the own community was not created yet. */
  name: string;
  /** Its last known picture as a small data: URI; "" for none. */
  picture: string;
  /** Unread messages; 0 when signed out. */
  unread: number;
  /**
   * The last known state of its host; `blocked` if another community answers at its addresses, `superseded` if only a
   * former host does, which another computer has replaced.
   */
  state: 'unknown' | 'here' | 'away' | 'blocked' | 'superseded';
  /** `HOST:PORT` where it last answered; "" for the own community. */
  address: string;
  /** All addresses that are tried, including `address`. */
  addresses: string[];
  /** The fingerprint of its key. */
  key: string;
  /** The fingerprint of the community that answers instead, if it is blocked. */
  shown: string | null;
  /**
   * While its host is away and the pages are answered from the replica: the last contact, in Unix seconds. 0 while the
   * host answers, and without a replica.
   */
  asOf: number;
  /** The number of things in its outbox: those waiting to be sent and those refused. */
  unsent: number;
}

/** Something that waits to be sent to a community hosted elsewhere, or that its host refused. */
export interface OutboxItem {
  /** The idempotency key of the call. */
  key: string;
  /** The name of the call. */
  name: string;
  /** The input of the call. IDs of things that are not sent either are provisional. */
  input: Record<string, unknown>;
  /** When it was made, in Unix seconds. */
  madeAt: number;
  state: 'pending' | 'refused';
  /** Why it was refused; null while it is pending. */
  error: ErrorBody | null;
  /** The provisional IDs of what it made in the replica, in order. */
  made: number[];
  /** The file that it uploads: its name, its size in bytes, and how many of them the host has. */
  upload?: { name: string; size: number; sent: number };
}

/**
 * `look`: only returns the outbox. `retry`: sends something refused again. `overwrite`: the same for an edit, over the
 * version that its conflict shows. `edit`: the same with another text. `discard`: removes something without sending it.
 * While nobody is signed in: `save` asks where to write all of it as text, `discardAll` deletes it.
 */
export type OutboxAction =
  | { action: 'look' }
  | { action: 'retry'; key: string }
  | { action: 'overwrite'; key: string }
  | { action: 'edit'; key: string; text: string }
  | { action: 'discard'; key: string }
  | { action: 'save' }
  | { action: 'discardAll' };

/** The community found at an address. */
export interface CommunityPreview {
  /** Its ID in this window, if it was joined already. */
  id: string | null;
  /** The ID that the community gave itself. */
  number: number;
  name: string;
  members: number;
  /** `HOST:PORT`. */
  address: string;
  /** The fingerprint of its key. */
  key: string;
  /** Whether the key came with the link. Otherwise only the host itself vouches for it. */
  isVouched: boolean;
  /** The page that the link leads to, as a hash. */
  place: string;
}

/** A file dragged out of the window, with the name it gets there. */
export interface DraggedFile {
  /** The path of its content, from the first slash on. */
  path: string;
  name: string;
}

/** A person's notification settings, and the language of their pages. */
export type ChosenAlerts = AlertChoices & { language: string };

/** A click on a system notification, or a reply (`text`) typed into it. */
export interface AlertAnswer {
  tag: string;
  text?: string;
}

/**
 * The demo community's ID, which is also the host name of its pages. Browser storage, the demo's folder and its marker
 * file `practice.json` are stored under this earlier name on users' disks, so it stays.
 */
export const DEMO_ID = 'practice';

/**
 * `look`: only returns the state. `open`: creates the demo if it is missing (half a minute), and shows it. `enter`:
 * returns a session for its pages. `leave`: shows the person's own community again. `wipe`: deletes the demo, and
 * leaves it.
 */
export type DemoAction = (typeof demoActions)[number];
export const demoActions = ['look', 'open', 'enter', 'leave', 'wipe'] as const;

/** The state of the demo community. */
export interface DemoState {
  /** The progress of creating it, from 0 to 1; null while it is not being created. */
  share: number | null;
  /** Whether it could not be created or opened. */
  hasFailed: boolean;
  /** A session of its owner; only for the demo's own pages that ask to enter. */
  session?: { token: string; id: number };
}

/** `open`: allows the camera to the window. `close`: no longer. */
export type CameraAction = (typeof cameraActions)[number];
export const cameraActions = ['open', 'close'] as const;

/** `begin`: starts or restarts the search. `look`: only returns the results so far. `end`: stops the search. */
export type FindingAction = (typeof findingActions)[number];
export const findingActions = ['begin', 'look', 'end'] as const;

/** The state of the search for communities on the network. */
export interface FindingState {
  /** Whether hosts are still being probed; takes five seconds at most. */
  isSearching: boolean;
  /** Whether this computer is connected to a network. */
  hasNetwork: boolean;
  /** Reachable ones first. */
  found: FoundCommunity[];
}

/** A community on the network. Its key is that of its certificate if it was reached, otherwise the announced one. */
export interface FoundCommunity {
  name: string;
  /** The fingerprint of the community's key. */
  key: string;
  /** `HOST:PORT`, the most likely first. */
  addresses: string[];
  /** Whether it answered at these addresses. Otherwise it is only announced there. */
  isReached: boolean;
}

/**
 * The result of a connection test. `fine`: no problem found. `no_network`: this computer has no network.
 * `unknown_name`: the host's name can't be resolved. `other_network`: the host is in another network. `tunnel`: in
 * another network, and a VPN is active. `moved`: it has another address now. `asleep`: the machine doesn't respond at
 * all. `blocked`: the machine responds, but not on this port. `not_shared`: it refuses the connection. `not_a_host`:
 * another program answers. `wrong_key`: another community answers. `strange_name`: it doesn't accept this host name.
 * `failing`: it answers with errors.
 */
export type Verdict =
  | 'fine'
  | 'no_network'
  | 'unknown_name'
  | 'other_network'
  | 'tunnel'
  | 'moved'
  | 'asleep'
  | 'blocked'
  | 'not_shared'
  | 'not_a_host'
  | 'wrong_key'
  | 'strange_name'
  | 'failing';

/** One step of the connection to a host, in order, and its result. */
export interface DiagnosisStep {
  step: 'network' | 'way' | 'machine' | 'port' | 'community' | 'answer';
  outcome: 'good' | 'bad' | 'untried';
}

/** What answered at one address of a host: the community, something else or an error, or nothing. */
export interface TriedAddress {
  /** `HOST:PORT`. */
  address: string;
  answer: 'community' | 'other' | 'nothing';
}

/** The result of a connection test with its details. */
export interface Diagnosis {
  verdict: Verdict;
  steps: DiagnosisStep[];
  /** All tried addresses, in the given order. */
  tried: TriedAddress[];
  /** The diagnosed `HOST:PORT`. */
  address: string;
  /** This computer's address as the host would see it; "" for none. */
  ownAddress: string;
  /** Another `HOST:PORT` where the community answered; "" for none. */
  foundAt: string;
  /** Whether a network of this computer is a tunnel (VPN). */
  hasTunnel: boolean;
}

/** Options of a call; `key` is the Idempotency-Key of a write. */
export interface BridgeCallOptions {
  token?: string;
  key?: string;
}

/** The session of an event connection, and the event after which it resumes. */
export interface ConnectOptions {
  token: string;
  since?: number;
  log?: string;
}

/** The answer to a call. Errors are values because Electron transfers only the message of a thrown one. */
export type Envelope =
  | {
      ok: true;
      value: unknown;
      /** The Seq of the event log at which the answer was read. */
      seq?: number;
    }
  | {
      ok: false;
      error: ErrorBody;
      /** No answer arrived: the call may or may not have been performed. */
      isUnreachable?: boolean;
    };

/** The answer to a download, which the desktop saves itself: whether the person chose to save it. */
export interface Saved {
  Saved: boolean;
}

/** What an event connection delivers: the socket's frames, and its end with a socket's close code. */
export type BridgeFrame = Frame | { Type: 'closed'; code: number };
