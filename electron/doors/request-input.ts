import type { FastifyRequest } from 'fastify';
import { AppError, invalid } from '../../shared/errors';

/**
 * Merges path, query and body of a request into the input of its call: the path takes precedence, then the query.
 * Throws `validation_error` for query parameters that are not `known`, except those that begin with `_`, by which
 * clients avoid caches.
 */
export function inputOf(request: FastifyRequest, known: ReadonlySet<string>): Record<string, unknown> {
  // Spread, unlike assignment, cannot reach a prototype.
  return { ...bodyOf(request, known), ...queryOf(request, known), ...(request.params as object) };
}

/** Some clients send the input of a list as the body of a GET, with keys of their own. */
function bodyOf({ method, body }: FastifyRequest, known: ReadonlySet<string>): object | undefined {
  if (method !== 'GET' || typeof body !== 'object' || body === null) return body as object | undefined;
  return Object.fromEntries(Object.entries(body).filter(([key]) => known.has(key)));
}

function queryOf({ raw, query }: FastifyRequest, known: ReadonlySet<string>): object {
  const url = raw.url ?? '';
  const at = url.indexOf('?');
  if (at === -1) return {};
  if (!decodes(url.slice(at))) throw invalid('query', 'is malformed');
  const parameters = Object.entries(query as object).filter(
    ([key]) => known.has(key) || !key.startsWith('_'),
  );
  const unknown = parameters.filter(([key]) => !known.has(key));
  if (unknown.length > 0) {
    const fields = Object.fromEntries(unknown.map(([key]) => [key, 'is not a known parameter']));
    throw new AppError('validation_error', undefined, { fields });
  }
  return Object.fromEntries(parameters);
}

function decodes(query: string): boolean {
  if (!query.includes('%')) return true;
  try {
    decodeURIComponent(query);
    return true;
  } catch {
    return false;
  }
}
