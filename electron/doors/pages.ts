import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Serves the built pages at `/`. Files under assets/ have a content hash in their name and are cached; others are
 * revalidated. Only files that exist have an address, so that no page shadows a call.
 */
export function servePages(app: FastifyInstance, folder: string): void {
  for (const file of filesIn(folder)) app.get(`/${file}`, answerFile(folder, file, REVALIDATE));
  app.get('/', answerFile(folder, 'index.html', REVALIDATE));
  const files = filesIn(join(folder, 'assets')).map((file) => [file, `assets/${file}`] as const);
  const assets = new Map(files.map(([file, path]) => [file, answerFile(folder, path, IMMUTABLE)]));
  // A route for each of several hundred files would take a tenth of each start.
  app.get<{ Params: { file: string } }>('/assets/:file', (request, reply) => {
    const answer = assets.get(request.params.file);
    return answer ? answer(request, reply) : reply.callNotFound();
  });
}

function answerFile(root: string, file: string, caching: string) {
  return async ({ raw }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    // Loaded for the first browser: a host that nobody visits with one has no use for it.
    const { default: send } = await import('@fastify/send');
    const { statusCode, headers, stream } = await send(raw, encodeURI(`/${file}`), {
      root,
      cacheControl: false,
    });
    return reply
      .code(statusCode)
      .headers({ ...headers, 'cache-control': caching })
      .send(stream);
  };
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATE = 'no-cache';
