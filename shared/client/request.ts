import type { Name } from '../contract';
import { callRoute } from '../contract/addresses';
import { splitRoute, type Method, type HttpRoute } from '../contract/http-routes';

/** A call as an HTTP request. `path` begins with a slash and includes the query. */
export interface HttpRequest {
  method: Method;
  path: string;
  body?: string;
  headers?: Record<string, string>;
}

/**
 * Converts a call to an HTTP request by the contract's route. Path parameters are filled from the input. The other
 * fields go to headers and the query for GET requests and for keys that the route sends there, otherwise to a JSON
 * body.
 */
export function requestOf(name: Name, input: Record<string, unknown>): HttpRequest {
  const address = callRoute(name);
  const { method, path } = splitRoute(routeFor([address.http, ...(address.also ?? [])], input));
  const left = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const filled = path.replace(PARAMETER, (_, key: string) => {
    const value = left.get(key);
    left.delete(key);
    return encodeURIComponent(String(value));
  });
  const headers: Record<string, string> = {};
  for (const [key, header] of Object.entries(address.headers ?? {})) {
    const value = left.get(key);
    if (value !== undefined) headers[header] = String(value);
    left.delete(key);
  }
  const query = new URLSearchParams();
  for (const [key, value] of left) {
    if (hasBody(method) && !address.query?.includes(key)) continue;
    query.set(key, String(value));
    left.delete(key);
  }
  const asked = query.size > 0 ? `${filled}?${query}` : filled;
  return hasBody(method) && left.size > 0
    ? { method, path: asked, headers, body: JSON.stringify(Object.fromEntries(left)) }
    : { method, path: asked, headers };
}

const PARAMETER = /\{(\w+)\}/g;

/** Returns the first route whose parameters are all given; the main route if there is none. */
function routeFor(routes: [HttpRoute, ...HttpRoute[]], input: Record<string, unknown>): HttpRoute {
  const isFilled = (route: HttpRoute) =>
    [...route.matchAll(PARAMETER)].every(([, key = '']) => input[key] !== undefined);
  return routes.find(isFilled) ?? routes[0];
}

function hasBody(method: Method): boolean {
  return method !== 'GET';
}
