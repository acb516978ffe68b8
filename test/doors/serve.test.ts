import { solveChallenge, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as tlsConnect } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { openService } from '../../electron/service';
import { upload } from '../support/content';
import { temporaryFolder } from '../support/temporary-folder';
import { endPrograms, startProgram, type Program } from '../support/program';
import { TEST_SETTINGS, TestClock, testServiceOver } from '../support/service';

const PROGRAM = join(import.meta.dirname, '..', '..', 'out', 'main', 'serve.js');

/** A stopped community with an owner, a file and a backup of both. */
let prepared: { data: string; token: string; email: string; backup: string };
let data = '';
let running: Program[] = [];

beforeAll(async () => {
  if (!existsSync(PROGRAM)) throw new Error('npm run build makes the program that this tests');
  const folder = mkdtempSync(join(tmpdir(), 'courtyard-prepared-'));
  const service = await openService({ data: folder, settings: TEST_SETTINGS });
  const owner = await testServiceOver(service, new TestClock()).person('Ada');
  await upload(service, owner.session, 'files.upload', Buffer.from('hello'));
  const { Name: backup, Sound } = await owner.call('admin.createBackup', {});
  expect(Sound).toBe(true);
  await service.close();
  prepared = { data: folder, token: owner.session.token ?? '', email: owner.email, backup };
});

afterAll(() => rmSync(prepared.data, { recursive: true, force: true }));

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'courtyard-serve-'));
  running = [];
});

afterEach(async () => {
  await endPrograms(running);
  rmSync(data, { recursive: true, force: true });
});

function start(flags: string[] = ['--port', '0'], env: Record<string, string> = {}): Program {
  const served = startProgram(process.execPath, [PROGRAM, ...flags], {
    env: { COURTYARD_DATA: data, COURTYARD_CAPTCHA_COST: '1', COURTYARD_QUIET: '1', ...env },
  });
  running.push(served);
  return served;
}

async function urlOf(served: Program): Promise<string> {
  return (await served.line(0)).replace('Courtyard is ready at ', '');
}

async function post(url: string, body: object, headers: Record<string, string> = {}) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  expect([url, answer.status]).toEqual([url, 200]);
  return (await answer.json()) as Record<string, unknown>;
}

/** Fills the data folder with the prepared community. */
function copyPrepared(): void {
  cpSync(prepared.data, data, { recursive: true });
}

/** Creates the owner with the set-up link. */
async function makeOwner(served: Program): Promise<void> {
  const url = await urlOf(served);
  const [, code = ''] = /setup=(.+)$/.exec(await served.line(1)) ?? [];
  const invite = decodeURIComponent(code);
  await post(`${url}/register`, {
    name: 'Ada',
    email: 'ada@example.org',
    password: 'first password',
    invite,
  });
  const challenge = (await (await fetch(`${url}/captcha`)).json()) as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  const captcha = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
  await post(`${url}/confirm`, { code: invite, captcha });
  expect(await signIn(url, 'ada@example.org', 'first password')).toMatch(/^y\./);
}

async function signIn(url: string, email: string, password: string): Promise<string> {
  const { token } = await post(`${url}/login`, { email, password });
  return String(token);
}

