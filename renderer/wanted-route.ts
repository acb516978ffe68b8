import { addressOf, type Route } from '../shared/routes';
import { readForTab, storeForTab } from './api/storage';
import { routeAt } from '../shared/route-parsing';

/**
 * What an invitation or an app asked for before the person signed in, perhaps by way of registration. It is stored for
 * this tab, because reading the mailed code may reload the page.
 */
export class WantedRoute {
  #address = readForTab(KEY);

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
    storeForTab(KEY, address);
  }
}

const KEY = 'courtyard.wanted';
