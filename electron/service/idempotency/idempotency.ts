import { createCipheriv, createDecipheriv, hash as digest, hkdfSync, randomBytes } from 'node:crypto';
import type { Name } from '../../../shared/contract';
import type { Endpoint } from '../../../shared/contract/endpoint';
import { AppError } from '../../../shared/errors';
import { LIMITS } from '../../../shared/limits';
import type { StoredCommand } from './commands';
import type { Caller } from '../context';

/** A write with an idempotency key, so that a retry is recognized. */
export interface KeyedCommand {
  person: number;
  key: Buffer;
  name: string;
  hash: Buffer;
  seal: (json: string) => Buffer;
  open: (sealed: Buffer) => string;
}

/**
 * Builds the command of a call, or null if the caller sent no key. Throws `validation_error` if the key is malformed.
 */
export function commandOf(
  name: Name,
  endpoint: Endpoint,
  caller: Caller | null,
  input: unknown,
  header: string | undefined,
): KeyedCommand | null {
  if (header !== undefined) validateKey(header);
  const legacyKey = endpoint.keyFrom && (input as Record<string, unknown>)[endpoint.keyFrom];
  const key = header ?? (typeof legacyKey === 'string' && legacyKey !== '' ? legacyKey : undefined);
  if (key === undefined) return null;
  const hash = sha256(name + JSON.stringify(input));
  const plain = (json: string) => Buffer.from(json);
  const codec = endpoint.secret
    ? sealWith(key, hash)
    : { seal: plain, open: (bytes: Buffer) => bytes.toString() };
  return { person: caller?.id ?? 0, key: sha256(key), name, hash, ...codec };
}

function validateKey(key: string): void {
  if (/^[\x21-\x7e]+$/.test(key) && key.length >= LIMITS.keyMin && key.length <= LIMITS.keyMax) return;
  const rule = `must be ${LIMITS.keyMin} to ${LIMITS.keyMax} visible ASCII characters`;
  throw new AppError('validation_error', undefined, { fields: { 'Idempotency-Key': rule } });
}

/** Returns the stored answer to a command. Throws `validation_error` if its key was used for another request. */
export function replay(command: KeyedCommand, stored: StoredCommand): unknown {
  if (stored.name !== command.name || !stored.hash.equals(command.hash)) {
    throw new AppError('validation_error', undefined, {
      fields: { 'Idempotency-Key': 'was already used for a different request' },
    });
  }
  return JSON.parse(command.open(stored.result));
}

/**
 * Encrypts results that contain a secret (AES-256-GCM). The key is derived from the caller's idempotency key and input,
 * neither of which is stored.
 */
function sealWith(key: string, hash: Buffer): Pick<KeyedCommand, 'seal' | 'open'> {
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
  return digest('sha256', text, 'buffer');
}