describe('npm run serve', () => {
  it('prints that it is ready, then how to set it up, and nothing else', async () => {
    const served = start();
    const url = await urlOf(served);
    expect(await served.line(0)).toMatch(/^Courtyard is ready at http:\/\/127\.0\.0\.1:[1-9]\d*$/);
    expect(await served.line(1)).toMatch(
      /^Set it up at http:\/\/127\.0\.0\.1:\d+\/#\/welcome\?setup=[\w-]+$/,
    );
    expect((await served.line(1)).startsWith(`Set it up at ${url}/#/`)).toBe(true);
    expect(await (await fetch(`${url}/health`)).json()).toMatchObject({ ok: true });
    served.process.kill('SIGTERM');
    expect(await served.ended).toBe(0);
    expect(served.said).toHaveLength(2);
    for (const line of served.noted) expect(JSON.parse(line)).toHaveProperty('level');
  });

  it('loads nothing of Node that only browsers need', async () => {
    const told = "process.once('exit', () => process._rawDebug(process.moduleLoadList.join('\\n')))";
    const served = start(undefined, { NODE_OPTIONS: `--import=data:text/javascript,${encodeURI(told)}` });
    await urlOf(served);
    served.process.kill('SIGTERM');
    expect(await served.ended).toBe(0);
    expect(served.noted).toContain('NativeModule http');
    expect(served.noted.filter((line) => /undici/.test(line))).toEqual([]);
  });

  it('offers no setup once the community has an owner', async () => {
    const first = start();
    await makeOwner(first);
    first.process.kill('SIGINT');
    expect(await first.ended).toBe(0);
    const second = start();
    await urlOf(second);
    second.process.kill('SIGTERM');
    await second.ended;
    expect(second.said).toHaveLength(1);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'closes sockets with 1001 and exits with 0 on %s',
    async (signal) => {
      copyPrepared();
      const served = start();
      const url = (await urlOf(served)).replace('http', 'ws');
      const socket = new WebSocket(`${url}/ws?token=${prepared.token}`);
      const code = new Promise((resolve) => socket.once('close', resolve));
      const hello = await new Promise((resolve) =>
        socket.once('message', (frame) => resolve(JSON.parse(String(frame)))),
      );
      expect(hello).toMatchObject({ Type: 'hello', Seq: expect.any(Number) });
      served.process.kill(signal);
      expect(await code).toBe(1001);
      expect(await served.ended).toBe(0);
    },
  );

  it('exits despite a stalled client and an unfinished request', async () => {
    copyPrepared();
    const { token } = prepared;
    const served = start();
    const url = await urlOf(served);
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws?token=${token}`);
    socket.on('error', () => undefined);
    await new Promise((resolve) => socket.once('message', resolve));
    socket.pause();
    const headers = { token, 'content-type': 'application/json', expect: '100-continue' };
    const endless = request(`${url}/dialogs`, { method: 'POST', headers });
    const cutOff = once(endless, 'error');
    endless.flushHeaders();
    await once(endless, 'continue');
    endless.write('{"name":');
    served.process.kill('SIGTERM');
    await served.note('connections were closed after the shutdown timeout');
    expect(await served.ended).toBe(0);
    await cutOff;
    socket.terminate();
  });

  it('refuses a data folder in use by another process', async () => {
    const first = start();
    await urlOf(first);
    const second = start();
    expect(await second.ended).toBe(1);
    expect(second.said).toEqual([]);
    expect(second.noted.at(-1)).toContain(data);
  });

  it('reports a port in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const served = start(['--port', String(port), '--log', 'silent']);
    expect(await served.ended).toBe(1);
    expect(served.noted).toEqual([
      `Port ${port} of 127.0.0.1 is already in use. Choose another one with --port, or 0 for any free port.`,
    ]);
    await new Promise((resolve) => other.close(resolve));
  });

  it('reports a port for operations in use, and exits', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const served = start(['--port', '0', '--operations', String(port), '--log', 'silent']);
    expect(await served.ended).toBe(1);
    expect([served.said, served.noted]).toEqual([
      [],
      [`Port ${port} of 127.0.0.1 is already in use. Choose another one with --operations.`],
    ]);
    await new Promise((resolve) => other.close(resolve));
  });

  it.runIf(existsSync('/proc/self'))('reports a data folder that can’t be created, and exits', async () => {
    const served = start(['--data', '/proc/courtyard/data', '--port', '0', '--log', 'silent']);
    expect(await served.ended).toBe(1);
    expect([served.said, served.noted]).toEqual([
      [],
      ["The folder /proc/courtyard can't be created. Check that its disk is mounted, and not read-only."],
    ]);
  });

  it('names a wrong setting in one line', async () => {
    const served = start(['--prot', '0']);
    expect(await served.ended).toBe(1);
    expect([served.said, served.noted]).toEqual([[], ['There is no flag --prot: did you mean --port?']]);
  });

  it('lists its settings with --help', async () => {
    const served = start(['--help']);
    expect(await served.ended).toBe(0);
    expect(served.said.join('\n')).toContain('--data DIR');
  });
});

describe('npm run serve -- --share', () => {
  const guest = (port: string) =>
    tlsConnect({ host: '127.0.0.1', port: Number(port), rejectUnauthorized: false });
  const shownAt = async (port: string) => {
    const socket = guest(port);
    await once(socket, 'secureConnect');
    const { fingerprint256 } = socket.getPeerCertificate();
    socket.destroy();
    return fingerprint256;
  };

  it('prints the address for guests, and reloads its certificate on SIGHUP', async () => {
    const served = start(['--port', '0', '--share', '--share-port', '0', '--hosts', 'yard.example']);
    const setup = await served.line(1);
    const [, port = ''] =
      /^Shared at https:\/\/yard\.example:(\d+)\/#\/\?key=[0-9a-f]{64}$/.exec(await served.line(2)) ?? [];
    expect(setup).toMatch(new RegExp(`^Set it up at https://yard\\.example:${port}/#/welcome\\?setup=`));
    const before = await shownAt(port);
    rmSync(join(data, 'certificate.pem'));
    served.process.kill('SIGHUP');
    await served.note('the host certificate was replaced');
    const after = await shownAt(port);
    expect(after).not.toBe(before);
    served.process.kill('SIGTERM');
    expect(await served.ended).toBe(0);
  });

  it('reports a guest port in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, resolve));
    const { port } = other.address() as AddressInfo;
    const served = start(['--port', '0', '--share', '--share-port', String(port), '--log', 'silent']);
    expect(await served.ended).toBe(1);
    expect(served.said).toEqual([]);
    expect(served.noted).toEqual([
      `Port ${port} is already in use. Choose another one with --share-port, or 0 for any free port.`,
    ]);
    await new Promise((resolve) => other.close(resolve));
  });
});

