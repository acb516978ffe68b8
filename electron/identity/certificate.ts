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

/** The key pair of a community: PKCS #8 and SPKI in DER. */
export interface CommunityKeys {
  privateKey: Buffer;
  publicKey: Buffer;
}

/** The certificate that a host presents to guests, with its private key, in PEM. */
export interface HostCertificate {
  key: string;
  cert: string;
}

/** Days of validity; it begins one day before the issue date, since clocks differ. */
const VALID_DAYS = 397;
/** A certificate is renewed this many days before it expires. */
const RENEWAL_DAYS = 30;
const DAY_MS = 86_400_000;
/** The term of a community's first host, whose certificates name none. */
const FIRST_TERM = 1;
const TERM = /^OU=Term (\d{1,9})$/m;

/**
 * Issues a host certificate for the names and addresses under which the host is reached, signed by the community's key.
 * The community's public key is stored in the authority key identifier, where guests find it (`signerOf`): Chromium
 * cannot read Ed25519 signatures and would reject a chain with the community's own certificate. The host key uses
 * P-256, the only short key type that browsers support. The term of the host is part of the subject, so that guests can
 * tell a newer host from one that it replaced. `now` is in Unix seconds.
 */
export async function issueCertificate(
  community: CommunityKeys,
  names: readonly string[],
  now: number,
  term = FIRST_TERM,
): Promise<HostCertificate> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const from = now * 1000 - DAY_MS;
  const certificate = await X509CertificateGenerator.create({
    serialNumber: `01${randomBytes(15).toString('hex')}`,
    subject: [{ O: ['Courtyard host'] }, ...(term > FIRST_TERM ? [{ OU: [`Term ${term}`] }] : [])],
    issuer: [{ O: ['Courtyard community'], CN: [fingerprintOf(community.publicKey)] }],
    notBefore: new Date(from),
    notAfter: new Date(from + VALID_DAYS * DAY_MS),
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
 * Fingerprint of the community that signed a host certificate (PEM or DER); null for any other certificate. Guests
 * compare it with the fingerprint they pinned, whatever name the host was reached under.
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

/**
 * The term that a host certificate (PEM or DER) shows. It counts only if the certificate is signed by the community.
 */
export function termOf(certificate: string | Buffer): number {
  const [, term] = TERM.exec(new X509Certificate(certificate).subject) ?? [];
  return term === undefined ? FIRST_TERM : Number(term);
}

/** Who signed the certificate that the peer of a connection presented, and the term it shows. */
export interface PeerHost {
  /** Fingerprint of the community; null for any other certificate, and for one that is not valid now. */
  signer: string | null;
  /** 0 without a signer. */
  term: number;
  /** Fingerprint of the public key that the peer proved to have; null if it showed no certificate. */
  fingerprint: string | null;
}

/** Identifies the peer of a connection. Asked once: Node returns its certificate only the first time. */
export function identifyPeer(socket: TLSSocket): PeerHost {
  const certificate = socket.getPeerX509Certificate();
  const now = Date.now();
  const isValidNow =
    certificate !== undefined &&
    certificate.validFromDate.getTime() <= now &&
    now <= certificate.validToDate.getTime();
  const signer = isValidNow ? signerOf(certificate.raw) : null;
  const publicKey = certificate?.publicKey.export({ type: 'spki', format: 'der' });
  return {
    signer,
    term: isValidNow && signer !== null ? termOf(certificate.raw) : 0,
    fingerprint: publicKey === undefined ? null : fingerprintOf(publicKey),
  };
}

/** SHA-256 of a certificate in hexadecimal, and its expiry in Unix seconds. */
export function describeCertificate({ cert }: HostCertificate): { fingerprint: string; until: number } {
  const certificate = new X509Certificate(cert);
  return {
    fingerprint: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    until: Math.floor(certificate.validToDate.getTime() / 1000),
  };
}

/**
 * Whether a certificate can be used: not close to expiry, signed by this community, of this term or a later one, and
 * valid for all these names.
 */
export function isUsable(
  { key, cert }: HostCertificate,
  community: CommunityKeys,
  names: readonly string[],
  now: number,
  term = FIRST_TERM,
): boolean {
  try {
    const certificate = new X509Certificate(cert);
    const isCurrent =
      certificate.validFromDate.getTime() <= now * 1000 &&
      certificate.validToDate.getTime() > now * 1000 + RENEWAL_DAYS * DAY_MS;
    return (
      isCurrent &&
      signerOf(cert) === fingerprintOf(community.publicKey) &&
      termOf(cert) >= term &&
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
