import { net, type Protocol } from 'electron';
import { isOwnPage, OWN_SCHEME } from './scheme';

/** The pages hear of changes over a socket of this machine's network, which Chromium asks about. */
export const DEV_PERMISSIONS = ['loopback-network', 'local-network-access'];

/**
 * While developing (`npm run dev -- --desktop`): answers the scheme from a server whose pages follow their files. To the pages
 * and to the rest of the program all is as it is with the built ones.
 */
export function relayPages(protocol: Protocol, server: string): void {
  protocol.handle(OWN_SCHEME.scheme, ({ url, method }) => {
    if (!isOwnPage(url)) return new Response(null, { status: 404 });
    const { pathname, search } = new URL(url);
    return net.fetch(new URL(pathname + search, server).href, { method });
  });
}