describe('npm run serve -- --witness LINK', () => {
  it('exits with 0 on SIGTERM, also when it was paired just now', async () => {
    copyPrepared();
    const { token } = prepared;
    const { Link } = await post(`${await urlOf(start())}/admin/witness`, {}, { token });
    const witness = start(['--data', temporaryFolder(), '--witness', String(Link)]);
    expect(await witness.line(0)).toMatch(/^Witness of .+ is ready on port \d+$/);
    witness.process.kill('SIGTERM');
    expect(await witness.ended).toBe(0);
  });

  it('goes on after SIGHUP, by which services are asked to reload', async () => {
    copyPrepared();
    const { token } = prepared;
    const { Link } = await post(`${await urlOf(start())}/admin/witness`, {}, { token });
    const witness = start(['--data', temporaryFolder(), '--witness', String(Link)]);
    await witness.line(0);
    witness.process.kill('SIGHUP');
    witness.process.kill('SIGTERM');
    expect(await witness.ended).toBe(0);
  });
});

describe('npm run serve -- --standby LINK', () => {
  it('ends with the reason if the host refuses the link', async () => {
    copyPrepared();
    const copies = temporaryFolder();
    const { token } = prepared;
    const { Link } = await post(`${await urlOf(start())}/admin/standby`, {}, { token });
    const follow = (name: string) => start(['--data', join(copies, name), '--standby', String(Link)]);
    await follow('first').line(0);
    const second = follow('second');
    expect(await second.ended).toBe(1);
    expect([second.said, second.noted]).toEqual([
      [],
      ['This link has expired or was already used. Ask the owner for a new one.'],
    ]);
  });
});

describe('npm run serve -- --verify', () => {
  it('reads all stored content and reports its state', async () => {
    copyPrepared();
    const well = start(['--verify']);
    expect([await well.ended, well.said]).toEqual([0, ['No problems found in 1 stored contents.']]);
    const hash = createHash('sha256').update('hello').digest('hex');
    writeFileSync(join(data, 'content', 'blobs', hash.slice(0, 2), hash), 'other');
    const ill = start(['--verify']);
    expect(await ill.ended).toBe(1);
    expect(ill.said).toEqual([`Damaged: ${hash}`, '1 stored contents were read: 1 damaged, 0 missing.']);
  });
});

describe('npm run serve -- --restore', () => {
  it('replaces the data by a backup and says where the old data is', async () => {
    copyPrepared();
    const { token, backup } = prepared;
    const first = start();
    await post(`${await urlOf(first)}/dialogs`, { name: 'Later', type: 'group' }, { token });
    const running = start(['--restore', backup]);
    expect([await running.ended, running.said]).toEqual([1, []]);
    first.process.kill('SIGTERM');
    await first.ended;

    const restored = start(['--restore', backup]);
    expect(await restored.ended).toBe(0);
    expect(restored.said).toEqual([
      expect.stringMatching(/^Restored the backup of \d{4}-/),
      expect.stringContaining(`The previous data was moved to ${join(data, 'before-restore-')}`),
    ]);
    const dialogs = await fetch(`${await urlOf(start())}/dialogs`, { headers: { token } });
    expect(await dialogs.json()).toEqual([]);
  });
});

