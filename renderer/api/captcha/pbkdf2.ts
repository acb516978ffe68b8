/** PBKDF2 with HMAC-SHA-256 (RFC 8018, FIPS 180-4), for pages that the browser gives no `crypto.subtle`. `length` in bytes. */
export function pbkdf2(
  password: Uint8Array,
  salt: Uint8Array,
  iterations: number,
  length: number,
): Uint8Array {
  const key = keyStates(password);
  const derived = new Uint8Array(Math.ceil(length / 32) * 32);
  for (let block = 0; block * 32 < length; block++) {
    const sum = hmac(key, withNumber(salt, block + 1));
    const last = sum.slice();
    for (let round = 1; round < iterations; round++) {
      hmacOfDigest(key, last);
      for (let word = 0; word < 8; word++) sum[word] = (sum[word] ?? 0) ^ (last[word] ?? 0);
    }
    const view = new DataView(derived.buffer, block * 32);
    sum.forEach((word, index) => view.setUint32(index * 4, word));
  }
  return derived.slice(0, length);
}

/** The hash after the block of the inner and of the outer key. */
interface KeyStates {
  inner: Uint32Array;
  outer: Uint32Array;
}

const BLOCK = 64;
const schedule = new Uint32Array(64);
const words = new Uint32Array(16);

function keyStates(password: Uint8Array): KeyStates {
  const key = new Uint8Array(BLOCK);
  if (password.length <= BLOCK) key.set(password);
  else bytesOf(hash(FIRST, password, 0)).forEach((byte, index) => (key[index] = byte));
  const state = (pad: number) => {
    const start = FIRST.slice();
    compress(start, wordsOf(key.map((byte) => byte ^ pad)));
    return start;
  };
  return { inner: state(0x36), outer: state(0x5c) };
}

function hmac(key: KeyStates, message: Uint8Array): Uint32Array {
  return hash(key.outer, bytesOf(hash(key.inner, message, BLOCK)), BLOCK);
}

/** The round of PBKDF2: the HMAC of a digest, in its place and without making anything. */
function hmacOfDigest(key: KeyStates, digest: Uint32Array): void {
  for (const state of [key.inner, key.outer]) {
    words.fill(0);
    words.set(digest);
    words[8] = 0x80000000;
    words[15] = (BLOCK + 32) * 8;
    digest.set(state);
    compress(digest, words);
  }
}

/** SHA-256 of a message, going on from a state after `before` bytes. */
function hash(state: Uint32Array, message: Uint8Array, before: number): Uint32Array {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK);
  padded.set(message);
  padded[message.length] = 0x80;
  new DataView(padded.buffer).setUint32(padded.length - 4, (before + message.length) * 8);
  const result = state.slice();
  for (let start = 0; start < padded.length; start += BLOCK) {
    compress(result, wordsOf(padded.subarray(start, start + BLOCK)));
  }
  return result;
}

function compress(state: Uint32Array, block: Uint32Array): void {
  const w = schedule;
  w.set(block);
  for (let t = 16; t < 64; t++) {
    const near = w[t - 15]!;
    const late = w[t - 2]!;
    const s0 = ((near >>> 7) | (near << 25)) ^ ((near >>> 18) | (near << 14)) ^ (near >>> 3);
    const s1 = ((late >>> 17) | (late << 15)) ^ ((late >>> 19) | (late << 13)) ^ (late >>> 10);
    w[t] = (w[t - 16]! + s0 + w[t - 7]! + s1) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as Eight;
  for (let t = 0; t < 64; t++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const first = (h + s1 + ((e & f) ^ (~e & g)) + CONSTANTS[t]! + w[t]!) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  const round: Eight = [a, b, c, d, e, f, g, h];
  for (let word = 0; word < 8; word++) state[word] = (state[word]! + round[word]!) | 0;
}

type Eight = [number, number, number, number, number, number, number, number];

/** The first 32 bits of the fractional parts of a root of the first primes (FIPS 180-4, 4.2.2 and 5.3.3). */
const PRIMES = firstPrimes(64);
const CONSTANTS = Uint32Array.from(PRIMES, (prime) => fractionBits(Math.cbrt(prime)));
const FIRST = Uint32Array.from(PRIMES.slice(0, 8), (prime) => fractionBits(Math.sqrt(prime)));

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let number = 2; primes.length < count; number++) {
    if (primes.every((prime) => number % prime !== 0)) primes.push(number);
  }
  return primes;
}

function fractionBits(root: number): number {
  return (root % 1) * 2 ** 32;
}

function wordsOf(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, BLOCK);
  return Uint32Array.from({ length: 16 }, (_, index) => view.getUint32(index * 4));
}

function bytesOf(digest: Uint32Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(32));
  digest.forEach((word, index) => view.setUint32(index * 4, word));
  return new Uint8Array(view.buffer);
}

function withNumber(bytes: Uint8Array, number: number): Uint8Array {
  const joined = new Uint8Array(bytes.length + 4);
  joined.set(bytes);
  new DataView(joined.buffer).setUint32(bytes.length, number);
  return joined;
}
