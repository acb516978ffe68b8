import { addressOf, type Route } from '../shared/routes';
import { routeAt } from '../shared/route-parsing';

/**
 * What an invitation or an app asked for before the person signed in, perhaps by way of registration. It is stored for
 * this tab, because reading the mailed code may reload the page.
 */
export class WantedRoute {
  #address = read();

  /** Remembers a route. */
  note(route: Route): void {
    this.#set(addressOf(route));
  }

  /** Returns the route and forgets it; null if there is none. */
  take(): Route | null {
    const address = this.#address;
    if (address === null) return null;
    this.#set(null);
    return routeAt(address);
  }

  #set(address: string | null): void {
    this.#address = address;
    try {
      if (address === null) sessionStorage.removeItem(KEY);
      else sessionStorage.setItem(KEY, address);
    } catch {
      // Without storage it is remembered until the page is closed.
    }
  }
}

function read(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

const KEY = 'courtyard.wanted';
