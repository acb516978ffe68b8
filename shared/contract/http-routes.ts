export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `METHOD /path/{parameter}`; parameters are keys of the input. */
export type HttpRoute = `${Method} /${string}`;

/** Splits a route into method and path. */
export function splitRoute(route: HttpRoute): { method: Method; path: string } {
  const space = route.indexOf(' ');
  return { method: route.slice(0, space) as Method, path: route.slice(space + 1) };
}
