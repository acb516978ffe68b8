import serveStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { sep } from 'node:path';

/**
 * Serves the built pages at `/`. Files under assets/ have a content hash in their name and are cached; others are
 * revalidated. Each file has its own route, so that no page shadows a call.
 */
export async function servePages(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(serveStatic, {
    root: folder,
    wildcard: false,
    decorateReply: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes(`${sep}assets${sep}`) ? IMMUTABLE : REVALIDATE);
    },
  });
}

const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATE = 'no-cache';
