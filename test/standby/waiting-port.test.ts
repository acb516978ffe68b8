import { generateKeyPairSync } from 'node:crypto';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { issueCertificate } from '../../electron/identity/certificate';
import type { HostCertificateStore } from '../../electron/sharing/host-certificate';
import { WaitingPort } from '../../electron/standby/host/waiting-port';

test('a certificate that cannot be renewed is tried again, and the port stays open', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const keys = {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }),
    publicKey: publicKey.export({ type: 'spki', format: 'der' }),
  };
  const certificate = await issueCertificate(keys, ['127.0.0.1'], Math.floor(Date.now() / 1000));
  const obtain = vi.fn(() => Promise.resolve(certificate));
  const certificates = { current: null, obtain } as unknown as HostCertificateStore;
  const warned = Promise.withResolvers<string>();
  const logger = pino({ level: 'warn' }, { write: warned.resolve });
  const port = new WaitingPort(certificates, (socket) => socket.destroy(), logger);
  onTestFinished(() => port.close());
  await port.open(0);
  obtain.mockRejectedValueOnce(new Error('the disk is full'));
  vi.advanceTimersByTime(DAY_MS);
  expect(await warned.promise).toContain('the disk is full');
  expect(port.port).not.toBe(0);
  vi.advanceTimersByTime(DAY_MS);
  expect(obtain).toHaveBeenCalledTimes(3);
});

const DAY_MS = 24 * 3_600_000;
