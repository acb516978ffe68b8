import serveStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { existsSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';

/**
 * Serves the built pages at `/`. Files under assets/ have a content hash in their name and are cached; others are
 * revalidated. Only files that exist have an address, so that no page shadows a call.
 */
export async function servePages(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(async (door) => {
    await door.register(serveStatic, {
      root: folder,
      // It would add a route for each of several hundred files, which takes a tenth of each start.
      serve: false,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header('cache-control', path.includes(`${sep}assets${sep}`) ? IMMUTABLE : REVALIDATE);
      },
    });
    const send = (file: string) => (_request: unknown, reply: FastifyReply) => reply.sendFile(file);
    for (const file of filesIn(folder)) door.get(`/${file}`, send(file));
    door.get('/', send('index.html'));
    const assets = new Set(filesIn(join(folder, 'assets')));
    door.get<{ Params: { file: string } }>('/assets/:file', ({ params: { file } }, reply) =>
      assets.has(file) ? reply.sendFile(`assets/${file}`) : reply.callNotFound(),
    );
  });
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATE = 'no-cache';
