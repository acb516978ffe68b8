import { generateKeyPairSync } from 'node:crypto';
import Database from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { restoreBackup } from '../../electron/backup/restore';
import { DATABASE_FILE } from '../../electron/database/health/missing-database';
import { signerOf, termOf, type CommunityKeys } from '../../electron/identity/certificate';
import { fingerprintOf } from '../../electron/identity/fingerprint';
import { findTerm, insertTerm } from '../../electron/standby/term-queries';
import { openService } from '../../electron/service';
import { HostCertificateStore } from '../../electron/sharing/host-certificate';

import { TEST_SETTINGS, TestClock, testServiceOver } from '../support/service';

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

test("a host's certificate shows its term, and one of an earlier term is reissued", async () => {
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

test('a restored backup of an earlier term continues with the latest term of the machine', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'courtyard-terms-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const open = async () =>
    testServiceOver(await openService({ data: folder, settings: TEST_SETTINGS }), new TestClock());
  const withDatabase = <T>(work: (raw: Database.Database) => T): T => {
    const raw = new Database(join(folder, DATABASE_FILE));
    try {
      return work(raw);
    } finally {
      raw.close();
    }
  };
  const t = await open();
  const owner = await t.person('Olena');
  const { Name } = await owner.call('admin.createBackup', {});
  await t.service.close();
  withDatabase((raw) => insertTerm(raw, { ...findTerm(raw), term: 2, how: 'takeover' }));
  const keys = withDatabase(
    (raw) =>
      raw
        .prepare('SELECT private_key AS privateKey, public_key AS publicKey FROM community')
        .get() as CommunityKeys,
  );
  await new HostCertificateStore(folder, keys, now, 2).obtain(NAMES);

  await restoreBackup(folder, Name, now());
  expect(withDatabase(findTerm)).toMatchObject({ term: 2, how: 'restore' });
  await (await open()).service.close();
});
