import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request as plainRequest, type IncomingHttpHeaders } from 'node:http';
import { request as secureRequest } from 'node:https';
import { connect as connectPlain, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type DetailedPeerCertificate } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { restoreBackup } from '../../electron/backup/restore';
import { lanDoors } from '../../electron/doors/lan';
import { issueCertificate, signerOf } from '../../electron/identity/certificate';
import { fingerprintOf } from '../../electron/identity/fingerprint';
import { openService, type Service, type ServiceOptions } from '../../electron/service';
import { CERTIFICATE_FILE } from '../../electron/sharing/host-certificate';
import { upload } from '../support/content';
import { TestMachine } from '../support/machine';
import { keptPort } from '../support/ports';
import { START, TEST_SETTINGS, TestClock, testServiceOver, type TestPerson } from '../support/service';
import { silent } from './recording-service';

const DAY = 86_400;

interface Place {
  service: Service;
  clock: TestClock;
  machine: TestMachine;
  ann: TestPerson;
  data: string;
  close: () => Promise<void>;
}

interface Given {
  data?: string;
  settings?: Partial<ServiceOptions['settings']>;
  clock?: TestClock;
  machine?: TestMachine;
}

/** Creates a community that can be shared, with its owner Ann. */
async function place(given: Given = {}): Promise<Place> {
  const { service, clock, machine, data, close } = await opened(given);
  const ann = await testServiceOver(service, clock).person('Ann');
  return { service, clock, machine, data, close, ann };
}

async function opened({ data = folder(), settings = {}, ...given }: Given) {
  const { clock = new TestClock(), machine = new TestMachine() } = given;
  const now = () => clock.seconds * 1000;
  const all = { ...TEST_SETTINGS, ...settings };
  const service = await openService({ data, settings: all, now, machine });
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= service.close());
  onTestFinished(close);
  const door = { host: '127.0.0.1', hosts: [...(all.hosts ?? [])], origins: ['https://pages.example'] };
  await service.sharing.begin(lanDoors({ service, settings: door, logger: silent }));
  return { service, clock, machine, data, close };
}

function folder(): string {
  const data = mkdtempSync(join(tmpdir(), 'courtyard-sharing-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  return data;
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Sends a request with or without TLS, as a guest without a pinned certificate. */
function ask(port: number, path: string, headers: Record<string, string> = {}, isPlain = false) {
  return new Promise<Answer>((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, headers, agent: false, rejectUnauthorized: false };
    const request = (isPlain ? plainRequest : secureRequest)(options, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
    });
    request.on('error', reject);
    request.end();
  });
}

/** Returns the certificate that the door presents. */
function shown(port: number): Promise<DetailedPeerCertificate> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate(true));
      socket.destroy();
    });
    socket.on('error', reject);
  });
}

/** Returns a port that another program listens on until the test ends. */
async function takenPort(): Promise<number> {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '::', resolve));
  onTestFinished(() => new Promise<void>((resolve) => other.close(() => resolve())));
  return (other.address() as AddressInfo).port;
}

