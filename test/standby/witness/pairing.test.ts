import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openService } from '../../../electron/service';
import {
  fingerprintOfCertificate,
  issueStandbyCertificate,
} from '../../../electron/identity/standby-certificate';
import { connectTls } from '../../../electron/remote/tls-connection';
import { readRecord } from '../../../electron/standby/copy/standby-folder';
import { ContentSender } from '../../../electron/standby/host/content-sender';
import { parseLink } from '../../../electron/standby/link';
import { MessageStream } from '../../../electron/standby/message-stream';
import { LeaseAnswer, type SentLeaseRequest } from '../../../electron/standby/witness/lease-messages';
import { STANDBY } from '../../../shared/limits';
import { upload } from '../../support/content';
import { TEST_SETTINGS } from '../../support/service';
import { untilPasses } from '../../support/waiting';
import { hostInProcess, standbyInProcess, type Host } from '../in-process';
import { witnessInProcess } from './in-process';

const REFUSED = /This link has expired or was already used/;

test('with a witness and a standby, writes are answered and the standby is ready to take over', async () => {
  const { host } = await three();
  const { Witness } = await host.stateWhen((state) => state.Witness.Automatic);
  expect(Witness).toMatchObject({ State: 'seen', Automatic: true });
  const sent = await host.owner.call('dialogs.create', { name: 'Here', type: 'group' });
  expect(sent.Name).toBe('Here');
  const acts = (await host.owner.call('admin.acts', {})).map((entry) => entry.Act);
  expect(acts).toContain('pair_witness');
});

test('the standby takes over automatically only once it has all photos and files', async () => {
  const host = await hostInProcess();
  const file = Buffer.alloc(200_000, 7);
  await upload(host.now.service, host.owner.session, 'files.upload', file);
  const wanting = vi.spyOn(ContentSender.prototype, 'wanted').mockReturnValue();
  await witnessInProcess(host.folder('witness'), await linkOf(host)).ready;
  const standby = await standbyInProcess(host.folder('standby'), await host.link());
  // Only the file is missing.
  const { State, Witness } = await host.stateWhen(
    ({ State, Behind, WaitSuspended }) => State !== 'copying' && Behind === file.length && WaitSuspended,
  );
  expect([State, Witness.Automatic]).toEqual(['behind', false]);
  expect(readRecord(host.folder('standby'))?.hasContents).toBe(false);
  await host.owner.call('dialogs.create', { name: 'Here', type: 'group' });
  expect((await host.state()).Witness.Automatic).toBe(false);

  await standby.stop();
  wanting.mockRestore();
  const again = await standbyInProcess(host.folder('standby'), await host.link());
  await again.inStep;
  await host.stateWhen((state) => state.Witness.Automatic);
  await untilPasses(() => expect(readRecord(host.folder('standby'))?.hasContents).toBe(true));
  expect((await host.inStep()).WaitSuspended).toBe(false);
});

test('writes are answered without the standby once the witness knows that it is behind', async () => {
  const { host, standby } = await three();
  await host.stateWhen((state) => state.Witness.Automatic);
  await standby.stop();
  await host.owner.call('dialogs.create', { name: 'Here', type: 'group' });
  expect(await host.state()).toMatchObject({ WaitSuspended: true, Witness: { Automatic: false } });
  const again = await standbyInProcess(host.folder('standby'), await host.link());
  await host.stateWhen((state) => state.Witness.Automatic);
  await again.stop();
});

test('a host that reaches neither accepts no writes until the witness is back', async () => {
  const { host, standby, witness } = await three();
  await host.stateWhen((state) => state.Witness.Automatic);
  await host.stop();
  await standby.stop();
  await witness.stop();
  await host.restart();
  await expect(host.owner.call('dialogs.create', { name: 'Here', type: 'group' })).rejects.toThrow(
    /can’t reach its standby or its witness/,
  );
  expect((await host.state()).Witness).toMatchObject({ State: 'gone' });
  const again = witnessInProcess(host.folder('witness'), '');
  await again.ready;
  await host.stateWhen((state) => state.Witness.State === 'seen');
  await host.owner.call('dialogs.create', { name: 'Here', type: 'group' });
});

