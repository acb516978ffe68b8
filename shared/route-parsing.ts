import {
  entrances,
  feedSources,
  musicShelves,
  peopleLists,
  personTabs,
  settingsPages,
  type Route,
} from './routes';

/**
 * Parses a hash: `#/chats/12/34` is message 34 of dialog 12, `#/chats/12/34?thread=30` the same in the thread of
 * message 30, `#/people?list=find`, `#/people/olena/photos`, `#/feed?of=friends`, `#/posts/9/31` is comment 31 of post
 * 9, `#/music/albums/Songs?by=Trio`, `#/music/playlists/4`, `#/files?in=Flat/Bills&file=7`, `#/videos/7?t=252`,
 * `#/settings/privacy`, `#/search?q=words`, `#/calendar/2026-11-28`, `#/welcome?setup=CODE&step=2`, `#/join/CODE`,
 * `#/joining?link=ADDRESS`, `#/authorize?client_id=…`. An empty one is the chats, an unknown one the not-found view.
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
