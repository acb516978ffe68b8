import { generateKeyPairSync } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { HostCertificateStore } from '../../electron/sharing/host-certificate';
import { smallDisk } from '../support/small-disk';

const disk = smallDisk(1);
afterAll(() => disk?.remove());

test.skipIf(!disk)(
  'a host on a full disk has a certificate, which is stored once there is space',
  async () => {
    const folder = disk?.path ?? '';
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const keys = {
      privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }),
      publicKey: publicKey.export({ type: 'spki', format: 'der' }),
    };
    const open = () => new HostCertificateStore(folder, keys, () => Math.floor(Date.now() / 1000), 1);
    disk?.fill();
    const store = open();
    const first = await store.obtain(['yard.example']);
    expect((await store.obtain(['yard.example'])).fingerprint).toBe(first.fingerprint);
    disk?.free();
    const { fingerprint } = await open().obtain(['yard.example']);
    expect((await open().obtain(['yard.example'])).fingerprint).toBe(fingerprint);
  },
);
