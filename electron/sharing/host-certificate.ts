import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommunityKeys, HostCertificate } from '../identity/certificate';

/** The name of the file in a data folder that holds the host's certificate and its key. */
export const CERTIFICATE_FILE = 'certificate.pem';

/** A certificate with what is told of it. */
export interface KnownCertificate extends HostCertificate {
  /** SHA-256, in hexadecimal. */
  fingerprint: string;
  /** When it ends, in Unix seconds. */
  until: number;
}

/**
 * The certificate that this host shows, kept beside the data and for the owner's eyes only. It belongs to the machine: it
 * goes along with no backup, and is made anew where it is missing.
 */
export class CertificateKeeper {
  readonly #path: string | null;
  readonly #keys: CommunityKeys;
  readonly #now: () => number;
  #held: KnownCertificate | null = null;

  /** `folder` is that of the community's data, or '' to keep it in memory. `now` gives Unix seconds. */
  constructor(folder: string, keys: CommunityKeys, now: () => number) {
    this.#path = folder === '' ? null : join(folder, CERTIFICATE_FILE);
    this.#keys = keys;
    this.#now = now;
  }

  /** The last one that was taken; null before the first. */
  get held(): KnownCertificate | null {
    return this.#held;
  }

  /** One that is good for these names, made where there is none; `fromDisk` looks first whether another lies there. */
  async take(names: readonly string[], fromDisk = false): Promise<KnownCertificate> {
    // Its library is a hundred files, which a community that isn't shared needs not open.
    const { factsOf, isFit, issueCertificate } = await import('../identity/certificate');
    const kept = fromDisk || !this.#held ? await this.#read() : this.#held;
    const isGood = kept !== null && isFit(kept, this.#keys, names, this.#now());
    const certificate = isGood ? kept : await issueCertificate(this.#keys, names, this.#now());
    if (!isGood) await this.#write(certificate);
    this.#held = { ...certificate, ...factsOf(certificate) };
    return this.#held;
  }

  async #read(): Promise<HostCertificate | null> {
    const text = this.#path === null ? '' : await readFile(this.#path, 'utf8').catch(() => '');
    const [key, cert] = [PRIVATE_KEY.exec(text)?.[0], CERTIFICATE.exec(text)?.[0]];
    return key === undefined || cert === undefined ? null : { key, cert };
  }

  async #write({ key, cert }: HostCertificate): Promise<void> {
    if (this.#path === null) return;
    const partial = `${this.#path}.partial`;
    await rm(partial, { force: true });
    await writeFile(partial, `${key.trim()}\n${cert.trim()}\n`, { mode: 0o600, flush: true });
    await rename(partial, this.#path);
  }
}

const PRIVATE_KEY = /-----BEGIN PRIVATE KEY-----[^-]*-----END PRIVATE KEY-----/;
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/;
