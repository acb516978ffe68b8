import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDiskFull } from '../database/sqlite-errors';
import type { CommunityKeys, HostCertificate } from '../identity/certificate';
import { SerialQueue } from '../serial-queue';

/** File in a data folder with the host's certificate and private key. */
export const CERTIFICATE_FILE = 'certificate.pem';

/** A certificate with its fingerprint and expiry. */
export interface KnownCertificate extends HostCertificate {
  /** SHA-256 in hexadecimal. */
  fingerprint: string;
  /** Expiry in Unix seconds. */
  until: number;
}

/**
 * Stores this host's certificate next to the data, readable only by its owner. It belongs to the machine: backups
 * don't contain it, and it is issued again if it is missing or shows an earlier term.
 */
export class HostCertificateStore {
  readonly #path: string | null;
  readonly #keys: CommunityKeys;
  readonly #now: () => number;
  readonly #term: number;
  #current: KnownCertificate | null = null;

  /** `folder` is the data folder, or '' for memory only. `now` returns Unix seconds; `term` is the host's. */
  constructor(folder: string, keys: CommunityKeys, now: () => number, term: number) {
    this.#path = folder === '' ? null : join(folder, CERTIFICATE_FILE);
    this.#keys = keys;
    this.#now = now;
    this.#term = term;
  }

  /** The certificate last obtained; null before the first. */
  get current(): KnownCertificate | null {
    return this.#current;
  }

  /**
   * Returns a certificate that is valid for these names, issuing a new one if necessary; `fromDisk` reads the file
   * again first.
   */
  obtain(names: readonly string[], fromDisk = false): Promise<KnownCertificate> {
    return queue.run(() => this.#obtain(names, fromDisk));
  }

  async #obtain(names: readonly string[], fromDisk: boolean): Promise<KnownCertificate> {
    // Loaded lazily: its library has a hundred files, needed only if the community is shared.
    const { describeCertificate, isUsable, issueCertificate } = await import('../identity/certificate');
    const stored = fromDisk || !this.#current ? await this.#read() : this.#current;
    const canReuse = stored !== null && isUsable(stored, this.#keys, names, this.#now(), this.#term);
    const certificate = canReuse
      ? stored
      : await issueCertificate(this.#keys, names, this.#now(), this.#term);
    if (!canReuse) await this.#writeIfRoom(certificate);
    this.#current = { ...certificate, ...describeCertificate(certificate) };
    return this.#current;
  }

  async #read(): Promise<HostCertificate | null> {
    const text = this.#path === null ? '' : await readIfThere(this.#path);
    const [key, cert] = [PRIVATE_KEY.exec(text)?.[0], CERTIFICATE.exec(text)?.[0]];
    return key === undefined || cert === undefined ? null : { key, cert };
  }

  /** On a full disk, the certificate is used until the host stops: without one, nobody could reach it. */
  async #writeIfRoom(certificate: HostCertificate): Promise<void> {
    try {
      await this.#write(certificate);
    } catch (error) {
      if (!isDiskFull(error)) throw error;
    }
  }

  async #write({ key, cert }: HostCertificate): Promise<void> {
    if (this.#path === null) return;
    const partial = `${this.#path}.partial`;
    await rm(partial, { force: true });
    await writeFile(partial, `${key.trim()}\n${cert.trim()}\n`, { mode: 0o600, flush: true });
    await rename(partial, this.#path);
  }
}

/** Returns the text of a file; '' if there is none. */
async function readIfThere(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

/** Sharing and waiting for the standby use the same file: one after the other. */
const queue = new SerialQueue();

const PRIVATE_KEY = /-----BEGIN PRIVATE KEY-----[^-]*-----END PRIVATE KEY-----/;
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/;
