/**
 * The pages of Settings, as in their URLs. `outbox` and `computer` are for pages of a community hosted elsewhere,
 * those from `community` on for admins.
 */
export const settingsPages = [
  'profile',
  'privacy',
  'account',
  'sessions',
  'apps',
  'appearance',
  'language',
  'notifications',
  'outbox',
  'offline',
  'computer',
  'about',
  'community',
  'network',
  'members',
  'invitations',
  'reports',
  'promos',
  'mail',
  'storage',
  'backups',
  'standby',
] as const;
export type SettingsPage = (typeof settingsPages)[number];

/** The lists of People, as in their URLs; the first is the default. */
export const peopleLists = ['friends', 'incoming', 'outgoing', 'find'] as const;
export type PeopleListName = (typeof peopleLists)[number];

/** Whose posts the feed shows, as in its URL; the first is the default. */
export const feedSources = ['all', 'friends', 'subscriptions', 'everyone'] as const;
export type FeedSource = (typeof feedSources)[number];

/** What a profile shows in place of the wall, as in its URL. */
export const personTabs = ['photos', 'music', 'friends', 'followers', 'subscriptions', 'gifts'] as const;
export type PersonTab = (typeof personTabs)[number];

/** The sections of Music, as in their URLs; the first is the default. */
export const musicShelves = ['tracks', 'albums', 'artists', 'playlists'] as const;
export type MusicShelf = (typeof musicShelves)[number];

/** The pages shown before sign-in, as in their URLs. */
export const entrances = ['welcome', 'sign-in', 'register', 'confirm', 'reset'] as const;
export type EntrancePage = (typeof entrances)[number];

/**
 * Every view of the application. `messageId` opens a conversation at that message; with `threadId`, the thread of that
 * message beside it.
 */
export type Route =
  | { view: 'chats'; dialogId?: number; messageId?: number; threadId?: number }
  | { view: 'people'; list: PeopleListName }
  | { view: 'person'; user: string; tab?: PersonTab }
  | { view: 'feed'; source: FeedSource }
  /** `commentId` is the comment to scroll to. */
  | { view: 'post'; postId: number; commentId?: number }
  /** `name` opens an album (of `artist`) or an artist. */
  | { view: 'music'; shelf: MusicShelf; name?: string; artist?: string }
  | { view: 'playlist'; playlistId: number }
  /** `folder` is a path like `Flat/Bills`; `fileId` is the file to preview. */
  | { view: 'files'; folder?: string; fileId?: number }
  /** `videoId` is played from `seconds` on. */
  | { view: 'videos'; videoId?: number; seconds?: number }
  /** Public groups and channels. */
  | { view: 'discover' }
  /** The calendar of events; `day` is a date like `2026-11-28`, today if it is missing. */
  | { view: 'calendar'; day?: string }
  | { view: 'notifications' }
  /** `words` is the search query. */
  | { view: 'search'; query?: string }
  /** Without a page: the list of pages, which a narrow window shows alone. */
  | { view: 'settings'; page?: SettingsPage }
  /** `setup` and `step` belong to setting up a community; the default is the first step. */
  | { view: 'entrance'; page: EntrancePage; setup?: string; step?: 2 | 3 }
  | { view: 'join'; code: string }
  /** Joining a remote community, desktop only; `link` is opened at once. */
  | { view: 'joining'; link?: string }
  /** `request` is the query that an app of another maker sent (OAuth). */
  | { view: 'authorize'; request: string }
  | { view: 'states' }
  | { view: 'nowhere' };

/** Returns the hash of a route, with its `#`, for `href`. */
export function addressOf(route: Route): string {
  switch (route.view) {
    case 'chats':
      return addressIn('chats', [route.dialogId, route.messageId], { thread: route.threadId });
    case 'people':
      return addressIn('people', [], { list: route.list === 'friends' ? undefined : route.list });
    case 'person':
      return addressIn('people', [route.user, route.tab]);
    case 'feed':
      return addressIn('feed', [], { of: route.source === 'all' ? undefined : route.source });
    case 'post':
      return addressIn('posts', [route.postId, route.commentId]);
    case 'music':
      return route.shelf === 'tracks'
        ? '#/music'
        : addressIn('music', [route.shelf, route.name], { by: route.artist });
    case 'playlist':
      return addressIn('music', ['playlists', route.playlistId]);
    case 'files':
      return addressIn('files', [], { in: route.folder, file: route.fileId });
    case 'videos':
      return addressIn('videos', [route.videoId], { t: route.seconds });
    case 'settings':
      return addressIn('settings', [route.page]);
    case 'calendar':
      return addressIn('calendar', [route.day]);
    case 'search':
      return addressIn('search', [], { q: route.query });
    case 'entrance':
      return entranceAddress(route);
    case 'join':
      return addressIn('join', [route.code]);
    case 'joining':
      return addressIn('joining', [], { link: route.link });
    case 'authorize':
      return `#/authorize?${route.request}`;
    case 'nowhere':
      return '#/nowhere';
    default:
      return `#/${route.view}`;
  }
}

/** Returns the route of a message, in its thread if it is a reply there. */
export function routeOfMessage(message: {
  ID: number;
  Dialog: { ID: number };
  Thread?: number | undefined;
}): Route {
  const { ID: messageId, Dialog, Thread: threadId } = message;
  return { view: 'chats', dialogId: Dialog.ID, messageId, ...(threadId && { threadId }) };
}

/** Returns the hash for setting up a new community with its code. */
export function addressOfSetup(code: string): string {
  return addressOf({ view: 'entrance', page: 'welcome', setup: code });
}

/** Returns the hash of a person's profile, by tag if they have one. */
export function addressOfPerson(person: { ID: number; Link: string }): string {
  return addressOf({ view: 'person', user: person.Link || String(person.ID) });
}

/** Builds a hash from path segments and a query, omitting undefined ones. */
function addressIn(
  view: string,
  parts: readonly (string | number | undefined)[],
  query: Record<string, string | number | undefined> = {},
): string {
  const path = [view, ...parts.filter((part) => part !== undefined).map((part) => encodeURIComponent(part))];
  const entries = Object.entries(query).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, String(value)] as [string, string]],
  );
  return `#/${path.join('/')}${entries.length ? `?${new URLSearchParams(entries)}` : ''}`;
}

function entranceAddress({ page, setup, step }: Extract<Route, { view: 'entrance' }>): string {
  return addressIn(page, [], { setup: setup || undefined, step });
}
