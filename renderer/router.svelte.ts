import { addressOf, routeAt, type Route } from '../shared/routes';
import { Visits, type Visit } from './visits';

/** Asked before the place is left; gets the way to go on after all, for once the answer is yes. */
export type Guard = (goOn: () => void) => void;

class Router {
  #route = $state.raw<Route>(routeAt(location.hash));
  #guard: Guard | null = null;
  /** The number of this entry of the history, so that it is known which way a step went. */
  #step = stepHere() ?? 0;
  readonly #visits = new Visits();
  /** A step back was asked for, which the browser takes a while for. */
  #isGoingBack = false;

  constructor() {
    history.replaceState({ step: this.#step }, '');
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
    return this.#visits.at(this.#step);
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
    if (address !== location.hash) {
      if (!replace) this.#visits.begin(++this.#step);
      if (replace) history.replaceState({ step: this.#step }, '', address);
      else history.pushState({ step: this.#step }, '', address);
    }
    this.#route = route;
  }

  /** Goes back to where one came from, a step however often it is asked; to `otherwise` where these pages began here. */
  back(otherwise: Route): void {
    if (this.#step === 0) return this.go(otherwise, { replace: true });
    if (this.#isGoingBack) return;
    this.#isGoingBack = true;
    history.back();
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

  /** A browser says nothing of a link to the very place where it is, and one follows it to be brought there again. */
  #followAgain(event: MouseEvent): void {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element && event.target.closest('a');
    if (!link || link.target || link.href !== location.href) return;
    this.#route = routeAt(location.hash);
  }

  #stand(step: number): void {
    this.#step = step;
    if (stepHere() === undefined) {
      history.replaceState({ step }, '');
      this.#visits.begin(step);
    }
    this.#route = routeAt(location.hash);
  }

  #pass(go: () => void): void {
    this.#guard = null;
    go();
  }
}

function stepHere(): number | undefined {
  const state = history.state as { step?: unknown } | null;
  return typeof state?.step === 'number' ? state.step : undefined;
}

/** The one router of these pages. */
export const router = new Router();
