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
  /** `words` are those that are looked for. */
  | { view: 'search'; words?: string }
  /** Without a page: the list of pages, which a narrow window shows alone. */
  | { view: 'settings'; page?: SettingsPage }
  /** `setup` and `step` are those of making the community; without a step it is the first. */
  | { view: 'entrance'; page: Entrance; setup?: string; step?: 2 | 3 }
  | { view: 'join'; code: string }
  | { view: 'states' }
  | { view: 'nowhere' };

/**
 * Reads an address: `#/chats/12/34` is message 34 of dialog 12, `#/people?list=find`, `#/people/olena`, `#/settings/privacy`, `#/search?q=words`,
 * `#/welcome?setup=CODE&step=2`, `#/join/CODE`. An empty one is the chats; an unknown one is nowhere.
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
    case 'search': {
      const words = parameters.get('q');
      return words ? { view, words } : { view };
    }
    case 'notifications':
    case 'states':
      return { view };
    default:
      return entranceAt(view, parameters);
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
    case 'search':
      return route.words ? `#/search?${new URLSearchParams({ q: route.words })}` : '#/search';
    case 'entrance':
      return entranceAddress(route);
    case 'join':
      return `#/join/${encodeURIComponent(route.code)}`;
    case 'nowhere':
      return '#/nowhere';
    default:
      return `#/${route.view}`;
  }
}

/** The whole address of a place, for somebody else's browser; null where these pages have none that others can open. */
export function addressForOthers(route: Route): string | null {
  if (!location.protocol.startsWith('http')) return null;
  return `${location.origin}${location.pathname}${addressOf(route)}`;
}

/** Asked before the place is left; gets the way to go on after all, for once the answer is yes. */
export type Guard = (goOn: () => void) => void;

class Router {
  #route = $state.raw<Route>(routeAt(location.hash));
  #guard: Guard | null = null;
  /** The number of this entry of the history, so that it is known which way a step went. */
  #step = stepHere() ?? 0;

  constructor() {
    history.replaceState({ step: this.#step }, '');
    addEventListener('hashchange', () => this.#arrive());
  }

  /** Where we are; reactive. */
  get route(): Route {
    return this.#route;
  }

  /** Goes to a place; `replace` leaves no step back to where we were. */
  go(route: Route, { replace = false } = {}): void {
    const address = addressOf(route);
    if (this.#guard && address !== addressOf(this.#route)) {
      return this.#guard(() => this.#pass(() => this.go(route, { replace })));
    }
    if (address !== location.hash) {
      if (!replace) this.#step++;
      if (replace) history.replaceState({ step: this.#step }, '', address);
      else history.pushState({ step: this.#step }, '', address);
    }
    this.#route = route;
  }

  /** Goes back to where one came from; to `otherwise` where these pages began here. */
  back(otherwise: Route): void {
    if (this.#step > 0) history.back();
    else this.go(otherwise, { replace: true });
  }

  /** Nothing leaves this place unless the guard lets it; gives the way to stop. One at a time. */
  protect(guard: Guard): () => void {
    this.#guard = guard;
    return () => {
      if (this.#guard === guard) this.#guard = null;
    };
  }

  /** The address has changed: by a link, by hand, or by a step through the history. */
  #arrive(): void {
    // A new entry has no number yet: it comes after the one that we stand at.
    const step = stepHere() ?? this.#step + 1;
    const steps = step - this.#step;
    if (!this.#guard || steps === 0) return this.#stand(step);
    // The browser has gone there already: it goes back, and once more when it may.
    if (stepHere() === undefined) history.replaceState({ step }, '');
    history.go(-steps);
    this.#guard(() => this.#pass(() => history.go(steps)));
  }

  #stand(step: number): void {
    this.#step = step;
    if (stepHere() === undefined) history.replaceState({ step }, '');
    this.#route = routeAt(location.hash);
  }

  #pass(go: () => void): void {
    this.#guard = null;
    go();
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

function entranceAt(name: string, parameters: URLSearchParams): Route {
  const page = entrances.find((one) => one === name);
  if (!page) return { view: 'nowhere' };
  const [setup, step] = [parameters.get('setup'), parameters.get('step')];
  return {
    view: 'entrance',
    page,
    ...(setup && { setup }),
    ...((step === '2' || step === '3') && { step: step === '2' ? 2 : 3 }),
  };
}

function entranceAddress({ page, setup, step }: Extract<Route, { view: 'entrance' }>): string {
  const query = new URLSearchParams({ ...(setup && { setup }), ...(step && { step: String(step) }) });
  return `#/${page}${query.size ? `?${query}` : ''}`;
}

function stepHere(): number | undefined {
  const state = history.state as { step?: unknown } | null;
  return typeof state?.step === 'number' ? state.step : undefined;
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
