import { createHmac, timingSafeEqual } from 'node:crypto';

/** What an address of bytes leads to. */
export interface Address {
  kind: string;
  id: number;
}

const HOUR = 3600;
/** An address is good for 24 to 25 hours: its end is a whole hour, so that it stays the same for a while and is kept by caches. */
const HOURS = 25;

/** Signs and checks the addresses of bytes with a key that only the host has. */
export class Addresses {
  readonly #key: Buffer;
  readonly #now: () => number;

  /** `now` gives Unix seconds. */
  constructor(key: Buffer, now: () => number) {
    this.#key = key;
    this.#now = now;
  }

  /** The address of a thing's bytes, from the first slash on. The name is for people: nothing depends on it. */
  of(kind: string, id: number, name: string): string {
    const expires = (Math.floor(this.#now() / HOUR) + HOURS) * HOUR;
    return `/content/${kind}/${id}/${shown(name)}?exp=${expires}&sig=${this.#sign({ kind, id }, expires)}`;
  }

  /** When a signature ends that is good now, in Unix seconds; null where it is not. */
  check(address: Address, expires: string, signature: string): number | null {
    if (!/^\d{1,12}$/.test(expires) || Number(expires) <= this.#now()) return null;
    const right = Buffer.from(this.#sign(address, Number(expires)));
    const given = Buffer.from(signature);
    return given.length === right.length && timingSafeEqual(given, right) ? Number(expires) : null;
  }

  #sign({ kind, id }: Address, expires: number): string {
    return createHmac('sha256', this.#key).update(`${kind}/${id}/${expires}`).digest('base64url');
  }
}

/** A longer name is cut in an address, which others may have to pass on. */
const NAME_LENGTH = 300;

/** A name as one step of a path; one that would lead to another place, or nowhere, is left out. */
function shown(name: string): string {
  let step = '';
  for (const character of name.toWellFormed()) {
    const encoded = encodeURIComponent(character);
    if (step.length + encoded.length > NAME_LENGTH) break;
    step += encoded;
  }
  return /^\.{0,2}$/.test(step) ? 'content' : step;
}
