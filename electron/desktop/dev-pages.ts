import type { Protocol } from 'electron';
import { isOwnPage, OWN_SCHEME } from './scheme';

/**
 * While developing (`npm run dev -- --desktop`): answers the scheme from a server whose pages follow their files. To the pages
 * and to the rest of the program all is as it is with the built ones.
 */
export function relayPages(protocol: Protocol, server: string): void {
  protocol.handle(OWN_SCHEME.scheme, ({ url, method }) => {
    if (!isOwnPage(url)) return new Response(null, { status: 404 });
    const { pathname, search } = new URL(url);
    return fetch(new URL(pathname + search, server), { method });
  });
}
