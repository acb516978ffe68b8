import serveStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { sep } from 'node:path';

/**
 * Serves the built pages at `/`. Files under assets/ carry a hash of their content in their name and stay with the
 * browser; the others are asked for again each time. Each file has its own route, so that no page hides a call.
 */
export async function servePages(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(serveStatic, {
    root: folder,
    wildcard: false,
    decorateReply: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes(`${sep}assets${sep}`) ? FOREVER : ASK_AGAIN);
    },
  });
}

const FOREVER = 'public, max-age=31536000, immutable';
const ASK_AGAIN = 'no-cache';
