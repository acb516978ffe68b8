import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endPrograms, startProgram, type Program } from '../../support/program';

const root = join(import.meta.dirname, '..', '..', '..');
const PROGRAM = join(root, 'out', 'main', 'start.js');
const SERVED = 'Courtyard is served to the browser instead.';

let folder = '';
let running: Program[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'courtyard-start-'));
  mkdirSync(join(folder, 'electron'));
  running = [];
});

afterEach(async () => {
  await endPrograms(running);
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the command on a free port; `env` describes the machine. */
function start(env: Record<string, string>, flags: string[] = []): Program {
  const program = startProgram(process.execPath, [PROGRAM, '--log', 'warn', ...flags], {
    env: {
      COURTYARD_DATA: join(folder, 'data'),
      COURTYARD_PORT: '0',
      ELECTRON_OVERRIDE_DIST_PATH: join(folder, 'electron'),
      // Nothing listens on this port, so the download fails.
      ELECTRON_MIRROR: 'http://127.0.0.1:9/',
      electron_config_cache: join(folder, 'cache'),
      // Hides the system's browsers; only the one named in BROWSER is opened.
      HOME: folder,
      XDG_CONFIG_DIRS: folder,
      XDG_DATA_DIRS: folder,
      BROWSER: 'true',
      ...env,
    },
  });
  running.push(program);
  return program;
}

/** A fake window: counts the requests to close it, and takes a while to close. */
const WINDOW = `
let count = 0;
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {
  console.log('asked ' + ++count);
  setTimeout(() => process.exit(0), 300);
});
console.log('open');
setInterval(() => undefined, 1000);
`;

/** A display that doesn't exist: programs that would open a window on it are fakes. */
const screen = { DISPLAY: ':9' };

/** Replaces a program by a shell script, which receives its arguments in $@. */
function standIn(path: string, script: string): string {
  const place = join(folder, path);
  writeFileSync(place, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return place;
}

function heard(path: string): string {
  return readFileSync(join(folder, path), 'utf8').trimEnd();
}

describe.skipIf(process.platform !== 'linux')('npm start', () => {
  it('serves the browser when there is no display, says so, and exits with 0', async () => {
    const program = start({});
    expect(await program.line(0)).toMatch(/^Courtyard is ready at http:\/\/127\.0\.0\.1:[1-9]\d*$/);
    expect(await program.line(1)).toMatch(/^Set it up at http:\/\/127\.0\.0\.1:\d+\/#\/welcome\?setup=\w+$/);
    program.process.kill('SIGTERM');
    expect(await program.ended).toBe(0);
    expect(program.noted).toEqual([`There is no display here: ${SERVED}`]);
    expect(program.said).toHaveLength(2);
  });

  it('opens the browser on the setup link when Electron cannot be downloaded', async () => {
    const browser = standIn(
      'browser',
      `echo "$@" > "${folder}/page.part"; mv "${folder}/page.part" "${folder}/page"`,
    );
    const program = start({ ...screen, BROWSER: browser });
    const link = (await program.line(1)).replace('Set it up at ', '');
    await program.note(SERVED);
    expect(program.noted).toEqual([
      `The Electron binary could not be downloaded (npx install-electron tries again): ${SERVED}`,
    ]);
    await expect.poll(() => heard('page')).toBe(link);
  });

  it('opens the window when Electron is available, with its flags and exit code', async () => {
    standIn('electron/electron', `echo "$@"; exit 0`);
    const program = start(screen, ['--mail-from', 'yard@example.org']);
    expect(await program.ended).toBe(0);
    expect(program.said).toEqual([`${root} --log warn --mail-from yard@example.org`]);
    expect(program.noted).toEqual([]);
  });

  it('serves the browser when Electron cannot open a display', async () => {
    standIn('electron/electron', `echo 'Missing X server or $DISPLAY' >&2; exit 133`);
    const program = start(screen);
    await program.line(1);
    expect(await program.note(SERVED)).toBe(`Electron could not open its window: ${SERVED}`);
  });

  it('tries nothing else when the window has explained why it exited', async () => {
    standIn('electron/electron', `echo 'Another Courtyard has it' >&2; exit 3`);
    const program = start(screen);
    expect(await program.ended).toBe(1);
    expect(program.said).toEqual([]);
    expect(program.noted).toEqual(['Another Courtyard has it']);
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'lets the window close its service on %s, asking once',
    async (signal) => {
      standIn('electron/electron', `exec "${process.execPath}" "${folder}/window.js"`);
      writeFileSync(join(folder, 'window.js'), WINDOW);
      const program = start(screen);
      await program.line(0);
      for (const pid of [program.process.pid ?? 0, -(program.process.pid ?? 0)]) process.kill(pid, signal);
      expect(await program.ended).toBe(0);
      expect(program.said).toEqual(['open', 'asked 1']);
    },
  );

  it.each([
    [['--repair'], /holds no community/],
    [['--import', 'yard'], /--database to import/],
    [['--export', 'yard'], /--database to export/],
    [['--verify'], /holds no community/],
  ])('runs the command %j instead of opening the window', async (flags, answer) => {
    standIn('electron/electron', `echo 'the window'; exit 0`);
    const program = start(screen, flags);
    await program.ended;
    expect([...program.said, ...program.noted].join('\n')).toMatch(answer);
    expect(program.said).not.toContain('the window');
  });

  it('names a wrong setting in one line before opening anything', async () => {
    const program = start(screen, ['--prot', '0']);
    expect(await program.ended).toBe(1);
    expect(program.noted).toEqual(['There is no flag --prot: did you mean --port?']);
  });
});
