import { createHmac, timingSafeEqual } from 'node:crypto';

/** The stored content that a URL refers to. */
export interface ContentRef {
  kind: string;
  id: number;
}

const SECONDS_PER_HOUR = 3600;
/**
 * A URL is valid for 24 to 25 hours: it expires on a whole hour, so that it stays the same for a while and can be
 * cached.
 */
const LIFETIME_HOURS = 25;

/** Signs content URLs and verifies their signatures with a key that only the host has. */
export class ContentUrlSigner {
  readonly #key: Buffer;
  readonly #now: () => number;

  /** `now` returns Unix seconds. */
  constructor(key: Buffer, now: () => number) {
    this.#key = key;
    this.#now = now;
  }

  /** Returns path and query of a signed URL. The name is only for people and is not signed. */
  urlOf(kind: string, id: number, name: string): string {
    const expires = (Math.floor(this.#now() / SECONDS_PER_HOUR) + LIFETIME_HOURS) * SECONDS_PER_HOUR;
    return `/content/${kind}/${id}/${encodeName(name)}?exp=${expires}&sig=${this.#sign({ kind, id }, expires)}`;
  }

  /** Returns when a signature expires in Unix seconds; null if it is invalid or has expired. */
  verify(ref: ContentRef, expires: string, signature: string): number | null {
    if (!/^\d{1,12}$/.test(expires) || Number(expires) <= this.#now()) return null;
    const expected = Buffer.from(this.#sign(ref, Number(expires)));
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected) ? Number(expires) : null;
  }

  #sign({ kind, id }: ContentRef, expires: number): string {
    return createHmac('sha256', this.#key).update(`${kind}/${id}/${expires}`).digest('base64url');
  }
}

/** Longer names are truncated, because URLs are passed on to other programs. */
const MAX_NAME_LENGTH = 300;

/** Encodes a name as a path segment; empty and dot segments are replaced. */
function encodeName(name: string): string {
  let segment = '';
  for (const character of name.toWellFormed()) {
    const encoded = encodeURIComponent(character);
    if (segment.length + encoded.length > MAX_NAME_LENGTH) break;
    segment += encoded;
  }
  return /^\.{0,2}$/.test(segment) ? 'content' : segment;
}