describe('sharing on the network', () => {
  test('is off until the owner turns it on, and can be turned off again', async () => {
    const { ann } = await place();
    const before = await ann.call('admin.sharing', {});
    expect(before).toEqual({
      On: false,
      Port: 8701,
      Plain: false,
      Fixed: [],
      Possible: true,
      Failure: '',
      Key: (await ann.call('community.get', {})).Key,
      Fingerprint: '',
      Expires: 0,
      Link: '',
      Addresses: [],
    });
    const { Port, On } = await ann.call('admin.share', { on: true, port: await keptPort() });
    expect([On, Port > 0]).toEqual([true, true]);
    expect((await ask(Port, '/health')).status).toBe(200);
    expect(await ann.call('admin.share', { on: false })).toEqual({ ...before, Port });
    await expect(ask(Port, '/health')).rejects.toThrow('ECONNREFUSED');
    expect((await ann.call('admin.share', { on: true })).Port).toBe(Port);
    expect((await ask(Port, '/health')).status).toBe(200);
    const acts = await ann.call('admin.acts', {});
    expect(acts.map(({ Act, Reason }) => [Act, Reason])).toEqual([
      ['share', `https :${Port}`],
      ['unshare', ''],
      ['share', `https :${Port}`],
    ]);
  });

  test("returns links with the community's fingerprint, the likeliest address first", async () => {
    const machine = new TestMachine();
    machine.networks = { docker0: ['172.17.0.1'], eth0: ['fe80::1', '2001:db8::7', '192.0.2.7'] };
    const { ann } = await place({ machine, settings: { hosts: ['yard.example'] } });
    const { Key, Port, Link, Addresses } = await ann.call('admin.share', { on: true, port: 0 });
    expect(Key).toMatch(/^[0-9a-f]{64}$/);
    expect(Addresses.map(({ Address, Kind, Network }) => [Address, Kind, Network])).toEqual([
      [`https://yard.example:${Port}`, 'given', ''],
      [`https://192.0.2.7:${Port}`, 'ipv4', 'eth0'],
      [`https://[2001:db8::7]:${Port}`, 'ipv6', 'eth0'],
      [`https://172.17.0.1:${Port}`, 'ipv4', 'docker0'],
      [`https://yard-box.local:${Port}`, 'name', ''],
    ]);
    expect(Link).toBe(`https://yard.example:${Port}/#/?key=${Key}`);
    expect(Addresses.every(({ Address, Link: own }) => own === `${Address}/#/?key=${Key}`)).toBe(true);
  });

  test("presents a certificate signed by the community for this machine's names", async () => {
    const { ann } = await place();
    const { Port, Key, Fingerprint, Expires } = await ann.call('admin.share', { on: true, port: 0 });
    const { raw } = await shown(Port);
    const certificate = new X509Certificate(raw);
    expect(signerOf(raw)).toBe(Key);
    expect(certificate.issuer).toContain(`CN=${Key}`);
    expect(certificate.fingerprint256.replaceAll(':', '').toLowerCase()).toBe(Fingerprint);
    expect(certificate.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' });
    for (const name of ['yard-box', 'yard-box.local', 'localhost'])
      expect(certificate.checkHost(name)).toBe(name);
    for (const address of ['192.0.2.7', '127.0.0.1']) expect(certificate.checkIP(address)).toBe(address);
    expect(certificate.ca).toBe(false);
    expect(Expires).toBe(Math.floor(certificate.validToDate.getTime() / 1000));
    expect(Expires - certificate.validFromDate.getTime() / 1000).toBe(397 * DAY);
    expect(await ann.call('community.get', {})).toMatchObject({ Key, Fingerprint });
  });

  test("rejects a certificate that only claims to be the community's", async () => {
    const { ann } = await place();
    const { Port } = await ann.call('admin.share', { on: true, port: 0 });
    const { raw } = await shown(Port);
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const stranger = {
      privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }),
      publicKey: publicKey.export({ type: 'spki', format: 'der' }),
    };
    const other = await issueCertificate(stranger, ['localhost'], START);
    expect(signerOf(other.cert)).toBe(fingerprintOf(stranger.publicKey));
    const real = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'der' });
    const forged = await issueCertificate({ ...stranger, publicKey: real }, ['localhost'], START);
    expect(signerOf(forged.cert)).toBeNull();
    const spoilt = Buffer.from(raw);
    spoilt[spoilt.length - 1] = (spoilt.at(-1) ?? 0) ^ 1;
    expect(signerOf(spoilt)).toBeNull();
    expect(signerOf('no certificate')).toBeNull();
  });

  test.each([
    ['192.0.2.7:1', undefined, 200],
    ['Yard-Box.local', undefined, 200],
    ['localhost', 'https://192.0.2.7:8701', 200],
    ['localhost', 'https://pages.example', 200],
    ['evil.example', undefined, 403],
    ['192.0.2.8', undefined, 403],
    ['localhost', 'https://evil.example', 403],
    ['localhost', 'https://192.0.2.8', 403],
    ['localhost', 'null', 403],
  ])('answers Host %s and Origin %s with %i', async (host, origin, status) => {
    const { ann } = await place();
    const { Port } = await ann.call('admin.share', { on: true, port: 0 });
    const headers = { host, ...(origin !== undefined && { origin }) };
    expect((await ask(Port, '/health', headers)).status).toBe(status);
    const { code } = (await socketAnswer(Port, ann, headers)) ?? {};
    expect(code ?? 200).toBe(status);
  });

  test('follows address changes without disconnecting guests', async () => {
    const { service, machine, ann } = await place();
    const before = await ann.call('admin.share', { on: true, port: 0 });
    const socket = await inside(before.Port, ann);
    const isClosed = new Promise((resolve) => socket.once('close', () => resolve(true)));
    machine.networks = { wlan0: ['198.51.100.4'] };
    await service.sharing.refresh();
    expect((await ask(before.Port, '/health', { host: '192.0.2.7' })).status).toBe(403);
    expect((await ask(before.Port, '/health', { host: '198.51.100.4' })).status).toBe(200);
    const after = await ann.call('admin.sharing', {});
    expect(after.Link).toBe(`https://198.51.100.4:${before.Port}/#/?key=${before.Key}`);
    const certificate = new X509Certificate((await shown(before.Port)).raw);
    expect(certificate.checkIP('198.51.100.4')).toBe('198.51.100.4');
    expect(certificate.checkIP('192.0.2.7')).toBeUndefined();
    expect(signerOf(certificate.raw)).toBe(before.Key);
    expect(after.Fingerprint).not.toBe(before.Fingerprint);
    const nothing = new Promise((resolve) => socket.once('pong', () => resolve(false)));
    socket.ping();
    expect(await Promise.race([isClosed, nothing])).toBe(false);
  });

  test('keeps its certificate when IPv6 addresses change, and answers at them', async () => {
    const { service, machine, ann } = await place();
    const { Port, Fingerprint } = await ann.call('admin.share', { on: true, port: 0 });
    machine.networks = { eth0: ['192.0.2.7', '2001:db8::9'] };
    await service.sharing.refresh();
    expect((await ann.call('admin.sharing', {})).Fingerprint).toBe(Fingerprint);
    expect((await ask(Port, '/health', { host: `[2001:db8::9]:${Port}` })).status).toBe(200);
  });

  test('renews the certificate a month before it expires', async () => {
    const { service, clock, ann } = await place();
    const { Fingerprint, Port } = await ann.call('admin.share', { on: true, port: 0 });
    clock.advance(365 * DAY);
    await service.sharing.refresh();
    expect((await shown(Port)).fingerprint256.replaceAll(':', '').toLowerCase()).toBe(Fingerprint);
    clock.advance(2 * DAY);
    await service.sharing.refresh();
    const renewed = new X509Certificate((await shown(Port)).raw);
    expect(renewed.fingerprint256.replaceAll(':', '').toLowerCase()).not.toBe(Fingerprint);
    expect(renewed.validToDate.getTime() / 1000).toBe(clock.seconds + 396 * DAY);
  });

  test('serves calls, events and content over TLS', async () => {
    const { service, ann } = await place();
    const { Port } = await ann.call('admin.share', { on: true, port: 0 });
    const { ID } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' });
    const socket = await inside(Port, ann);
    const file = await upload(service, ann.session, 'files.upload', Buffer.from('hello'));
    const heard = heardBy(socket, 'message');
    socket.send(JSON.stringify({ command: 'subscribe', category: 'dialog', thing_id: ID }));
    await heardBy(socket, 'subscribed');
    await ann.call('dialogs.send', {
      dialog_id: ID,
      text: 'Hi',
      attachments: [{ Type: 'file', Item: file.ID }],
    });
    expect(JSON.stringify(await heard)).toContain(`"Url":"https://127.0.0.1:${Port}/content/`);
    const read = await ask(Port, `/files/${file.ID}`, { token: ann.session.token ?? '' });
    const { Url } = JSON.parse(read.body) as { Url: string };
    expect(Url.startsWith(`https://127.0.0.1:${Port}/content/`)).toBe(true);
    expect((await ask(Port, Url.replace(/^https:\/\/[^/]+/, ''))).body).toBe('hello');
    expect(read.headers).not.toHaveProperty('strict-transport-security');
  });

  test('redirects plain HTTP to https, unless allowed by choice', async () => {
    const { ann } = await place();
    const { Port, Addresses } = await ann.call('admin.share', { on: true, port: 0 });
    expect(Addresses.every(({ Plain }) => Plain === '')).toBe(true);
    const sent = await ask(Port, '/docs?a=1', { host: `192.0.2.7:${Port}` }, true);
    expect([sent.status, sent.headers.location]).toEqual([307, `https://192.0.2.7:${Port}/docs?a=1`]);
    const strange = await ask(Port, '/docs', { host: 'evil.example' }, true);
    expect([strange.status, strange.headers.location]).toEqual([403, undefined]);
    const led = await ask(Port, '/', { host: '192.0.2.7:1@evil.example' }, true);
    expect([led.status, led.headers.location]).toEqual([403, undefined]);
    expect((await socketAnswer(Port, ann, {}, true))?.code).toBe(403);

    const plain = await ann.call('admin.share', { plain: true });
    expect(plain.Addresses[0]).toMatchObject({ Plain: `http://192.0.2.7:${Port}` });
    expect((await ask(Port, '/health', { host: '192.0.2.7' }, true)).status).toBe(200);
    expect((await ask(Port, '/health', { host: 'evil.example' }, true)).status).toBe(403);
    expect(await socketAnswer(Port, ann, {}, true)).toBeNull();
    expect((await ask(Port, '/health')).status).toBe(200);

    const socket = new WebSocket(`ws://127.0.0.1:${Port}/ws?token=${ann.session.token}`);
    await heardBy(socket, 'hello');
    const gone = new Promise((resolve) => socket.once('close', resolve));
    await ann.call('admin.share', { plain: false });
    await gone;
    expect((await ask(Port, '/health', {}, true)).status).toBe(307);
  });

  test('answers the guest who turns it off first', async () => {
    const { ann } = await place();
    const { Port } = await ann.call('admin.share', { on: true, port: 0 });
    const socket = await inside(Port, ann);
    const code = new Promise((resolve) => socket.once('close', resolve));
    const answer = await new Promise<number>((resolve, reject) => {
      const headers = { token: ann.session.token ?? '', 'content-type': 'application/json' };
      const options = { host: '127.0.0.1', port: Port, path: '/admin/sharing', method: 'PATCH', headers };
      const request = secureRequest({ ...options, rejectUnauthorized: false }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode ?? 0));
      });
      request.once('error', reject);
      request.end('{"on": false}');
    });
    expect([answer, await code]).toEqual([200, 1001]);
    await expect(ask(Port, '/health')).rejects.toThrow('ECONNREFUSED');
  });

  test('bytes that are neither TLS nor HTTP close only their own connection', async () => {
    const { ann } = await place();
    const { Port } = await ann.call('admin.share', { on: true, port: 0 });
    for (const bytes of [
      Buffer.from([22, 3, 1, 0, 5, 1, 2, 3, 4, 5]),
      Buffer.from([0, 1, 2, 3]),
      Buffer.from('GET /\xff HTTP/1.1\r\nhost: localhost\r\n\r\n', 'latin1'),
      Buffer.alloc(0),
    ]) {
      await new Promise<void>((resolve) => {
        const socket = connectPlain(Port, '127.0.0.1', () => socket.end(bytes));
        socket.on('error', () => undefined);
        socket.once('close', () => resolve());
        socket.resume();
      });
    }
    expect((await ask(Port, '/health')).status).toBe(200);
  });

  test('reports a port in use and changes nothing', async () => {
    const port = await takenPort();
    const { ann } = await place();
    const off = await ann.refused('admin.share', { on: true, port });
    expect([off.code, off.fields]).toEqual([
      'validation_error',
      { port: 'is used by another program; choose another one' },
    ]);
    const before = await ann.call('admin.share', { on: true, port: 0 });
    expect((await ann.refused('admin.share', { port })).fields).toHaveProperty('port');
    expect(await ann.call('admin.sharing', {})).toEqual(before);
    expect((await ask(before.Port, '/health')).status).toBe(200);
  });

  test('is unchanged when its owner signed out before it was stored', async () => {
    const { service, ann } = await place();
    const [refused] = await Promise.all([
      ann.refused('admin.share', { on: true, port: 0 }),
      ann.call('account.logout', {}),
    ]);
    expect(refused.code).toBe('auth_failed');
    // Changes are made one at a time, so this waits for the previous one.
    await service.sharing.refresh();
    expect(service.sharing.state).toMatchObject({ on: false, addresses: [] });
  });

  test.each([{ port: -1 }, { port: 65_536 }, { port: 'many' }, { on: 'perhaps' }, { plain: 7 }, { prot: 1 }])(
    'rejects %j by field name',
    async (input) => {
      const { ann } = await place();
      const error = await ann.refused('admin.share', input);
      expect([error.code, Object.keys(error.fields ?? {})]).toEqual(['validation_error', Object.keys(input)]);
    },
  );

  test('moves to another port without a restart', async () => {
    const { ann } = await place();
    const { Port } = await ann.call('admin.share', { on: true, port: 0 });
    const port = await keptPort();
    expect((await ann.call('admin.share', { port })).Port).toBe(port);
    expect((await ask(port, '/health')).status).toBe(200);
    await expect(ask(Port, '/health')).rejects.toThrow('ECONNREFUSED');
  });

  test('sends an event to everyone about a new certificate', async () => {
    const { ann } = await place();
    const line = await ann.listen();
    const { Fingerprint } = await ann.call('admin.share', { on: true, port: 0 });
    expect(await line.take()).toEqual([
      expect.objectContaining({ Type: 'community', Community: expect.objectContaining({ Fingerprint }) }),
    ]);
  });
});

