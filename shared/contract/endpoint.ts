import { z } from 'zod';
import { AppError, type FieldErrors } from '../errors';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `METHOD /path/{parameter}`; a parameter is a key of the input. */
export type Route = `${Method} /${string}`;

/**
 * One operation that can be called. Over HTTP its path, query and body are merged into one input (the path wins, then
 * the query); over IPC the input travels as it is.
 */
export interface Endpoint<In extends z.ZodType = z.ZodType, Out extends z.ZodType = z.ZodType> {
  /** A write runs in a transaction, may carry a key and may emit events; a read does neither. */
  kind: 'read' | 'write';
  http: Route;
  /** Other addresses of the same operation. */
  also?: readonly Route[];
  input: In;
  output: Out;
  /** One plain sentence for the reference page. */
  summary: string;
  /** The version of the public interface in which it appeared. */
  since: '0.1.10' | '1.0.0' | '1.1.0';
  deprecated?: true;
  /** May be called without a token. */
  open?: true;
  /** Keys that travel in the query though the method has a body. */
  query?: readonly string[];
  /** The input that is an older name of the key. */
  keyFrom?: string;
  /** The media type of the file that it answers with: a Download in place of a record. */
  download?: string;
  /** The key that names received bytes: over HTTP the part of a multipart body that holds them. */
  upload?: Upload;
  /** Its result holds something that is shown once: it is never stored in the clear. */
  secret?: true;
  /** The read that gives the result anew where it is too large to be stored, and the key that takes the result's ID. */
  repeat?: { by: string; id?: string };
}

/** What an operation takes bytes for. */
export interface Upload {
  part: string;
  kind: 'file' | 'photo' | 'track' | 'video';
}

/** Declares a call that changes nothing. */
export function read<In extends z.ZodType, Out extends z.ZodType>(
  http: Route,
  rest: Omit<Endpoint<In, Out>, 'kind' | 'http'>,
): Endpoint<In, Out> {
  return { kind: 'read', http, ...rest };
}

/** Declares a call that changes something. */
export function write<In extends z.ZodType, Out extends z.ZodType>(
  http: Route,
  rest: Omit<Endpoint<In, Out>, 'kind' | 'http'>,
): Endpoint<In, Out> {
  return { kind: 'write', http, ...rest };
}

/** The method and the path of a route. */
export function splitRoute(route: Route): { method: Method; path: string } {
  const space = route.indexOf(' ');
  return { method: route.slice(0, space) as Method, path: route.slice(space + 1) };
}

/**
 * Checks a raw input against an entry. `null` in an optional field means absent.
 * Throws `validation_error` with a reason for each field.
 */
export function parseInput<In extends z.ZodType>(endpoint: Endpoint<In>, raw: unknown): z.output<In> {
  const parsed = safeParse(endpoint, raw);
  if (parsed.success) return parsed.data;
  throw new AppError('validation_error', undefined, {
    fields: fieldErrors(parsed.error),
    cause: parsed.error,
  });
}

const PLAIN_WORDS = { error: plainWords };

/** JSON of any form is checked by recursion: what is nested beyond the stack is no failure of ours. */
function safeParse<In extends z.ZodType>(endpoint: Endpoint<In>, raw: unknown) {
  try {
    return endpoint.input.safeParse(withoutNulls(endpoint.input, raw ?? {}), PLAIN_WORDS);
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

function plainWords(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type')
    return issue.input === undefined ? 'is required' : `must be ${article(issue.expected)}`;
  if (issue.code === 'too_small')
    return issue.origin === 'string' ? 'is too short' : `must be at least ${issue.minimum}`;
  if (issue.code === 'too_big')
    return issue.origin === 'string' ? 'is too long' : `must be at most ${issue.maximum}`;
  if (issue.code === 'invalid_union') return 'has a wrong format';
  if (issue.code === 'invalid_value') return `must be one of: ${issue.values.map(String).join(', ')}`;
  return undefined;
}

function article(kind: string): string {
  if (kind === 'int') return 'a whole number';
  return /^[aeiou]/.test(kind) ? `an ${kind}` : `a ${kind}`;
}
