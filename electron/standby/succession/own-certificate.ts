import { join } from 'node:path';
import { z } from 'zod';
import type { HostCertificate } from '../../identity/certificate';
import { JsonFile } from '../../json-file';

/**
 * Returns the certificate that a machine shows as a standby, and creates it if there is none. It stays with the data
 * folder, whichever of the two the machine is: so host and standby know each other when they change places. `folder`
 * is '' for a community in memory.
 */
export async function obtainOwnCertificate(folder: string): Promise<HostCertificate> {
  const file = folder === '' ? null : new JsonFile(join(folder, OWN_CERTIFICATE_FILE));
  const stored = file?.read((value) => StoredCertificate.parse(value)) ?? null;
  if (stored !== null) return stored;
  const { issueStandbyCertificate } = await import('../../identity/standby-certificate');
  const certificate = await issueStandbyCertificate(Date.now());
  await file?.write(certificate);
  return certificate;
}

/** Stores the certificate that a machine has shown as a standby. */
export async function saveOwnCertificate(folder: string, certificate: HostCertificate): Promise<void> {
  await new JsonFile(join(folder, OWN_CERTIFICATE_FILE)).write(certificate);
}

/** Fingerprint of the public key of a certificate in PEM, as the other side of a connection sees it. */
export async function ownFingerprint({ cert }: HostCertificate): Promise<string> {
  const { fingerprintOfCertificate } = await import('../../identity/standby-certificate');
  return fingerprintOfCertificate(cert);
}

const OWN_CERTIFICATE_FILE = 'standby-identity.json';
const StoredCertificate = z.object({ key: z.string(), cert: z.string() });
