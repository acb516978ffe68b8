import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { Metrics } from './metrics';

/** Where the port for health checks and metrics listens, and what it reports. */
export interface OperationsOptions {
  host: string;
  /** 0 for a free one. */
  port: number;
  metrics: Pick<Metrics, 'contentType' | 'read'>;
  /** Throws if calls can't be answered at present. */
  requireReady: () => Promise<void>;
  logger: Logger;
}

/** The port for those who operate the host: load balancers, orchestrators and Prometheus. */
export interface OperationsServer {
  url: string;
  /** Answers /readyz with 503 from now on, so that no new work is sent here. */
  drain: () => void;
  close: () => Promise<void>;
}

/**
 * Listens for `/healthz` (the process runs), `/readyz` (it can answer calls: the database is reachable and migrated)
 * and `/metrics`. Nothing of the community is on this port, and it asks for no credentials: don't open it to everyone.
 * Throws if the port is taken.
 */
export async function openOperationsServer(options: OperationsOptions): Promise<OperationsServer> {
  let isDraining = false;
  const server = createServer((request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return answer(response, 405, 'method not allowed');
    const [path] = (request.url ?? '').split('?');
    if (path === '/healthz') return answer(response, 200, 'ok');
    if (path === '/readyz') return void readiness(response);
    if (path === '/metrics') return void metrics(response);
    answer(response, 404, 'not found');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(toStartError(error, options)));
    server.listen(options.port, options.host, resolve);
  });
  const { address, family, port } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    drain: () => void (isDraining = true),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function readiness(response: ServerResponse): Promise<void> {
    if (isDraining) return answer(response, 503, 'stopping');
    try {
      await options.requireReady();
      answer(response, 200, 'ready');
    } catch (error) {
      options.logger.warn({ err: error }, 'this host is not ready');
      answer(response, 503, 'the database is not available');
    }
  }

  async function metrics(response: ServerResponse): Promise<void> {
    try {
      answer(response, 200, await options.metrics.read(), options.metrics.contentType);
    } catch (error) {
      options.logger.error({ err: error }, 'the metrics could not be read');
      answer(response, 500, 'the metrics could not be read');
    }
  }
}

function answer(
  response: ServerResponse,
  status: number,
  text: string,
  type = 'text/plain; charset=utf-8',
): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
  response.end(text.endsWith('\n') ? text : `${text}\n`);
}

/** Names the flag: the port for people has another one. */
function toStartError(error: NodeJS.ErrnoException, { host, port }: OperationsOptions): Error {
  const message = {
    EADDRINUSE: `Port ${port} of ${host} is already in use. Choose another one with --operations.`,
    EACCES: `Port ${port} is reserved by the system. Choose one above 1023 with --operations.`,
    EADDRNOTAVAIL: missingAddress(host),
    ENOTFOUND: missingAddress(host),
    EAI_AGAIN: missingAddress(host),
  }[error.code ?? ''];
  return message === undefined ? error : new Error(message, { cause: error });
}

function missingAddress(host: string): string {
  return `This machine has no address ${host} to listen on. Name one of its own with --operations.`;
}
