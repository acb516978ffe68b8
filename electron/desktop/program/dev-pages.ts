import { net, type Protocol } from 'electron';
import { WINDOW_HEADERS } from '../../doors/security-headers';
import { isOwnPage, OWN_SCHEME, type AnswerBytes } from '../window/scheme';

/** Permissions of the development pages: hot reload uses a local WebSocket, for which Chromium asks permission. */
export const DEV_PERMISSIONS = ['loopback-network', 'local-network-access'];

/**
 * For `npm run dev -- --desktop`: serves the scheme from a development server with hot reload. Everything else works
 * as with the built pages.
 */
export function proxyDevPages(protocol: Protocol, server: string, answerBytes: AnswerBytes): void {
  protocol.handle(OWN_SCHEME.scheme, async (request) => {
    const { url, method } = request;
    if (!isOwnPage(url)) return new Response(null, { status: 404 });
    const bytes = await answerBytes(request);
    if (bytes) return bytes;
    const { pathname, search } = new URL(url);
    const response = await net.fetch(new URL(pathname + search, server).href, { method });
    const headers = new Headers(response.headers);
    headers.set('permissions-policy', WINDOW_HEADERS['permissions-policy'] ?? '');
    return new Response(response.body, { status: response.status, headers });
  });
}
