import { routeAt } from '../shared/route-parsing';
import { addressOf, type Route } from '../shared/routes';
import { HistoryEntries } from './history-entries';
import { Visits, type Visit } from './visits';

/** Called before navigation leaves the page. Call `goOn` to continue the navigation once the person agrees. */
export type Guard = (goOn: () => void) => void;

interface GoOptions {
  /** Adds no history entry. */
  replace?: boolean;
  /** The visit to continue at the new entry. */
  visit?: Visit;
  /** Begins at the top of the lists. */
  isStart?: boolean;
}

class Router {
  #route = $state.raw<Route>(routeAt(location.hash));
  /** The route that was opened at its start. */
  #start: Route | null = null;
  #guard: Guard | null = null;
  readonly #visits = new Visits();
  readonly #entries = new HistoryEntries((index) => this.#visits.discardFrom(index));
  /** Whether a step back was requested that the browser has not finished. */
  #isGoingBack = false;

  constructor() {
    addEventListener('popstate', () => (this.#isGoingBack = false));
    addEventListener('hashchange', () => this.#arrive());
    addEventListener('click', (event) => this.#followAgain(event));
  }

  /** The current route. Reactive: a new object for each navigation, also for a link to the current address. */
  get route(): Route {
    return this.#route;
  }

  /** Whether `goToStart` opened the current route, so that its lists begin at their top. Reactive. */
  get isAtStart(): boolean {
    return this.#start === this.#route;
  }

  /** The saved state of the current visit. */
  get visit(): Visit {
    return this.#visits.at(this.#entries.pageIndex);
  }

  /**
   * Returns view state that survives a return through the history: the first call in a visit creates it with `make`,
   * later calls return the same value. Every other visit gets its own. `name` identifies the state within the visit.
   */
  cached<T>(name: string, make: () => T): T {
    const { cache } = this.visit;
    const known = cache.get(name);
    if (known) return known.value as T;
    let value!: T;
    // The state outlives the view that creates it.
    const end = $effect.root(() => void (value = make()));
    cache.set(name, { value, end });
    return value;
  }

  /** Saves the current visit under a name, to resume it at `route`. */
  bookmark(name: string, route: Route): void {
    this.#visits.bookmark(name, route, this.#entries.pageIndex);
  }

  /** Returns the route of a bookmark, if there is one. Not reactive. */
  bookmarked(name: string): Route | undefined {
    return this.#visits.bookmarked(name)?.route;
  }

  /** Goes to a bookmark by a new history entry, with the scroll positions and the state of the visit. */
  resume(name: string): void {
    const bookmark = this.#visits.bookmarked(name);
    if (bookmark) this.go(bookmark.route, { visit: bookmark.visit });
  }

  /** Goes to a route and to the top of its lists, also if it is the current one. */
  goToStart(route: Route): void {
    this.go(route, { isStart: true });
  }

  /** Discards the state of all visits, because another person may sign in. */
  forget(): void {
    this.#visits.clear();
  }

  /** Navigates to a route; `replace` adds no history entry. */
  go(route: Route, options: GoOptions = {}): void {
    const { replace = false, visit, isStart = false } = options;
    const address = addressOf(route);
    if (this.#guard && address !== addressOf(this.#route)) {
      return this.#guard(() => this.#pass(() => this.go(route, options)));
    }
    const go = () => {
      if (address !== location.hash) {
        if (replace) this.#entries.replace(address);
        else this.#entries.push(address);
        if (visit) this.#visits.resume(this.#entries.pageIndex, visit);
      }
      // A new object even for the current route, so that its readers notice this navigation.
      this.#route = { ...route };
      this.#start = isStart ? this.#route : null;
    };
    // A pending step would change the address again, and open overlays must leave the history first.
    if (replace) this.#entries.atPage(go);
    else this.#entries.afterStep(go);
  }

  /**
   * Registers an open overlay until the returned function is called: on a touch screen, a step back closes it with
   * `close` before it navigates.
   */
  registerOverlay(close: () => void): () => void {
    return this.#entries.registerOverlay(close);
  }

  /**
   * Goes one step back, even if called again before the step is done; goes to `otherwise` if the history of this client
   * starts here.
   */
  back(otherwise: Route): void {
    if (this.#entries.pageIndex === 0) return this.go(otherwise, { replace: true });
    // A step that is no longer pending was dropped by the browser.
    if (this.#isGoingBack && this.#entries.isMoving) return;
    this.#isGoingBack = true;
    this.#entries.atPage(() => this.#entries.travelTo(this.#entries.pageIndex - 1));
  }

  /** Goes to the parent page: a step back if the person came from there, so that the next one does not return here. */
  up(route: Route): void {
    const { previousAddress } = this.#entries;
    const previous = previousAddress === null ? null : addressOf(routeAt(previousAddress));
    if (previous === addressOf(route)) this.back(route);
    else this.go(route);
  }

  /**
   * Calls the guard before each navigation away from the page; returns a function that removes it. One guard at a time.
   */
  protect(guard: Guard): () => void {
    this.#guard = guard;
    return () => {
      if (this.#guard === guard) this.#guard = null;
    };
  }

  /** Handles a changed address: a followed link, a typed address, or a step through the history. */
  #arrive(): void {
    const entries = this.#entries;
    const index = entries.browserIndex();
    if (!this.#guard || index === entries.index) return this.#settle();
    // The browser has already moved: go back now, and forward again if the guard allows it.
    const route = routeAt(location.hash);
    const { created } = entries;
    entries.turnBack();
    this.#guard(() =>
      this.#pass(() => {
        // A navigation in the meantime may have replaced that entry.
        const isThere = index < entries.index || created === entries.created;
        if (isThere) entries.travelTo(index);
        else this.go(route);
      }),
    );
  }

  /** Browsers emit no event for a link to the current address; treat it as a new navigation. */
  #followAgain(event: MouseEvent): void {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element && event.target.closest('a');
    if (!link || link.target || link.href !== location.href) return;
    this.#route = routeAt(location.hash);
  }

  #settle(): void {
    const isWhereItWas = this.#entries.browserIndex() === this.#entries.index;
    this.#entries.accept();
    // After a step back that came before the events of the link it undid, no one has left the page.
    if (!isWhereItWas) this.#route = routeAt(location.hash);
  }

  #pass(go: () => void): void {
    this.#guard = null;
    go();
  }
}

export const router = new Router();
