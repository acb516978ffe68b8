import { isIPv6 } from 'node:net';
import { z } from 'zod';
import { parseS3Address } from '../content/s3/s3-address';

/** Parses an integer within a range. */
export function wholeFrom(min: number, max: number) {
  return z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value),
    z.int().min(min).max(max).optional(),
  );
}

/** Parses a number of bytes, optionally with K, M, G or T (powers of 1,024). */
export function byteSize(defaultValue: number) {
  return z.preprocess((value) => {
    const [, number, unit = ''] = (typeof value === 'string' && SIZED.exec(value)) || [];
    return number === undefined ? value : Number(number) * 1024 ** UNITS.indexOf(unit.toUpperCase());
  }, z.int().min(0).default(defaultValue));
}

/** Formats a number of bytes as `byteSize` parses it, in the largest unit that divides it: 2G. */
export function formatByteSize(bytes: number): string {
  const power = UNITS.findLastIndex((_, exponent) => bytes > 0 && bytes % 1024 ** exponent === 0);
  return power < 1 ? String(bytes) : `${bytes / 1024 ** power}${UNITS[power]}`;
}

/** Parses a host name or an address without a port; an IPv6 address may have brackets, as in a URL. */
export function hostName() {
  return z
    .string()
    .transform((value) => value.replace(/^\[(.*)\]$/, '$1').toLowerCase())
    .refine((host) => HOST_NAME.test(host) || isIPv6(host));
}

/** Parses a list of values separated by commas. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.preprocess(
    (value) =>
      typeof value === 'string'
        ? value
            .split(',')
            .map((each) => each.trim())
            .filter(Boolean)
        : value,
    z.array(item).default([]),
  );
}

/**
 * Turns `PORT` or `ADDRESS:PORT` into both, of this machine only without an address; leaves other values to the schema.
 */
export function addressFrom(value: unknown): unknown {
  if (value === '' || value === null) return null;
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  const [, host = '127.0.0.1', port] = /^(?:\[?([0-9a-z.:-]+?)\]?:)?(\d{1,5})$/i.exec(String(value)) ?? [];
  return port !== undefined && Number(port) <= 65_535 ? { host, port: Number(port) } : value;
}

/** Parses the address of a bucket into its parts. */
export function optionalBucket() {
  return z.preprocess(
    (value) => (typeof value === 'string' ? (parseS3Address(value) ?? value) : value),
    z
      .object({ endpoint: z.string(), region: z.string(), bucket: z.string(), prefix: z.string() })
      .nullable()
      .default(null),
  );
}

/** Parses a date, with a time or without. */
export function optionalDate() {
  return z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}(T[\d-]{0,8}Z?)?$/)
    .refine((value) => isDay(value.slice(0, 10)))
    .nullable()
    .default(null);
}

/** Whether the calendar has this day: it has no February 31. */
function isDay(day: string): boolean {
  const start = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(start.getTime()) && start.toISOString().startsWith(day);
}

/** Turns an empty text into null. */
export function emptyToNull(value: unknown): unknown {
  return value === '' ? null : value;
}

/** Turns `true`, `1`, `false` and `0` into a boolean; leaves other values to the schema. */
export function booleanFrom(value: unknown): unknown {
  if (value === 'true' || value === '1') return true;
  if (value === 'false' || value === '0') return false;
  return value;
}

/** Https, so that nobody can replace the program in transit, or this machine itself. */
export function isSafeAddress(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || (protocol === 'http:' && hostname === '127.0.0.1');
}

/** Whether a text is the origin of a web page. */
export function isOrigin(value: string): boolean {
  return /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value;
}

const HOST_NAME = /^[a-z0-9_]([a-z0-9_.-]{0,252}[a-z0-9_])?$/;
const SIZED = /^(\d{1,15})([KMGT]?)$/i;
const UNITS = ['', 'K', 'M', 'G', 'T'];