describe('after a restart', () => {
  test('the community is shared as before, with the same key and certificate', async () => {
    const first = await place();
    const port = await keptPort();
    const before = await first.ann.call('admin.share', { on: true, port, plain: true });
    const path = join(first.data, CERTIFICATE_FILE);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await first.close();
    const second = await opened({ data: first.data, clock: first.clock });
    const { session } = first.ann;
    expect(await second.service.call(session, 'admin.sharing', {})).toEqual(before);
    expect((await ask(before.Port, '/health', {}, true)).status).toBe(200);
  });

  test('a missing, damaged or foreign certificate is renewed on reload', async () => {
    const { service, ann, data } = await place();
    const { Port, Key } = await ann.call('admin.share', { on: true, port: 0 });
    const path = join(data, CERTIFICATE_FILE);
    const good = readFileSync(path, 'utf8');
    const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const seen = new Set([(await shown(Port)).fingerprint256]);
    for (const spoil of [
      () => rmSync(path),
      () => writeFileSync(path, good.slice(100)),
      () =>
        writeFileSync(
          path,
          stranger.export({ type: 'pkcs8', format: 'pem' }) + good.slice(good.indexOf('-----BEGIN CERT')),
        ),
    ]) {
      spoil();
      await service.sharing.reload();
      const { raw, fingerprint256 } = await shown(Port);
      expect(signerOf(raw)).toBe(Key);
      seen.add(fingerprint256);
    }
    expect(seen.size).toBe(4);
    writeFileSync(path, good);
    await service.sharing.reload();
    expect([...seen][0]).toBe((await shown(Port)).fingerprint256);
    expect(createPrivateKey(good).asymmetricKeyType).toBe('ec');
  });

  test('a backup contains the key, but not the certificate of the machine', async () => {
    const first = await place();
    const port = await keptPort();
    const { Key, Fingerprint } = await first.ann.call('admin.share', { on: true, port });
    const { Name } = await first.ann.call('admin.createBackup', {});
    await first.close();
    const data = folder();
    await restoreBackup(data, join(first.data, 'backups', Name), START);
    const second = await opened({ data, clock: first.clock });
    const restored = await second.service.call(first.ann.session, 'admin.sharing', {});
    expect(restored.Key).toBe(Key);
    expect(restored.Fingerprint).not.toBe(Fingerprint);
    expect(signerOf((await shown(restored.Port)).raw)).toBe(Key);
  });

  test('a port in use is reported and retried until free', async () => {
    const first = await place();
    const { Port } = await first.ann.call('admin.share', { on: true, port: await keptPort() });
    await first.close();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(Port, '::', resolve));
    const { service } = await opened({ data: first.data, clock: first.clock });
    const told = await service.call(first.ann.session, 'admin.sharing', {});
    expect(told).toMatchObject({ On: true, Failure: 'port_taken', Fingerprint: '', Link: '', Addresses: [] });
    await new Promise((resolve) => other.close(resolve));
    await service.sharing.refresh();
    expect(await service.call(first.ann.session, 'admin.sharing', {})).toMatchObject({ Failure: '', Port });
    expect((await ask(Port, '/health')).status).toBe(200);
  });
});

