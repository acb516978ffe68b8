import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { signerOf, termOf, type CommunityKeys } from '../../electron/identity/certificate';
import { fingerprintOf } from '../../electron/identity/fingerprint';
import { HostCertificateStore } from '../../electron/sharing/host-certificate';

const NAMES = ['localhost', '127.0.0.1'];

function now() {
  return Math.floor(Date.now() / 1000);
}

function newKeys(): CommunityKeys {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }),
    publicKey: publicKey.export({ type: 'spki', format: 'der' }),
  };
}

test("a host's certificate shows its term, and one of an earlier term is issued anew", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'courtyard-terms-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const keys = newKeys();
  const open = (term: number) => new HostCertificateStore(folder, keys, now, term);
  const first = await open(1).obtain(NAMES);
  expect(termOf(first.cert)).toBe(1);
  expect((await open(1).obtain(NAMES)).fingerprint).toBe(first.fingerprint);

  const third = await open(3).obtain(NAMES);
  expect(termOf(third.cert)).toBe(3);
  expect(signerOf(third.cert)).toBe(fingerprintOf(keys.publicKey));
  expect((await open(3).obtain(NAMES)).fingerprint).toBe(third.fingerprint);
});
