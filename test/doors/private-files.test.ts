import { solveChallenge, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fixture } from '../support/fixtures';
import { endPrograms, startProgram, type Program } from '../support/program';
import { untilPasses } from '../support/waiting';

const PROGRAM = join(import.meta.dirname, '..', '..', 'out', 'main', 'serve.js');

let folder = '';
let running: Program[] = [];

beforeAll(() => {
  if (!existsSync(PROGRAM)) throw new Error('npm run build makes the program that this tests');
});

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'courtyard-modes-'));
  running = [];
});

afterEach(async () => {
  await endPrograms(running);
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the program with a umask that makes new files accessible to everyone. */
function run(data: string, ...flags: string[]): Program {
  const command = ['umask 0; exec "$0" "$@"', process.execPath, PROGRAM, '--data', data];
  const program = startProgram('sh', ['-c', ...command, ...flags], {
    env: { COURTYARD_CAPTCHA_COST: '1', COURTYARD_QUIET: '1', HOME: folder },
  });
  running.push(program);
  return program;
}

const SERVED = ['--port', '0', '--share', '--share-port', '0'];

async function stop(program: Program): Promise<void> {
  program.process.kill('SIGTERM');
  await program.ended;
}

/** Returns all paths in a folder that others may read, write or enter, with their modes. */
function openOnes(data: string): string[] {
  return [data, ...readdirSync(data, { recursive: true }).map((name) => join(data, String(name)))]
    .filter((path) => (statSync(path).mode & 0o077) !== 0)
    .map((path) => `${relative(folder, path)} ${modeOf(path)}`);
}

function modeOf(path: string): string {
  return (statSync(path).mode & 0o7777).toString(8);
}

/** Makes all paths accessible to others, as older versions of the program did. */
function openAll(data: string): void {
  for (const name of readdirSync(data, { recursive: true, withFileTypes: true }))
    chmodSync(join(name.parentPath, name.name), name.isDirectory() ? 0o755 : 0o644);
  chmodSync(data, 0o755);
}

/** Stores something of every kind in a data folder: mail, a photo in two sizes, an unfinished upload, a backup. */
async function fill(program: Program): Promise<void> {
  const url = (await program.line(0)).replace('Courtyard is ready at ', '');
  const [, code = ''] = /setup=(.+)$/.exec(await program.line(1)) ?? [];
  const invite = decodeURIComponent(code);
  const json = { 'content-type': 'application/json' };
  const asked = async (path: string, init: RequestInit) => {
    const answer = await fetch(url + path, init);
    expect([path, answer.status < 300]).toEqual([path, true]);
    return answer;
  };
  const post = (path: string, body: object, headers = {}) =>
    asked(path, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) });
  const ada = { name: 'Ada', email: 'ada@example.org', password: 'first password' };
  await post('/register', { ...ada, invite });
  const challenge = (await (await fetch(`${url}/captcha`)).json()) as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  const captcha = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
  await post('/confirm', { code: invite, captcha });
  const { token } = (await (await post('/login', ada)).json()) as { token: string };
  await post('/register', { name: 'Bo', email: 'bo@example.org', password: 'another password' });
  const form = new FormData();
  form.append('photo', new Blob([new Uint8Array(await fixture('picture.png'))]), 'picture.png');
  const photo = await asked('/photos', { method: 'POST', headers: { token }, body: form });
  const { Url = '' } = JSON.parse(await photo.text()) as { Url?: string };
  expect((await fetch(`${Url}&size=64`)).status).toBe(200);
  await asked('/uploads', {
    method: 'POST',
    headers: {
      token,
      'tus-resumable': '1.0.0',
      'upload-length': '100',
      'content-type': 'application/offset+octet-stream',
      'upload-metadata': `kind ${btoa('file')},filename ${btoa('a.txt')}`,
    },
    body: 'begun',
  });
  await post('/admin/backup', {}, { token });
}

