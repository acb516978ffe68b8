import { z } from 'zod';
import { AppError, invalid, type FieldErrors } from '../errors';
import { splitRoute, type HttpRoute } from './http-routes';

/**
 * One endpoint. Over HTTP its path, query and body are merged into one input (the path takes precedence, then the
 * query); over IPC the input is passed as it is.
 */
export interface Endpoint<In extends z.ZodType = z.ZodType, Out extends z.ZodType = z.ZodType> {
  /** A write runs in a transaction, may have an idempotency key and may emit events; a read does neither. */
  kind: 'read' | 'write';
  http: HttpRoute;
  /** Routes without some of the path parameters, for inputs that omit them. */
  also?: readonly HttpRoute[];
  /** Other names of the endpoint, for clients that know it by them; our own client uses none. */
  aliases?: readonly (HttpRoute | Alias)[];
  input: In;
  output: Out;
  /** One sentence for the reference page. */
  summary: string;
  /** The API version that introduced it. */
  since: '0.1.10' | '1.0.0' | '1.1.0';
  deprecated?: true;
  /** Can be called without a token. */
  open?: true;
  /** Input keys sent in the query although the method has a body. */
  query?: readonly string[];
  /** Input keys sent as headers, with the headers' names. They are secrets, which a URL would reveal to logs. */
  headers?: Readonly<Record<string, string>>;
  /** A call of OAuth 2: over HTTP a form with errors in the form of that standard. */
  form?: true;
  /** The input key that is an older name of the idempotency key. */
  keyFrom?: string;
  /** The media type of the file it returns: a Download instead of a record. */
  download?: string;
  /** The input key with the upload ID; over HTTP, the part of the multipart body. */
  upload?: UploadSpec;
  /** The result contains a secret shown once: it is never stored unencrypted. */
  secret?: true;
  /** The read that returns the result again if it is too large to store, and that read's key for the result's ID. */
  repeat?: { by: string; id?: string };
}

/** Another route of an endpoint. */
export interface Alias {
  route: HttpRoute;
  /** Input keys whose values the route itself determines. */
  sets?: Readonly<Record<string, string>>;
}

/**
 * What an endpoint accepts an upload for. An `archive` is an export, as large as everything that a person may store.
 */
export interface UploadSpec {
  part: string;
  kind: 'file' | 'photo' | 'track' | 'video' | 'archive';
}

/** Declares an endpoint that changes nothing. */
export function read<In extends z.ZodType, Out extends z.ZodType>(
  http: HttpRoute,
  rest: Omit<Endpoint<In, Out>, 'kind' | 'http'>,
): Endpoint<In, Out> {
  return { kind: 'read', http, ...rest, input: strictIfGet(http, rest.input) };
}

/** Declares an endpoint that changes something. */
export function write<In extends z.ZodType, Out extends z.ZodType>(
  http: HttpRoute,
  rest: Omit<Endpoint<In, Out>, 'kind' | 'http'>,
): Endpoint<In, Out> {
  return { kind: 'write', http, ...rest, input: strictIfGet(http, rest.input) };
}

/** A misspelt parameter of a GET would be ignored without notice: `lastid` would return the newest page for ever. */
function strictIfGet<In extends z.ZodType>(http: HttpRoute, input: In): In {
  if (!http.startsWith('GET ') || !(input instanceof z.ZodObject)) return input;
  return input.strict() as z.ZodType as In;
}

/** Returns the keys that an endpoint's input may have; none where it takes any. */
export function inputKeys({ input }: Endpoint): ReadonlySet<string> {
  return new Set(input instanceof z.ZodObject ? Object.keys(input.shape) : []);
}

/** Returns all routes of an endpoint, the main one first. */
export function routesOf({ http, also = [], aliases = [] }: Endpoint): Alias[] {
  return [http, ...also, ...aliases].map((one) => (typeof one === 'string' ? { route: one } : one));
}

/** Adds aliases to endpoints: each of their routes under a base path, under another base path too. */
export function withBasePath<T extends Record<string, Endpoint>>(
  endpoints: T,
  { base, alias }: { base: string; alias: string },
): T {
  const entries = Object.entries(endpoints).map(([name, endpoint]) => {
    const moved = routesOf(endpoint).flatMap(({ route, ...rest }) => {
      const { method, path } = splitRoute(route);
      const isBelow = path === base || path.startsWith(`${base}/`);
      return isBelow ? [{ ...rest, route: `${method} ${alias}${path.slice(base.length)}` as const }] : [];
    });
    return [name, { ...endpoint, aliases: [...(endpoint.aliases ?? []), ...moved] }];
  });
  return Object.fromEntries(entries) as T;
}

