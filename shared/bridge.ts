import type { AlertChoices } from './alerts/rules';
import type { ErrorBody } from './errors';
import type { Frame } from './events';

/**
 * `look`: only how it stands. `check`: whether a newer version is there. `fetch`: its download. `install`: ends the program and
 * starts the newer one.
 */
export type UpdateAction = (typeof updateActions)[number];
export const updateActions = ['look', 'check', 'fetch', 'install'] as const;

/** How it stands with a newer version of the program. */
export interface UpdateState {
  /** `unset` where it does not say where newer ones would be. */
  at: 'unset' | 'idle' | 'checking' | 'newest' | 'found' | 'fetching' | 'ready' | 'failed';
  /** This version. */
  now: string;
  /** The newer one, once it was found. */
  version: string;
  /** How much of it was fetched, from 0 to 1. */
  share: number;
}

/** Who is signed in. */
export interface SignedIn {
  token: string;
  /** The person's own identifier. */
  id: number;
}

/**
 * `look`: only how they stand. `show`: shows the pages of one, at a place in them (a hash). `meet`: looks who is at an address
 * or behind a link. `join`: joins, and shows it. `leave`: signs out there, and forgets it. `trust`: takes the key that its host
 * shows now for that of the community.
 */
export type CommunitiesAction =
  | { action: 'look' }
  | { action: 'show'; id: string; place?: string | undefined }
  | { action: 'meet'; address: string }
  | { action: 'join'; address: string; key: string; name?: string | undefined; place?: string | undefined }
  | { action: 'leave'; id: string }
  | { action: 'trust'; id: string; key: string };

/** The communities that the window can show: the own one first, then those that were joined. */
export type Communities = CommunityThere[];

/** One of them. */
export interface CommunityThere {
  /** `main` is the own one. */
  id: string;
  /** Its identifier of itself; 0 while it is not known. */
  number: number;
  /** "" while it is not known, or not made. */
  name: string;
  /** Its picture in small as a data: URI, as it was seen last; "" for none. */
  picture: string;
  /** Unread messages; 0 while nobody is signed in. */
  unread: number;
  /** How its host was found last; `blocked` where another community is at its addresses. */
  state: 'unknown' | 'here' | 'away' | 'blocked';
  /** `HOST:PORT` where it was found last; "" for the own one. */
  address: string;
  /** That and the others that it is looked for at. */
  addresses: string[];
  /** The fingerprint of its key. */
  key: string;
  /** That of the community that is there instead, while it is blocked. */
  shown: string | null;
}

/** Who was met at an address. */
export interface Met {
  /** The name of the community in the window, where it is there already. */
  id: string | null;
  /** Its identifier of itself. */
  number: number;
  name: string;
  members: number;
  /** `HOST:PORT`. */
  address: string;
  /** The fingerprint of its key. */
  key: string;
  /** The key came with the link; else it is the host's own word. */
  isVouched: boolean;
  /** Where the link leads in its pages, as a hash. */
  place: string;
}

/** A file that is dragged out, with the name that it gets there. */
export interface DraggedFile {
  /** Where its content is among the pages, from the first slash on. */
  path: string;
  name: string;
}

/** What a person chose about notifications, and the language of whose pages they did. */
export type ChosenAlerts = AlertChoices & { language: string };

/** A click on a system notification, or a reply (`text`) typed into it. */
export interface AlertAnswer {
  tag: string;
  text?: string;
}

/** How the program lives on this computer. What is null can't be chosen here. */
export interface Desk {
  /** It is started with the computer. */
  opensAtLogin: boolean | null;
  /** It goes on without its window, as an icon beside the clock. */
  keepsInTray: boolean | null;
  /** Misspelled words are marked, for which dictionaries were fetched. */
  checksSpelling: boolean | null;
  /** It had broken down and was opened again. Told once. */
  hasRecovered: boolean;
}
export type DeskChange = Partial<Record<'opensAtLogin' | 'keepsInTray' | 'checksSpelling', boolean>>;

/**
 * The demo community's ID, which is also the host name of its pages. Browser storage, the demo's folder and its marker
 * file `practice.json` are stored under this earlier name on users' disks, so it stays.
 */
export const DEMO_ID = 'practice';

/**
 * `look`: only returns the state. `open`: creates the demo if it is missing (half a minute), and shows it. `enter`: returns
 * a session for its pages. `leave`: shows the person's own community again. `wipe`: deletes the demo, and leaves it.
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

export type CameraAction = (typeof cameraActions)[number];
export const cameraActions = ['open', 'close'] as const;

/** `begin`: searches, anew where it was searching. `look`: only what was found so far. `end`: no more. */
export type FindingAction = (typeof findingActions)[number];
export const findingActions = ['begin', 'look', 'end'] as const;

export interface FindingState {
  /** Not all were asked yet; takes five seconds at most. */
  isSearching: boolean;
  /** This computer is in a network at all. */
  hasNetwork: boolean;
  /** Those that were reached come first. */
  found: FoundCommunity[];
}

/** A community in the network. Its key is that of the certificate where it was reached, else what was announced. */
export interface FoundCommunity {
  name: string;
  /** The fingerprint of the community's key. */
  key: string;
  /** `HOST:PORT`, the likeliest first. */
  addresses: string[];
  /** It answered at these addresses; else it is announced there, and doesn't answer. */
  isReached: boolean;
}

/**
 * The broken link between this computer and a host. `fine`: none from here. `no_network`: this computer is in none.
 * `unknown_name`: nobody knows the host's name. `other_network`: it is in another network. `tunnel`: in another one, and a VPN is
 * on. `moved`: it is at another address now. `asleep`: the machine says nothing at all. `blocked`: the machine is awake, its
 * port is silent. `not_shared`: the machine refuses. `not_a_host`: something else is there. `wrong_key`: another community is
 * there. `strange_name`: it doesn't answer under this name. `failing`: it is there and doesn't answer rightly.
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

/** One link of the way to a host, in their order, and how it is. */
export interface DiagnosisStep {
  step: 'network' | 'way' | 'machine' | 'port' | 'community' | 'answer';
  outcome: 'good' | 'bad' | 'untried';
}

/** What came from one address of a host: it, something else that is not it or not well, or nothing. */
export interface TriedAddress {
  /** `HOST:PORT`. */
  address: string;
  answer: 'community' | 'other' | 'nothing';
}

export interface Diagnosis {
  verdict: Verdict;
  steps: DiagnosisStep[];
  /** Every address that was tried, in the order given. */
  tried: TriedAddress[];
  /** `HOST:PORT` that it is about. */
  address: string;
  /** This computer's address, as the host would see it; "" for none. */
  ownAddress: string;
  /** `HOST:PORT` at which the community was met in place of it; "" for nowhere. */
  foundAt: string;
  /** A network of this computer leads through another one. */
  hasTunnel: boolean;
}

/** What goes with a call; `key` is the Idempotency-Key of a write. */
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

/** The answer to a call: Electron would carry no more of an error than its message. */
export type Envelope =
  | {
      ok: true;
      value: unknown;
      /** The number of the last event that the answer is sure to know of. */
      seq?: number;
    }
  | {
      ok: false;
      error: ErrorBody;
      /** No answer came: what was asked may or may not have been done. */
      isUnreachable?: boolean;
    };

/** The answer to a call for a file, which the desktop itself puts on the disk: whether the person wanted it to. */
export interface Saved {
  Saved: boolean;
}

/** What is heard on the line: the socket's frames, and its end with a socket's close code. */
export type BridgeFrame = Frame | { Type: 'closed'; code: number };
