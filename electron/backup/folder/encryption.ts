import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scryptSync } from 'node:crypto';
import { z } from 'zod';

/** The key of an encrypted backup folder, encrypted with its passphrase. Binary values are hexadecimal. */
export const WrappedKey = z.object({
  kdf: z.literal('scrypt'),
  // Bounded, because the file is untrusted and large values would make scrypt exhaust the memory.
  N: z
    .int()
    .min(2)
    .max(2 ** 18),
  r: z.int().min(1).max(8),
  p: z.int().min(1).max(2),
  salt: z.hex().length(64),
  nonce: z.hex().length(24),
  key: z.hex().length(96),
});
export type WrappedKey = z.infer<typeof WrappedKey>;

/** Thrown when a passphrase does not open a backup folder. */
export class WrongPassphraseError extends Error {
  override readonly name = 'WrongPassphraseError';
}

/** Thrown when encrypted bytes were changed, reordered or cut off. */
export class TamperedError extends Error {
  override readonly name = 'TamperedError';
}

/** Creates the key of a new encrypted backup folder. */
export function generateKey(): Buffer {
  return randomBytes(32);
}

/** Encrypts the key of a folder with a passphrase. `folder` is the ID of the folder, to which the result is bound. */
export function wrapKey(key: Buffer, passphrase: string, folder: string): WrappedKey {
  const salt = randomBytes(32);
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', derivePassphraseKey(passphrase, salt, PASSPHRASE_COST), nonce);
  cipher.setAAD(keyAssociatedData(folder));
  const wrapped = Buffer.concat([cipher.update(key), cipher.final(), cipher.getAuthTag()]);
  return {
    kdf: 'scrypt',
    ...PASSPHRASE_COST,
    salt: salt.toString('hex'),
    nonce: nonce.toString('hex'),
    key: wrapped.toString('hex'),
  };
}

/** Decrypts the key of a folder. Throws WrongPassphraseError. */
export function unwrapKey(wrapped: WrappedKey, passphrase: string, folder: string): Buffer {
  const wrappingKey = derivePassphraseKey(passphrase, Buffer.from(wrapped.salt, 'hex'), wrapped);
  const bytes = Buffer.from(wrapped.key, 'hex');
  const decipher = createDecipheriv('aes-256-gcm', wrappingKey, Buffer.from(wrapped.nonce, 'hex'));
  decipher.setAAD(keyAssociatedData(folder));
  decipher.setAuthTag(bytes.subarray(KEY_LENGTH));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(0, KEY_LENGTH)), decipher.final()]);
  } catch {
    throw new WrongPassphraseError('The passphrase is wrong.');
  }
}

/** Derives a key for one purpose from the key of a folder. */
export function deriveKey(key: Buffer, purpose: string, salt: Uint8Array = Buffer.alloc(0)): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, `courtyard backup ${purpose}`, KEY_LENGTH));
}

/**
 * Encrypts a stream of bytes, given in blocks of `BLOCK_SIZE` bytes (only the last one may be shorter). The result
 * starts with a header; each block is authenticated together with its position and whether it is the last. `name` is
 * the name of the stored file: it can't be decrypted under another name.
 */
export class Encryptor {
  readonly header: Buffer;
  readonly #key: Buffer;
  #position = 0;

  constructor(key: Buffer, name: string) {
    const salt = randomBytes(SALT_LENGTH);
    this.header = Buffer.concat([MAGIC, salt]);
    this.#key = deriveKey(key, `file ${name}`, salt);
  }

  encrypt(block: Uint8Array, isLast: boolean): Buffer {
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonceOf(this.#position++, isLast));
    return Buffer.concat([cipher.update(block), cipher.final(), cipher.getAuthTag()]);
  }
}

/** Decrypts what an Encryptor wrote, in blocks of `ENCRYPTED_BLOCK_SIZE` bytes. Throws TamperedError. */
export class Decryptor {
  readonly #key: Buffer;
  #position = 0;

  constructor(key: Buffer, name: string, header: Buffer) {
    if (header.length !== HEADER_LENGTH || !header.subarray(0, MAGIC.length).equals(MAGIC))
      throw new TamperedError(`${name} is not an encrypted file of a backup.`);
    this.#key = deriveKey(key, `file ${name}`, header.subarray(MAGIC.length));
  }

  decrypt(sealed: Buffer, isLast: boolean): Buffer {
    try {
      const end = sealed.length - TAG_LENGTH;
      const nonce = nonceOf(this.#position++, isLast);
      const decipher = createDecipheriv('aes-256-gcm', this.#key, nonce, { authTagLength: TAG_LENGTH });
      decipher.setAuthTag(sealed.subarray(end));
      return Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()]);
    } catch {
      throw new TamperedError('An encrypted file of the backup was changed or cut off.');
    }
  }
}

const MAGIC = Buffer.from('CYBK\x01', 'latin1');
const SALT_LENGTH = 32;
const KEY_LENGTH = 32;
const TAG_LENGTH = 16;
/** Bytes of a block before and after encryption, and of the header before the first block. */
export const BLOCK_SIZE = 256 * 1024;
export const ENCRYPTED_BLOCK_SIZE = BLOCK_SIZE + TAG_LENGTH;
export const HEADER_LENGTH = MAGIC.length + SALT_LENGTH;
/** The cost of deriving a key from a new passphrase: 128 MiB and about half a second for each guess. */
export const PASSPHRASE_COST = { N: 2 ** 17, r: 8, p: 1 };

/** Returns the length of a file after encryption. */
export function encryptedLength(size: number): number {
  return HEADER_LENGTH + size + TAG_LENGTH * Math.max(1, Math.ceil(size / BLOCK_SIZE));
}

function derivePassphraseKey(
  passphrase: string,
  salt: Buffer,
  { N, r, p }: Pick<WrappedKey, 'N' | 'r' | 'p'>,
): Buffer {
  // Keyboards produce the same letters in composed or decomposed form.
  return scryptSync(passphrase.normalize('NFKC'), salt, KEY_LENGTH, { N, r, p, maxmem: 256 * N * r });
}

function keyAssociatedData(folder: string): Buffer {
  return Buffer.from(`courtyard backup key ${folder}`);
}

/** Returns the nonce of a block. A counter is safe because every file has its own key. */
function nonceOf(position: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(position, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}
