import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createServer as createFront, type Server as NetServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { AppError } from '../../../shared/errors';
import { SECURITY_HEADERS } from '../../doors/security-headers';
import { detectTls } from '../../doors/tls-detection';
import { CERTIFICATE_FILE } from '../../sharing/host-certificate';
import { formatMovedTo, MOVED_TO_HEADER } from './moved-to';

/** The ports on which a former host served the community. */
export interface ServedPorts {
  /** The address and port of plain HTTP. */
  host: string;
  port: number;
  /** The port on which the community was shared on the network; null if it wasn't. */
  sharePort: number | null;
}

/** The current host: the name of its machine, and its URLs. */
export interface NewHost {
  machine: string;
  urls: readonly string[];
}

/**
 * Serves the ports of a former host: redirects pages to the new host and answers API calls with `unavailable`, so that
 * clients retry there.
 */
export class RedirectServer {
  /** Those that listen. */
  readonly #listening: NetServer[] = [];
  /** Those that get their connections from one that listens. */
  readonly #passedTo: Server[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #newHost: () => NewHost;
  readonly #logger: Logger;

  constructor(newHost: () => NewHost, logger: Logger) {
    this.#newHost = newHost;
    this.#logger = logger;
  }

  /** Listens on the former ports and skips those in use. `folder` has the former host's certificate. */
  async open(folder: string, { host, port, sharePort }: ServedPorts): Promise<void> {
    const handler = (request: IncomingMessage, response: ServerResponse) => this.#answer(request, response);
    await this.#listen(createServer(LIMITS, handler), { host, port });
    const certificate = await readFile(join(folder, CERTIFICATE_FILE), 'utf8').catch(() => null);
    if (sharePort === null || certificate === null) return;
    const secure = createSecureServer({ ...LIMITS, key: certificate, cert: certificate }, handler);
    const plain = createServer(LIMITS, handler);
    this.#passedTo.push(secure, plain);
    // This event starts their checks for slow requests.
    for (const server of this.#passedTo) server.emit('listening');
    // The host served HTTP and HTTPS on one port.
    const front = createFront((socket) => {
      detectTls(socket, LIMITS.headersTimeout, (isSecure) =>
        (isSecure ? secure : plain).emit('connection', socket),
      );
    });
    await this.#listen(front, { port: sharePort });
  }

  /** Stops listening and closes all connections at once: each answer says where to go, so none is lost. */
  async close(): Promise<void> {
    for (const server of this.#passedTo) server.close();
    const closed = this.#listening.map((server) => new Promise((resolve) => server.close(resolve)));
    for (const socket of this.#sockets) socket.destroy();
    await Promise.all(closed);
  }

  async #listen(server: NetServer, address: { host?: string; port: number }): Promise<void> {
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    try {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(address, resolve);
      });
      server.on('error', () => undefined);
      this.#listening.push(server);
    } catch (error) {
      this.#logger.warn({ err: error, port: address.port }, 'the former port of the community is taken');
    }
  }

  #answer({ method, url = '/', headers }: IncomingMessage, response: ServerResponse): void {
    const { machine, urls } = this.#newHost();
    const isPage = (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html');
    const movedTo = formatMovedTo(urls);
    const common = {
      ...SECURITY_HEADERS,
      'cache-control': 'no-store',
      connection: 'close',
      ...(movedTo !== undefined && { [MOVED_TO_HEADER]: movedTo }),
    };
    if (!isPage) {
      const { status, body } = unavailableAnswer(machine, urls);
      response.writeHead(status, {
        ...common,
        'content-type': JSON_TYPE,
        'retry-after': String(RETRY_SECONDS),
      });
      response.end(body);
      return;
    }
    const [first] = urls;
    const path = url.startsWith('/') ? url : '/';
    const location = first === undefined ? {} : { location: `${first}${path}` };
    response.writeHead(first === undefined ? 503 : 307, {
      ...common,
      ...location,
      'content-type': HTML_TYPE,
    });
    response.end(method === 'HEAD' ? undefined : pageOf(machine, urls));
  }
}

function unavailableAnswer(machine: string, urls: readonly string[]): { status: number; body: string } {
  const where = urls.length === 0 ? '' : ` at ${urls.join(' or ')}`;
  const message = `This community is now hosted on ${machine}${where}. Nothing was changed here.`;
  const error = new AppError('unavailable', message, { retryAfter: RETRY_SECONDS });
  // An open page uses `urls` to connect to the new host.
  return { status: error.status, body: JSON.stringify({ ...error.toBody(), urls }) };
}

function pageOf(machine: string, urls: readonly string[]): string {
  const links = urls.map((url) => `<p><a href="${escape(url)}">${escape(url)}</a></p>`).join('');
  const advice = urls.length === 0 ? '<p>Ask the person who hosts it for the address.</p>' : links;
  const title = `This community is now hosted on ${escape(machine)}`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><h1>${title}</h1>${advice}</html>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const LIMITS = { headersTimeout: 15_000, requestTimeout: 15_000, keepAliveTimeout: 1 };
const RETRY_SECONDS = 5;
const JSON_TYPE = 'application/json; charset=utf-8';
const HTML_TYPE = 'text/html; charset=utf-8';
