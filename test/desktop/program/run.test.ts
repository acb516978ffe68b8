import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endPrograms, startProgram, type Program } from '../../support/program';

const root = join(import.meta.dirname, '..', '..', '..');
let house = '';
let running: Program[] = [];

/** Runs the scripts of package.json with fake commands that only print their arguments, so that nothing is built. */
beforeEach(() => {
  house = mkdtempSync(join(tmpdir(), 'courtyard-run-'));
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
  const scripts = { ...manifest.scripts, build: 'node build.js' };
  writeFileSync(join(house, 'package.json'), JSON.stringify({ ...manifest, scripts }));
  writeFileSync(join(house, 'build.js'), BUILD);
  const folders = ['electron', 'renderer', 'shared', 'node_modules/.bin'];
  for (const folder of folders) mkdirSync(join(house, folder), { recursive: true });
  for (const name of ['run.ts', 'build.ts'])
    cpSync(join(root, 'electron', name), join(house, 'electron', name));
  symlinkSync(process.execPath, join(house, 'node_modules/.bin/node'));
  running = [];
});

afterEach(async () => {
  await endPrograms(running);
  rmSync(house, { recursive: true, force: true });
});

/**
 * Prints a lot of output and builds a command that prints its flags and, like the real one, exits with 0 when told to
 * stop.
 */
const BUILD = `
import { mkdirSync, writeFileSync } from 'node:fs';
console.log('building');
if (process.env.BUILD_FAILS) process.exit(2);
mkdirSync('out/main', { recursive: true });
for (const name of ['serve', 'start']) writeFileSync('out/main/' + name + '.js', \`
  process.on('SIGTERM', () => { console.log('told'); process.exit(0); });
  console.log('\${name} ' + process.argv.slice(2).join(' '));
  setInterval(() => undefined, 1000);
\`);
`;

function npm(words: string[], env: Record<string, string> = {}): Program {
  const program = startProgram('npm', ['run', '--silent', ...words], { cwd: house, env });
  running.push(program);
  return program;
}

describe.skipIf(process.platform === 'win32').each(['serve', 'start'])('npm run %s', (command) => {
  it('builds, then passes its flags on, and leaves stdout to the command', async () => {
    const program = npm([command, '--', '--port', '0']);
    expect(await program.line(0)).toBe(`${command} --port 0`);
    expect(await program.note('Building Courtyard')).toBe('Building Courtyard. This can take a minute.');
    expect(await program.note('building')).toBe('building');
  });

  it('exits with 0 when npm is told to stop, leaving no process', async () => {
    const program = npm([command]);
    await program.line(0);
    program.process.kill('SIGTERM');
    expect(await program.ended).toBe(0);
    expect(program.said.at(-1)).toBe('told');
  });

  it('builds again only when a source or a dependency has changed', async () => {
    const runAndStop = async () => {
      const program = npm([command]);
      await program.line(0);
      program.process.kill('SIGTERM');
      await program.ended;
      return program.noted.includes('building');
    };
    expect([await runAndStop(), await runAndStop()]).toEqual([true, false]);
    writeFileSync(join(house, 'shared', 'new.ts'), '');
    expect([await runAndStop(), await runAndStop()]).toEqual([true, false]);
    writeFileSync(join(house, 'package-lock.json'), '{}');
    expect([await runAndStop(), await runAndStop()]).toEqual([true, false]);
    rmSync(join(house, 'out'), { recursive: true });
    expect(await runAndStop()).toBe(true);
  });

  it('builds again after a build that failed', async () => {
    expect(await npm([command], { BUILD_FAILS: 'yes' }).ended).toBe(1);
    const program = npm([command]);
    expect(await program.note('building')).toBe('building');
    await program.line(0);
  });

  it('exits with 1 when the build fails', async () => {
    const program = npm([command], { BUILD_FAILS: 'yes' });
    expect(await program.ended).toBe(1);
    expect(program.said).toEqual([]);
  });
});