describe.skipIf(process.platform === 'win32')('the data folder', () => {
  it('is private to its user with every file in it, whatever the umask, and repaired when an older version left it open', async () => {
    const data = join(folder, 'data');
    const program = run(data, ...SERVED);
    await fill(program);
    const top = readdirSync(data);
    for (const name of [
      'courtyard.db',
      'courtyard.db-wal',
      'lock.db',
      'certificate.pem',
      'backups',
      'content',
      'mail',
    ])
      expect(top).toContain(name);
    expect(openOnes(data)).toEqual([]);
    await stop(program);
    expect(openOnes(data)).toEqual([]);
    const [backup = ''] = readdirSync(join(data, 'backups'));
    expect(await run(data, '--restore', backup).ended).toBe(0);
    expect(readdirSync(data).some((name) => name.startsWith('before-restore-'))).toBe(true);
    expect(openOnes(data)).toEqual([]);

    mkdirSync(join(data, 'desktop', 'Cache'), { recursive: true });
    writeFileSync(join(data, 'desktop', 'Cache', 'index'), '');
    writeFileSync(join(data, 'settings.json'), '{}');
    openAll(data);
    const second = run(data, ...SERVED);
    await second.line(0);
    expect(readdirSync(data).map((name) => [name, statSync(join(data, name)).mode & 0o077])).toEqual(
      readdirSync(data).map((name) => [name, 0]),
    );
    expect(modeOf(data)).toBe('700');
    await untilPasses(() => expect(openOnes(data)).toEqual([]));
  });

  it('is made private when it was created empty beforehand', async () => {
    const data = join(folder, 'data');
    mkdirSync(data);
    chmodSync(data, 0o755);
    await run(data, ...SERVED).line(0);
    expect(openOnes(data)).toEqual([]);
  });

  it('keeps its mode when it holds other things, while its own files are private', async () => {
    const data = join(folder, 'shelf');
    mkdirSync(join(data, 'pictures'), { recursive: true });
    writeFileSync(join(data, 'pictures', 'tree.jpg'), '');
    openAll(data);
    await run(data, ...SERVED).line(0);
    expect(openOnes(data)).toEqual(['shelf 755', 'shelf/pictures 755', 'shelf/pictures/tree.jpg 644']);
  });

  it('keeps its mode when it is a home folder, also when reopened', async () => {
    writeFileSync(join(folder, 'notes.txt'), '');
    openAll(folder);
    for (let time = 0; time < 2; time++) {
      const program = run(folder, ...SERVED);
      await program.line(0);
      await stop(program);
    }
    expect(openOnes(folder)).toEqual([' 755', 'notes.txt 644']);
  });
});

// Only root can leave files to another user.
describe.skipIf(process.getuid?.() !== 0)('a data folder with a file of root', () => {
  it.each([
    ['courtyard.db', []],
    ['lock.db', []],
    ['courtyard.db', ['--verify']],
  ])('is refused with whose %s is, with %j', async (name, flags) => {
    const data = join(folder, 'data');
    const first = run(data, ...SERVED);
    await first.line(0);
    await stop(first);
    for (const path of [tmpdir(), folder]) chmodSync(path, statSync(path).mode | 0o011);
    for (const path of [
      data,
      ...readdirSync(data, { recursive: true }).map((entry) => join(data, String(entry))),
    ])
      chownSync(path, NOBODY, NOBODY);
    chownSync(join(data, name), 0, 0);
    const program = runAsNobody(data, flags);
    expect(await program.ended).toBe(1);
    expect(program.noted).toEqual([
      expect.stringMatching(
        `^${join(data, name)} belongs to another user \\(root\\), .* sudo chown -R \\w+ ${data}$`,
      ),
    ]);
  });
});

describe.skipIf(process.getuid?.() !== 0)('a data folder that is closed to this user', () => {
  it.each([[[]], [['--verify']]])('is named, and not a file in it, with %j', async (flags) => {
    const data = join(folder, 'data');
    mkdirSync(data, { mode: 0o700 });
    for (const path of [tmpdir(), folder]) chmodSync(path, statSync(path).mode | 0o011);
    const program = runAsNobody(data, flags);
    expect(await program.ended).toBe(1);
    expect(program.noted).toEqual([
      `The data folder ${data} is closed to this user. Start Courtyard as the user to whom it belongs, or choose another one with --data.`,
    ]);
  });
});

function runAsNobody(data: string, flags: string[]): Program {
  const program = startProgram('setpriv', [
    ...[`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', process.execPath, PROGRAM],
    ...['--data', data, '--port', '0', '--log', 'silent', '--quiet', ...flags],
  ]);
  running.push(program);
  return program;
}

const NOBODY = 65_534;
