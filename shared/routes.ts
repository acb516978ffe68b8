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

/**
 * Parses a hash: `#/chats/12/34` is message 34 of dialog 12, `#/chats/12/34?thread=30` the same in the thread of message 30,
 * `#/people?list=find`, `#/people/olena/photos`,
 * `#/feed?of=friends`, `#/posts/9/31` is comment 31 of post 9, `#/music/albums/Songs?by=Trio`, `#/music/playlists/4`,
 * `#/files?in=Flat/Bills&file=7`, `#/videos/7?t=252`, `#/settings/privacy`, `#/search?q=words`,
 * `#/calendar/2026-11-28`, `#/welcome?setup=CODE&step=2`, `#/join/CODE`, `#/joining?link=ADDRESS`, `#/authorize?client_id=…`. An empty one is
 * the chats, an unknown one the not-found view.
 */
export function routeAt(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split('?', 2);
  const [view = '', first, second, ...more] = path.split('/').filter(Boolean).map(decodePart);
  const parameters = new URLSearchParams(query);
  if (more.length > 0) return NOWHERE;
  switch (view) {
    case '':
    case 'chats':
      return chatAt(first, second, parameters.get('thread'));
    case 'people':
      return first
        ? personAt(first, second)
        : { view: 'people', list: optionOrDefault(peopleLists, parameters.get('list')) };
    case 'feed':
      return first ? NOWHERE : { view, source: optionOrDefault(feedSources, parameters.get('of')) };
    case 'posts':
      return postAt(first, second);
    case 'music':
      return musicAt(first, second, parameters.get('by'));
    case 'files':
      return first ? NOWHERE : filesAt(parameters);
    case 'videos':
      return second ? NOWHERE : videosAt(first, parameters.get('t'));
    case 'settings':
      return settingsAt(first);
    case 'calendar':
      return second ? NOWHERE : calendarAt(first);
    case 'join':
      return first ? { view: 'join', code: first } : NOWHERE;
    case 'search': {
      const query = parameters.get('q');
      return query ? { view, query } : { view };
    }
    case 'joining': {
      const link = parameters.get('link');
      return link ? { view, link } : { view };
    }
    case 'authorize':
      // Addresses in it may contain question marks of their own.
      return { view, request: hash.includes('?') ? hash.slice(hash.indexOf('?') + 1) : '' };
    case 'discover':
    case 'notifications':
    case 'states':
      return { view };
    default:
      return entranceAt(view, parameters);
  }
}

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

/** Returns the hash for setting up a new community with its code. */
export function addressOfSetup(code: string): string {
  return addressOf({ view: 'entrance', page: 'welcome', setup: code });
}

/** Returns the hash of a person's profile, by tag if they have one. */
export function addressOfPerson(person: { ID: number; Link: string }): string {
  return addressOf({ view: 'person', user: person.Link || String(person.ID) });
}

const NOWHERE: Route = { view: 'nowhere' };

function chatAt(dialog: string | undefined, message: string | undefined, thread: string | null): Route {
  if (dialog === undefined) return { view: 'chats' };
  const dialogId = identifier(dialog);
  if (dialogId === undefined) return NOWHERE;
  const threadId = identifier(thread ?? '');
  const place = { view: 'chats', dialogId, ...(threadId !== undefined && { threadId }) } as const;
  if (message === undefined) return place;
  const messageId = identifier(message);
  return messageId === undefined ? NOWHERE : { ...place, messageId };
}

function personAt(user: string, tab: string | undefined): Route {
  if (tab === undefined) return { view: 'person', user };
  const found = personTabs.find((one) => one === tab);
  return found ? { view: 'person', user, tab: found } : NOWHERE;
}

function postAt(post: string | undefined, comment: string | undefined): Route {
  const postId = identifier(post ?? '');
  if (postId === undefined) return NOWHERE;
  if (comment === undefined) return { view: 'post', postId };
  const commentId = identifier(comment);
  return commentId === undefined ? NOWHERE : { view: 'post', postId, commentId };
}

function musicAt(name: string | undefined, second: string | undefined, artist: string | null): Route {
  const shelf = name === undefined ? 'tracks' : musicShelves.find((one) => one === name);
  if (!shelf) return NOWHERE;
  if (second === undefined) return { view: 'music', shelf };
  if (shelf === 'tracks') return NOWHERE;
  if (shelf !== 'playlists') return { view: 'music', shelf, name: second, ...(artist && { artist }) };
  const playlistId = identifier(second);
  return playlistId === undefined ? NOWHERE : { view: 'playlist', playlistId };
}

function filesAt(parameters: URLSearchParams): Route {
  const folder = parameters.get('in');
  const fileId = identifier(parameters.get('file') ?? '');
  return { view: 'files', ...(folder && { folder }), ...(fileId !== undefined && { fileId }) };
}

function videosAt(video: string | undefined, time: string | null): Route {
  if (video === undefined) return { view: 'videos' };
  const videoId = identifier(video);
  const seconds = identifier(time ?? '');
  return videoId === undefined
    ? NOWHERE
    : { view: 'videos', videoId, ...(seconds !== undefined && { seconds }) };
}

function calendarAt(day: string | undefined): Route {
  if (day === undefined) return { view: 'calendar' };
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day));
  return isDate ? { view: 'calendar', day } : NOWHERE;
}

function settingsAt(name: string | undefined): Route {
  if (name === undefined) return { view: 'settings' };
  const page = settingsPages.find((one) => one === name);
  return page ? { view: 'settings', page } : NOWHERE;
}

/** Returns the named option, or the first one. */
function optionOrDefault<T extends string>(all: readonly [T, ...T[]], name: string | null): T {
  return all.find((one) => one === name) ?? all[0];
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

function entranceAt(name: string, parameters: URLSearchParams): Route {
  const page = entrances.find((one) => one === name);
  if (!page) return NOWHERE;
  const [setup, step] = [parameters.get('setup'), parameters.get('step')];
  return {
    view: 'entrance',
    page,
    ...(setup && { setup }),
    ...((step === '2' || step === '3') && { step: step === '2' ? 2 : 3 }),
  };
}

function entranceAddress({ page, setup, step }: Extract<Route, { view: 'entrance' }>): string {
  return addressIn(page, [], { setup: setup || undefined, step });
}

function identifier(text: string): number | undefined {
  const value = Number(text);
  return /^\d+$/.test(text) && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