test('a witness does not start where host and standby would not find it', async () => {
  const host = await hostInProcess();
  const link = await linkOf(host);
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, resolve));
  onTestFinished(() => void other.close());
  const { port: taken } = other.address() as AddressInfo;
  const start = (given: string, wanted: number | null) =>
    witnessInProcess(host.folder('witness'), given, wanted).ready;
  await expect(start(link, taken)).rejects.toThrow(
    `Port ${taken} is already in use. Choose another one with --standby-port, or leave it out.`,
  );
  const witness = witnessInProcess(host.folder('witness'), link);
  const { port } = await witness.ready;
  await witness.stop();
  await expect(start('', taken)).rejects.toThrow(
    `Host and standby look for this witness on port ${port}. Leave out --standby-port, or pair it again`,
  );
  const blocker = createServer();
  await new Promise<void>((resolve) => blocker.listen(port, resolve));
  onTestFinished(() => void blocker.close());
  await expect(start('', port)).rejects.toThrow(
    `Port ${port} is already in use. Host and standby look for this witness there`,
  );
});

test('a link pairs one witness once, expires, and is not used up by a wrong code', async () => {
  const host = await hostInProcess();
  const link = await linkOf(host);
  const { code } = parseLink(link, 'witness')!;
  const reversed = code.split('').reverse().join('');
  await expect(witnessInProcess(host.folder('wrong'), link.replace(code, reversed)).ready).rejects.toThrow(
    REFUSED,
  );
  await witnessInProcess(host.folder('witness'), link).ready;
  await expect(witnessInProcess(host.folder('second'), link).ready).rejects.toThrow(REFUSED);
  const later = await linkOf(host);
  host.now.clock.advance(STANDBY.link + 1);
  await expect(witnessInProcess(host.folder('late'), later).ready).rejects.toThrow(REFUSED);
  await expect(witnessInProcess(host.folder('other'), await host.link()).ready).rejects.toThrow(
    /needs a link/,
  );
});

test('a witness is paired again by a new link only, and its folder holds nothing else', async () => {
  const host = await hostInProcess();
  const link = await linkOf(host);
  const first = witnessInProcess(host.folder('witness'), link);
  const { name, port } = await first.ready;
  expect(name).toBe('Courtyard');
  await first.stop();
  const folder = host.folder('witness');
  expect(readFileSync(join(folder, 'witness.json'), 'utf8')).not.toContain(parseLink(link, 'witness')!.code);
  await expect(openService({ data: folder, settings: TEST_SETTINGS })).rejects.toThrow(/the witness of/);
  // The same command line starts it again, on the same port.
  const again = witnessInProcess(folder, link);
  expect((await again.ready).port).toBe(port);
  await again.stop();
  const stranger = await hostInProcess();
  await expect(witnessInProcess(folder, await linkOf(stranger)).ready).rejects.toThrow(/another community/);
  await expect(witnessInProcess(host.data, link).ready).rejects.toThrow(/holds a community/);
});

test('the owner removes the witness, and the standby no longer takes over', async () => {
  const { host } = await three();
  await host.stateWhen((state) => state.Witness.Automatic);
  await host.owner.call('admin.removeWitness', {});
  const { Witness } = await host.stateWhen((state) => state.Witness.State === 'none');
  expect(Witness).toEqual({ State: 'none', Name: '', Seen: 0, Automatic: false });
  await host.owner.call('dialogs.create', { name: 'Here', type: 'group' });
  const witnessOfStandby = () => readRecord(host.folder('standby'))?.witness;
  await untilPasses(() => expect(witnessOfStandby()).toBeNull());
});

