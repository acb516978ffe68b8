import { addressOf, routeAt, type Route } from '../shared/routes';
import { Entries } from './entries';
import { Visits, type Visit } from './visits';

/** Asked before the place is left; gets the way to go on after all, for once the answer is yes. */
export type Guard = (goOn: () => void) => void;

class Router {
  #route = $state.raw<Route>(routeAt(location.hash));
  #guard: Guard | null = null;
  readonly #visits = new Visits();
  readonly #entries = new Entries((step) => this.#visits.begin(step));
  /** A step back was asked for, which the browser takes a while for. */
  #isGoingBack = false;

  constructor() {
    addEventListener('popstate', () => (this.#isGoingBack = false));
    addEventListener('hashchange', () => this.#arrive());
    addEventListener('click', (event) => this.#followAgain(event));
  }

  /** Where we are; reactive: another object each time that one goes there, also by a link to the place where one is. */
  get route(): Route {
    return this.#route;
  }

  /** This stay at where we are. */
  get visit(): Visit {
    return this.#visits.at(this.#entries.place);
  }

  /**
   * What a view has read at this place, for when one comes back to it through the history: the same as at the first time,
   * made anew for every other stay. `name` is the view's own.
   */
  kept<T>(name: string, make: () => T): T {
    const { kept } = this.visit;
    const known = kept.get(name);
    if (known) return known.value as T;
    let value!: T;
    // Outlives the view that makes it.
    const end = $effect.root(() => void (value = make()));
    kept.set(name, { value, end });
    return value;
  }

  /** Forgets what was kept for whoever was here. */
  forget(): void {
    this.#visits.clear();
  }

  /** Goes to a place; `replace` leaves no step back to where we were. */
  go(route: Route, { replace = false } = {}): void {
    const address = addressOf(route);
    if (this.#guard && address !== addressOf(this.#route)) {
      return this.#guard(() => this.#pass(() => this.go(route, { replace })));
    }
    const go = () => {
      if (address !== location.hash) {
        if (replace) this.#entries.replace(address);
        else this.#entries.push(address);
      }
      this.#route = route;
    };
    // A step that the browser still takes would end elsewhere, and what lies over a place goes before the place.
    if (replace || this.#entries.isMoving) this.#entries.atPlace(go);
    else go();
  }

  /**
   * Something lies over the place until what is given back is called: on a touch screen, a step back takes it away by `close`
   * before it leads anywhere.
   */
  cover(close: () => void): () => void {
    return this.#entries.cover(close);
  }

  /** Goes back to where one came from, a step however often it is asked; to `otherwise` where these pages began here. */
  back(otherwise: Route): void {
    if (this.#entries.place === 0) return this.go(otherwise, { replace: true });
    if (this.#isGoingBack) return;
    this.#isGoingBack = true;
    this.#entries.atPlace(() => this.#entries.travelTo(this.#entries.place - 1));
  }

  /** Goes to a place that this one belongs to: back to it where one came from there, so that a further step does not return. */
  up(route: Route): void {
    const { before } = this.#entries;
    if (before !== null && addressOf(routeAt(before)) === addressOf(route)) this.back(route);
    else this.go(route);
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
    const entries = this.#entries;
    const step = entries.found();
    if (!this.#guard || step === entries.step) return this.#stand();
    // The browser has gone there already: it goes back, and once more when it may.
    const route = routeAt(location.hash);
    const { begun } = entries;
    entries.turnBack();
    this.#guard(() =>
      this.#pass(() => {
        // What was asked meanwhile may lie where that entry was.
        const isThere = step < entries.step || begun === entries.begun;
        if (isThere) entries.travelTo(step);
        else this.go(route);
      }),
    );
  }

  /** A browser says nothing of a link to the very place where it is, and one follows it to be brought there again. */
  #followAgain(event: MouseEvent): void {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element && event.target.closest('a');
    if (!link || link.target || link.href !== location.href) return;
    this.#route = routeAt(location.hash);
  }

  #stand(): void {
    this.#entries.stand();
    this.#route = routeAt(location.hash);
  }

  #pass(go: () => void): void {
    this.#guard = null;
    go();
  }
}

/** The one router of these pages. */
export const router = new Router();
