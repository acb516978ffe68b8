import { hash, verify } from '@node-rs/argon2';
import { randomBytes } from 'node:crypto';

/** Makes what the database keeps of a password: argon2id, 19 MiB, 2 passes, 1 lane (OWASP's password storage sheet). */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/**
 * Whether a password is the one that was hashed. Without a hash (undefined, or "" for who was removed) it costs the same time and is false, so that nobody
 * learns from the time which accounts there are.
 */
export async function isPassword(stored: string | undefined, password: string): Promise<boolean> {
  const right = await verify(stored || (await hashOfNobody()), password, COST);
  return right && Boolean(stored);
}

/** The library's algorithm is argon2id unless told otherwise; its enumeration is gone at run time. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

let nobody: Promise<string> | undefined;

function hashOfNobody(): Promise<string> {
  return (nobody ??= hashPassword(randomBytes(32).toString('base64')));
}
