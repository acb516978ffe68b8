/** The pages of Settings, by their address. The later ones are for owners and admins. */
export const settingsPages = [
  'profile',
  'privacy',
  'account',
  'sessions',
  'appearance',
  'language',
  'about',
  'community',
  'members',
  'invitations',
  'reports',
  'mail',
] as const;
export type SettingsPage = (typeof settingsPages)[number];

/** The lists of People, by their address; the first is the usual one. */
export const peopleLists = ['friends', 'incoming', 'outgoing', 'find'] as const;
export type PeopleList = (typeof peopleLists)[number];

/** The pages for who is not signed in, by their address. */
export const entrances = ['welcome', 'sign-in', 'register', 'confirm', 'reset'] as const;
export type Entrance = (typeof entrances)[number];

/** Every place of the application. `messageId` opens a conversation at that message. */
export type Route =
  | { view: 'chats'; dialogId?: number; messageId?: number }
  | { view: 'people'; list: PeopleList }
  | { view: 'person'; user: string }
  | { view: 'notifications' }
  /** Without a page: the list of pages, which a narrow window shows alone. */
  | { view: 'settings'; page?: SettingsPage }
  | { view: 'entrance'; page: Entrance; setup?: string }
  | { view: 'join'; code: string }
  | { view: 'states' }
  | { view: 'nowhere' };

/**
 * Reads an address: `#/chats/12/34` is message 34 of dialog 12, `#/people?list=find`, `#/people/olena`, `#/settings/privacy`,
 * `#/welcome?setup=CODE`, `#/join/CODE`. An empty one is the chats; an unknown one is nowhere.
 */
export function routeAt(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split('?', 2);
  const [view = '', first, second, ...more] = path.split('/').filter(Boolean).map(decoded);
  const parameters = new URLSearchParams(query);
  if (more.length > 0) return { view: 'nowhere' };
  switch (view) {
    case '':
    case 'chats':
      return chatAt(first, second);
    case 'people':
      return first
        ? { view: 'person', user: first }
        : { view: 'people', list: listAt(parameters.get('list')) };
    case 'settings':
      return settingsAt(first);
    case 'join':
      return first ? { view: 'join', code: first } : { view: 'nowhere' };
    case 'notifications':
    case 'states':
      return { view };
    default:
      return entranceAt(view, parameters.get('setup'));
  }
}

/** The address of a place, with its `#`: for `href`. */
export function addressOf(route: Route): string {
  switch (route.view) {
    case 'chats':
      return `#/${['chats', route.dialogId, route.messageId].filter(Boolean).join('/')}`;
    case 'people':
      return route.list === 'friends' ? '#/people' : `#/people?list=${route.list}`;
    case 'person':
      return `#/people/${encodeURIComponent(route.user)}`;
    case 'settings':
      return route.page ? `#/settings/${route.page}` : '#/settings';
    case 'entrance':
      return `#/${route.page}${route.setup ? `?setup=${encodeURIComponent(route.setup)}` : ''}`;
    case 'join':
      return `#/join/${encodeURIComponent(route.code)}`;
    case 'nowhere':
      return '#/nowhere';
    default:
      return `#/${route.view}`;
  }
}

class Router {
  #route = $state.raw<Route>(routeAt(location.hash));

  constructor() {
    addEventListener('hashchange', () => (this.#route = routeAt(location.hash)));
  }

  /** Where we are; reactive. */
  get route(): Route {
    return this.#route;
  }

  /** Goes to a place; `replace` leaves no step back to where we were. */
  go(route: Route, { replace = false } = {}): void {
    const address = addressOf(route);
    if (address !== location.hash) {
      if (replace) history.replaceState(history.state, '', address);
      else history.pushState(null, '', address);
    }
    this.#route = route;
  }

  back(): void {
    history.back();
  }
}

function chatAt(dialog: string | undefined, message: string | undefined): Route {
  if (dialog === undefined) return { view: 'chats' };
  const dialogId = identifier(dialog);
  if (dialogId === undefined) return { view: 'nowhere' };
  if (message === undefined) return { view: 'chats', dialogId };
  const messageId = identifier(message);
  return messageId === undefined ? { view: 'nowhere' } : { view: 'chats', dialogId, messageId };
}

function settingsAt(name: string | undefined): Route {
  if (name === undefined) return { view: 'settings' };
  const page = settingsPages.find((one) => one === name);
  return page ? { view: 'settings', page } : { view: 'nowhere' };
}

function listAt(name: string | null): PeopleList {
  return peopleLists.find((one) => one === name) ?? peopleLists[0];
}

function entranceAt(name: string, setup: string | null): Route {
  const page = entrances.find((one) => one === name);
  if (!page) return { view: 'nowhere' };
  return { view: 'entrance', page, ...(setup && { setup }) };
}

function identifier(text: string): number | undefined {
  const value = Number(text);
  return /^\d+$/.test(text) && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The one router of these pages. */
export const router = new Router();