test('a lost witness can be removed only while the standby is connected', async () => {
  const { host, standby, witness } = await three();
  await host.stateWhen((state) => state.Witness.Automatic);
  await witness.stop();
  await standby.stop();
  expect((await host.owner.refused('admin.removeWitness', {})).code).toBe('unavailable');
  expect((await host.owner.refused('admin.removeStandby', {})).code).toBe('unavailable');
  const again = witnessInProcess(host.folder('witness'), '');
  await again.ready;
  const back = await standbyInProcess(host.folder('standby'), await host.link());
  await host.stateWhen((state) => state.Witness.Automatic);
  await again.stop();
  await host.owner.call('admin.removeWitness', {});
  await host.stateWhen((state) => state.Witness.State === 'none');
  await back.stop();
});

test('a second standby replaces the first one, which the witness then rejects', async () => {
  const { host } = await three();
  await host.stateWhen((state) => state.Witness.Automatic);
  const second = await standbyInProcess(host.folder('second'), await host.link());
  await second.inStep;
  await host.stateWhen((state) => state.Witness.Automatic);
  const record = JSON.parse(readFileSync(join(host.folder('witness'), 'witness.json'), 'utf8')) as {
    state: { standby: string };
  };
  const fingerprints = ['standby', 'second'].map((name) =>
    fingerprintOfCertificate(readRecord(host.folder(name))!.certificate.cert),
  );
  expect(fingerprints.indexOf(record.state.standby)).toBe(1);
});

test('a witness rejects callers that are neither a host nor the standby, and malformed messages', async () => {
  const { host, port } = await three();
  await host.stateWhen((state) => state.Witness.Automatic);
  const address = `127.0.0.1:${port}`;
  const stranger = await issueStandbyCertificate(Date.now());

  const voter = await streamTo(address, stranger);
  await voter.send({ type: 'vote', term: 2, nonce: 1 });
  const answer = await voter.received().next();
  expect(answer.value?.message).toEqual({ type: 'refused', nonce: 1, reason: 'other_standby' });
  voter.close();

  for (const request of [
    { type: 'renew', term: 1, nonce: 1 },
    { type: 'record', term: 1, standby: 'x', hasEverything: true, revision: 1 },
    { type: 'vote', term: -1, nonce: 1 },
  ] as const) {
    const stream = await streamTo(address, stranger);
    await stream.send(request);
    expect((await stream.received().next()).done).toBe(true);
  }
  expect(await closesAfter(address, undefined, Buffer.alloc(0))).toBe(true);
  const lengths = Buffer.alloc(9);
  lengths.writeUInt32BE(1024 * 1024, 0);
  expect(await closesAfter(address, stranger, lengths)).toBe(true);
  lengths.writeUInt32BE(2, 0);
  lengths.writeUInt32BE(1, 4);
  expect(await closesAfter(address, stranger, lengths)).toBe(true);
  expect(await closesAfter(address, stranger, Buffer.from('\0\0\0\x02\0\0\0\0\0{]'))).toBe(true);
  expect((await host.state()).Witness).toMatchObject({ State: 'seen', Automatic: true });
});

/** A host, its standby and its witness. */
async function three() {
  const host = await hostInProcess();
  const standby = await standbyInProcess(host.folder('standby'), await host.link());
  await standby.inStep;
  const witness = witnessInProcess(host.folder('witness'), await linkOf(host));
  const { port } = await witness.ready;
  return { host, standby, witness, port };
}

async function linkOf(host: Host): Promise<string> {
  return (await host.owner.call('admin.pairWitness', {})).Link;
}

async function streamTo(address: string, certificate: { key: string; cert: string }) {
  const { socket } = await connectTls(address, certificate);
  return new MessageStream<SentLeaseRequest, LeaseAnswer>(socket, LeaseAnswer);
}

/** Whether the connection is closed after these bytes, without an answer. */
async function closesAfter(
  address: string,
  certificate: { key: string; cert: string } | undefined,
  bytes: Buffer,
): Promise<boolean> {
  const { socket } = await connectTls(address, certificate);
  socket.write(bytes);
  return new Promise((resolve) => {
    socket.once('data', () => resolve(false));
    socket.once('close', () => resolve(true));
  });
}
