import 'reflect-metadata';
import { X509CertificateGenerator } from '@peculiar/x509';
import { KeyObject, randomBytes, X509Certificate } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import type { HostCertificate } from './certificate';
import { fingerprintOf } from './fingerprint';

const VALID_YEARS = 30;

/**
 * Issues the certificate by which a host knows its standby: self-signed, since the host stores its fingerprint when the
 * two are paired. `now` is in milliseconds.
 */
export async function issueStandbyCertificate(now: number): Promise<HostCertificate> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: `01${randomBytes(15).toString('hex')}`,
    name: [{ O: ['Courtyard standby'] }],
    notBefore: new Date(now - 24 * 3_600_000),
    notAfter: new Date(now + VALID_YEARS * 365 * 24 * 3_600_000),
    keys,
    signingAlgorithm: algorithm,
  });
  return {
    key: KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: certificate.toString('pem'),
  };
}

/** Fingerprint of the public key that the other side of a connection proved to have; null if it showed none. */
export function peerFingerprintOf(socket: TLSSocket): string | null {
  const certificate = socket.getPeerX509Certificate();
  return certificate ? keyFingerprintOf(certificate) : null;
}

/** Fingerprint of the public key of a certificate in PEM. */
export function fingerprintOfCertificate(cert: string): string {
  return keyFingerprintOf(new X509Certificate(cert));
}

function keyFingerprintOf({ publicKey }: X509Certificate): string {
  return fingerprintOf(publicKey.export({ type: 'spki', format: 'der' }));
}
