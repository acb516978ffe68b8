import { net, type Protocol } from 'electron';
import { WINDOW_HEADERS } from '../../doors/security';
import { isOwnPage, OWN_SCHEME, type AnswerBytes } from '../window/scheme';

/** The pages hear of changes over a socket of this machine's network, which Chromium asks about. */
export const DEV_PERMISSIONS = ['loopback-network', 'local-network-access'];

/**
 * While developing (`npm run dev -- --desktop`): answers the scheme from a server whose pages follow their files. To the pages
 * and to the rest of the program all is as it is with the built ones.
 */
export function relayPages(protocol: Protocol, server: string, answerBytes: AnswerBytes): void {
  protocol.handle(OWN_SCHEME.scheme, async (request) => {
    const { url, method } = request;
    if (!isOwnPage(url)) return new Response(null, { status: 404 });
    const bytes = await answerBytes(request);
    if (bytes) return bytes;
    const { pathname, search } = new URL(url);
    const answer = await net.fetch(new URL(pathname + search, server).href, { method });
    const headers = new Headers(answer.headers);
    headers.set('permissions-policy', WINDOW_HEADERS['permissions-policy'] ?? '');
    return new Response(answer.body, { status: answer.status, headers });
  });
}