/**
 * Validates a raw input. `null` in an optional field means absent. Throws `validation_error` with a reason for each
 * field.
 */
export function parseInput<In extends z.ZodType>(endpoint: Endpoint<In>, raw: unknown): z.output<In> {
  const parsed = safeParse(endpoint, raw);
  if (parsed.success) return mergeLastId(endpoint.input, raw, parsed.data);
  throw new AppError('validation_error', undefined, {
    fields: fieldErrors(parsed.error),
    cause: parsed.error,
  });
}

const ISSUE_MESSAGES = { error: issueMessage };

/** zod validates nested JSON by recursion, which may exceed the stack. */
function safeParse<In extends z.ZodType>(endpoint: Endpoint<In>, raw: unknown) {
  try {
    return endpoint.input.safeParse(withoutNulls(endpoint.input, raw ?? {}), ISSUE_MESSAGES);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new AppError('validation_error', undefined, { fields: { body: 'is nested too deeply' }, cause });
  }
}

function withoutNulls(schema: z.ZodType, raw: unknown): unknown {
  if (!(schema instanceof z.ZodObject) || typeof raw !== 'object' || raw === null) return raw;
  let cleaned: Record<string, unknown> | undefined;
  for (const [key, value] of Object.entries(raw)) {
    const field = schema.shape[key] as z.ZodType | undefined;
    if (value !== null || field === undefined || !field.safeParse(undefined).success) continue;
    cleaned ??= { ...raw };
    delete cleaned[key];
  }
  return cleaned ?? raw;
}

/** `lastId` is another spelling of `last_id`; handlers read only the latter. */
function mergeLastId<T>(schema: z.ZodType, raw: unknown, parsed: T): T {
  if (!(schema instanceof z.ZodObject) || !('lastId' in schema.shape)) return parsed;
  const { lastId, ...rest } = parsed as { lastId?: number; last_id?: number };
  if (lastId === undefined) return parsed;
  const isGiven = ((raw as { last_id?: unknown }).last_id ?? null) !== null;
  if (isGiven && rest.last_id !== lastId) throw invalid('lastId', 'must be the same as last_id');
  return { ...rest, last_id: lastId } as T;
}

function fieldErrors(error: z.ZodError): FieldErrors {
  const fields: FieldErrors = {};
  for (const issue of error.issues) {
    const path = issue.path.map(String).join('.');
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) fields[path ? `${path}.${key}` : key] ??= 'is not a known field';
    } else {
      fields[path || 'body'] ??= issue.message;
    }
  }
  return fields;
}

function issueMessage(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type')
    return issue.input === undefined ? 'is required' : `must be ${article(issue.expected)}`;
  if (issue.code === 'too_small')
    return issue.origin === 'string' ? 'is too short' : boundMessage(issue.origin, 'least', issue.minimum);
  if (issue.code === 'too_big')
    return issue.origin === 'string' ? 'is too long' : boundMessage(issue.origin, 'most', issue.maximum);
  if (issue.code === 'invalid_union' || issue.code === 'invalid_format')
    return FORMATS[String(issue['format'])] ?? 'has a wrong format';
  if (issue.code === 'invalid_value')
    return `must be one of: ${[...new Set(issue.values.map(String))].join(', ')}`;
  return undefined;
}

function boundMessage(origin: string, bound: 'least' | 'most', amount: number | bigint): string {
  if (origin !== 'array') return `must be at ${bound} ${amount}`;
  return `must have at ${bound} ${amount} ${Number(amount) === 1 ? 'item' : 'items'}`;
}

/** What is wrong with a text, by the format that zod demands. */
const FORMATS: Record<string, string> = {
  date: 'must be a date like 2000-12-31',
  url: 'must be an address that begins with http:// or https://',
};

function article(kind: string): string {
  if (kind === 'int') return 'a whole number';
  if (kind === 'record') return 'an object';
  return /^[aeiou]/.test(kind) ? `an ${kind}` : `a ${kind}`;
}