describe('host settings for sharing', () => {
  test("override the owner's choice", async () => {
    const { ann } = await place({ settings: { share: true, sharePort: 0, sharePlain: false } });
    const state = await ann.call('admin.sharing', {});
    expect(state).toMatchObject({ On: true, Plain: false, Fixed: ['on', 'port', 'plain'] });
    expect((await ask(state.Port, '/health')).status).toBe(200);
    for (const input of [{ on: false }, { plain: true }, { port: 8702 }]) {
      const { fields } = await ann.refused('admin.share', input);
      expect(fields).toEqual({
        [Object.keys(input)[0] ?? '']: 'is set by the host and cannot be changed here',
      });
    }
    expect(await ann.call('admin.share', { on: true })).toEqual(state);
  });

  test('with a port in use stop the start', async () => {
    const sharePort = await takenPort();
    await expect(opened({ settings: { share: true, sharePort } })).rejects.toThrow(
      `Port ${sharePort} is already in use. Choose another one with --share-port, or 0 for any free port.`,
    );
  });
});

test('a community that is not served to the network cannot be shared', async () => {
  const clock = new TestClock();
  const service = await openService({
    data: ':memory:',
    settings: TEST_SETTINGS,
    now: () => clock.seconds * 1000,
  });
  onTestFinished(() => service.close());
  const [ann, ben] = await testServiceOver(service, clock).people('Ann', 'Ben');
  expect((await ann.call('admin.sharing', {})).Possible).toBe(false);
  expect((await ann.refused('admin.share', { on: true })).code).toBe('conflict');
  await ann.call('admin.setRole', { user_id: ben.id, role: 'admin' });
  expect((await ben.call('admin.sharing', {})).On).toBe(false);
  expect((await ben.refused('admin.share', { on: false })).code).toBe('access_denied');
});

