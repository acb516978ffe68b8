import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { Name } from '../../../shared/contract';
import type { Endpoint } from '../../../shared/contract/endpoint';
import { AppError } from '../../../shared/errors';
import { LIMITS } from '../../../shared/limits';
import type { StoredCommand } from './commands';
import type { Caller } from '../context';

/** A write under the name that its caller gave it, so that a repetition of it is known. */
export interface Command {
  person: number;
  key: Buffer;
  name: string;
  hash: Buffer;
  seal: (json: string) => Buffer;
  open: (sealed: Buffer) => string;
}

/** The command of a call; null where its caller gave it no key. Throws `validation_error` for one of a wrong form. */
export function commandOf(
  name: Name,
  endpoint: Endpoint,
  caller: Caller | null,
  input: unknown,
  given: string | undefined,
): Command | null {
  if (given !== undefined) checkKey(given);
  const older = endpoint.keyFrom && (input as Record<string, unknown>)[endpoint.keyFrom];
  const key = given ?? (typeof older === 'string' && older !== '' ? older : undefined);
  if (key === undefined) return null;
  const hash = sha256(name + JSON.stringify(input));
  const plain = (json: string) => Buffer.from(json);
  const sealing = endpoint.secret
    ? sealedUnder(key, hash)
    : { seal: plain, open: (bytes: Buffer) => bytes.toString() };
  return { person: caller?.id ?? 0, key: sha256(key), name, hash, ...sealing };
}

function checkKey(key: string): void {
  if (/^[\x21-\x7e]+$/.test(key) && key.length >= LIMITS.keyMin && key.length <= LIMITS.keyMax) return;
  const why = `must be ${LIMITS.keyMin} to ${LIMITS.keyMax} visible ASCII characters`;
  throw new AppError('validation_error', undefined, { fields: { 'Idempotency-Key': why } });
}

/** The first answer to a command again. Throws `validation_error` where its key was used for something else. */
export function replay(command: Command, stored: StoredCommand): unknown {
  if (stored.name !== command.name || !stored.hash.equals(command.hash)) {
    throw new AppError('validation_error', undefined, {
      fields: { 'Idempotency-Key': 'was already used for a different request' },
    });
  }
  return JSON.parse(command.open(stored.result));
}

/**
 * Results that hold a secret are sealed (AES-256-GCM) under the caller's own key and input, neither of which the
 * database holds.
 */
function sealedUnder(key: string, hash: Buffer): Pick<Command, 'seal' | 'open'> {
  const secret = Buffer.from(hkdfSync('sha256', key, hash, 'courtyard command', 32));
  return {
    seal: (json) => {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', secret, nonce);
      const sealed = Buffer.concat([cipher.update(json, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
    },
    open: (bytes) => {
      const cipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, 12));
      cipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()]).toString();
    },
  };
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
