import 'reflect-metadata';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  X509Certificate as ReadableCertificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  X509Certificate,
} from 'node:crypto';
import { isIP } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { fingerprintOf } from './fingerprint';

/** The keys of a community: PKCS #8 and SPKI in DER. */
export interface CommunityKeys {
  privateKey: Buffer;
  publicKey: Buffer;
}

/** What a host shows to guests: PEM. */
export interface HostCertificate {
  key: string;
  cert: string;
}

/** Days that a certificate is good for, one of them before it was made, since clocks differ. */
const DAYS = 397;
/** Days before its end at which another one is made. */
const SPARE_DAYS = 30;
const DAY_MS = 86_400_000;

/**
 * Makes the certificate of a host, signed by its community's own key, for the names and addresses under which it is
 * reached. Guests find the community's public key in it as the identifier of the authority (`signerOf`): a certificate of
 * that key sent along would hold a signature that Chromium doesn't read, and then lets nobody in. The host's own key is of
 * P-256, since browsers know no other that is short. `now` is in Unix seconds.
 */
export async function issueCertificate(
  community: CommunityKeys,
  names: readonly string[],
  now: number,
): Promise<HostCertificate> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const from = now * 1000 - DAY_MS;
  const certificate = await X509CertificateGenerator.create({
    serialNumber: `01${randomBytes(15).toString('hex')}`,
    subject: [{ O: ['Courtyard host'] }],
    issuer: [{ O: ['Courtyard community'], CN: [fingerprintOf(community.publicKey)] }],
    notBefore: new Date(from),
    notAfter: new Date(from + DAYS * DAY_MS),
    publicKey: new Uint8Array(publicKey.export({ type: 'spki', format: 'der' })),
    signingKey: await crypto.subtle.importKey(
      'pkcs8',
      new Uint8Array(community.privateKey),
      'Ed25519',
      false,
      ['sign'],
    ),
    signingAlgorithm: { name: 'Ed25519' },
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension(
        names.map((name) => ({ type: isIP(name) === 0 ? ('dns' as const) : ('ip' as const), value: name })),
      ),
      new AuthorityKeyIdentifierExtension(community.publicKey.toString('hex')),
    ],
  });
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: certificate.toString('pem'),
  };
}

/**
 * The fingerprint of the community that signed a host's certificate (PEM or DER); null for any other certificate. Guests
 * compare it with the one that they pinned: then the host is one of that community, under whatever name it was reached.
 */
export function signerOf(certificate: string | Buffer): string | null {
  try {
    const readable = new ReadableCertificate(new X509Certificate(certificate).toString());
    const keyId = readable.getExtension(AuthorityKeyIdentifierExtension)?.keyId;
    const publicKey = Buffer.from(keyId ?? '', 'hex');
    const signer = createPublicKey({ key: publicKey, format: 'der', type: 'spki' });
    const isSigned =
      signer.asymmetricKeyType === 'ed25519' && new X509Certificate(certificate).verify(signer);
    return isSigned ? fingerprintOf(publicKey) : null;
  } catch {
    return null;
  }
}

/** The same of whoever is at the other end of a connection; null too where the certificate doesn't hold today. */
export function signerShownBy(socket: TLSSocket): string | null {
  const certificate = socket.getPeerX509Certificate();
  if (!certificate) return null;
  const now = Date.now();
  const holds = certificate.validFromDate.getTime() <= now && now <= certificate.validToDate.getTime();
  return holds ? signerOf(certificate.raw) : null;
}

/** SHA-256 of a certificate in hexadecimal, and when it ends, in Unix seconds. */
export function factsOf({ cert }: HostCertificate): { fingerprint: string; until: number } {
  const certificate = new X509Certificate(cert);
  return {
    fingerprint: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    until: Math.floor(certificate.validToDate.getTime() / 1000),
  };
}

/** Whether a certificate is still good for a while, signed by this community, and speaks of all these names. */
export function isFit(
  { key, cert }: HostCertificate,
  community: CommunityKeys,
  names: readonly string[],
  now: number,
): boolean {
  try {
    const certificate = new X509Certificate(cert);
    const isOfTime =
      certificate.validFromDate.getTime() <= now * 1000 &&
      certificate.validToDate.getTime() > now * 1000 + SPARE_DAYS * DAY_MS;
    return (
      isOfTime &&
      signerOf(cert) === fingerprintOf(community.publicKey) &&
      certificate.checkPrivateKey(createPrivateKey(key)) &&
      names.every((name) =>
        isIP(name) === 0
          ? certificate.checkHost(name) !== undefined
          : certificate.checkIP(name) !== undefined,
      )
    );
  } catch {
    return false;
  }
}