/** Returns how a socket is refused; null if it is accepted. */
function socketAnswer(
  port: number,
  { session }: TestPerson,
  headers: Record<string, string>,
  isPlain = false,
) {
  const socket = new WebSocket(`${isPlain ? 'ws' : 'wss'}://127.0.0.1:${port}/ws?token=${session.token}`, {
    rejectUnauthorized: false,
    headers,
  });
  return new Promise<{ code: number } | null>((resolve, reject) => {
    socket.once('unexpected-response', (request, response) => {
      resolve({ code: response.statusCode ?? 0 });
      request.destroy();
    });
    socket.once('open', () => {
      resolve(null);
      socket.terminate();
    });
    socket.on('error', reject);
  });
}

/** Opens a guest's socket and waits for the first frame. */
async function inside(port: number, { session }: TestPerson): Promise<WebSocket> {
  const socket = new WebSocket(`wss://127.0.0.1:${port}/ws?token=${session.token}`, {
    rejectUnauthorized: false,
  });
  onTestFinished(() => socket.terminate());
  await heardBy(socket, 'hello');
  return socket;
}

/** Resolves with the next frame of a type. */
function heardBy(socket: WebSocket, type: string): Promise<unknown> {
  return new Promise((resolve) => {
    const hear = (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as { Type: string };
      if (frame.Type !== type) return;
      socket.off('message', hear);
      resolve(frame);
    };
    socket.on('message', hear);
  });
}