describe('npm run serve -- --restore FILE', () => {
  it('refuses a file that is no archive', async () => {
    copyPrepared();
    const file = join(data, 'settings.json');
    writeFileSync(file, '{}');
    const failed = start(['--restore', file]);
    expect(await failed.ended).toBe(1);
    expect(failed.noted).toEqual([expect.stringContaining(`${file} is no backup: name a zip file`)]);
  });
});

describe('a host whose database is missing', () => {
  it.each([[[]], [['--verify']], [['--repair']], [['--reset-owner']]])(
    'explains how to restore it, with %j',
    async (flags) => {
      copyPrepared();
      rmSync(join(data, 'courtyard.db'));

      const failed = start(flags);
      expect(await failed.ended).toBe(1);
      expect(failed.said).toEqual([]);
      expect(failed.noted.join('\n')).toContain(
        `\n  npm run serve -- --data ${data} --restore ${prepared.backup}\nTo begin a new community instead,`,
      );
      expect(existsSync(join(data, 'courtyard.db'))).toBe(false);
    },
  );
});

describe('a damaged database', () => {
  it.each([[[]], [['--remove-witness']]])('is explained, with %j', async (flags) => {
    writeFileSync(join(data, 'courtyard.db'), 'this is no database');
    const failed = start(['--port', '0', '--log', 'silent', ...flags]);
    expect(await failed.ended).toBe(1);
    expect(failed.noted).toEqual([
      `The database of ${data} is damaged and cannot be opened. Try to repair it, which changes nothing where it fails:`,
      `  npm run serve -- --data ${data} --repair`,
      `There is no good backup in ${join(data, 'backups')}.`,
    ]);
  });
});

describe('npm run serve -- --repair', () => {
  it('says that the whole file is damaged, and which command restores a backup', async () => {
    copyPrepared();
    writeFileSync(join(data, 'courtyard.db'), 'this is no database');
    const failed = start(['--repair']);
    expect(await failed.ended).toBe(1);
    expect(failed.said.slice(0, 2)).toEqual([
      'Damaged: the database file.',
      'Stored rows are damaged, so the database cannot be repaired. Nothing was changed.',
    ]);
    expect(failed.said).toContain(`  npm run serve -- --data ${data} --restore ${prepared.backup}`);
  });
});

describe('npm run serve -- --reset-owner', () => {
  it('prints a code for a new owner password', async () => {
    copyPrepared();
    const reset = start(['--reset-owner']);
    expect(await reset.ended).toBe(0);
    const [, code = ''] = /with the code (\S+) until \d{4}-/.exec(reset.said.join('\n')) ?? [];
    expect(reset.said).toEqual([
      expect.stringMatching(/Enter it on the sign-in page: “Forgot password\?”, then “I have a code”\.$/),
    ]);

    const url = await urlOf(start());
    await post(`${url}/reset/confirm`, { code, password: 'second password' });
    expect(await signIn(url, prepared.email, 'second password')).toMatch(/^y\./);
  });

  it('reports that there is no owner yet', async () => {
    const first = start();
    await urlOf(first);
    first.process.kill('SIGTERM');
    await first.ended;
    const reset = start(['--reset-owner']);
    expect(await reset.ended).toBe(1);
    expect(reset.said).toEqual([]);
    expect(reset.noted.at(-1)).toBe('This community has no owner yet. Register the first account.');
  });
});

describe.each(['--verify', '--repair', '--reset-owner'])(
  'npm run serve -- %s on a folder without a community',
  (flag) => {
    it.each([
      ['that is empty', ''],
      ["that doesn't exist", 'mistyped'],
    ])('says so and creates none %s', async (_which, name) => {
      const folder = join(data, name);
      const failed = start([flag, '--data', folder]);
      expect(await failed.ended).toBe(1);
      expect(failed.said).toEqual([]);
      expect(failed.noted).toEqual([`${folder} holds no community. Name its folder with --data.`]);
      expect(readdirSync(data)).toEqual([]);
    });
  },
);
