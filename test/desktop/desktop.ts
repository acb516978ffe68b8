import { _electron, chromium, type Page } from '@playwright/test';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Electron from 'electron';
import { electronFolder, findBinary } from '../../electron/desktop/binary';

/** The module `electron` as functions that run in the program are given it. */
export type ElectronModule = typeof Electron;

/** The program with its window open. */
export interface Desktop {
  page: Page;
  /** Runs a function in the main process; it sees nothing of its surroundings here. */
  inProgram: <A, R>(
    act: (electron: ElectronModule, argument: A) => R | Promise<R>,
    argument: A,
  ) => Promise<R>;
  /** Asks it to quit and gives its exit code. */
  quit: () => Promise<number | null>;
}

/** What it runs on: Electron itself where its program and a screen are, else the stand-in over Chromium. */
export const stage: 'Electron' | 'the stand-in' = binary() === null ? 'the stand-in' : 'Electron';

/** A data folder of its own for the program. */
export async function temporaryFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'courtyard-desktop-'));
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Starts the built program on a data folder. */
export async function startDesktop(data: string): Promise<Desktop> {
  return stage === 'Electron' ? startElectron(data) : startStandIn(data);
}

/** Starts it a second time, where it should not stay; gives the exit code. */
export async function startAgain(data: string): Promise<number | null> {
  if (stage === 'the stand-in') return (await ended(spawnStandIn(data))).code;
  const app = await _electron.launch(electronOptions(data));
  return new Promise((resolve) => app.process().once('exit', resolve));
}

const root = join(import.meta.dirname, '..', '..');

function flagsFor(data: string): string[] {
  return ['--data', data, '--log', 'warn', '--captcha-cost', '1'];
}

function binary(): string | null {
  const hasScreen = process.platform !== 'linux' || process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'];
  const folder = electronFolder();
  return hasScreen && folder !== null ? findBinary(folder) : null;
}

function electronOptions(data: string): { executablePath: string; args: string[] } {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return { executablePath: binary() ?? '', args: [...sandbox, root, ...flagsFor(data)] };
}

async function startElectron(data: string): Promise<Desktop> {
  const app = await _electron.launch(electronOptions(data));
  const page = await app.firstWindow();
  await page.waitForLoadState('load');
  return {
    page,
    inProgram: (act, argument) => app.evaluate(act as never, argument) as never,
    quit: async () => {
      const gone = once(app.process(), 'exit') as Promise<[number | null]>;
      await app.evaluate(({ app }) => setImmediate(() => app.quit()));
      return (await gone)[0];
    },
  };
}

async function startStandIn(data: string): Promise<Desktop> {
  const program = spawnStandIn(data);
  const { loaded, debugger: address } = await firstWindow(program);
  const browser = await chromium.connectOverCDP(address);
  const isLoaded = (page: Page) => page.url().includes('.application.test/');
  const page = browser.contexts()[0]?.pages().find(isLoaded);
  if (!page) throw new Error(`There is no page of ${loaded}`);
  return {
    page,
    inProgram: (act, argument) => ask(program, act.toString(), argument) as never,
    quit: async () => {
      const ending = ended(program);
      program.kill('SIGTERM');
      const { code } = await ending;
      await browser.close();
      return code;
    },
  };
}

function spawnStandIn(data: string): ChildProcess {
  const register = new URL('./stage/register.ts', import.meta.url).href;
  return fork(join(root, 'out', 'main', 'main.js'), flagsFor(data), {
    execPath: process.execPath,
    execArgv: ['--import', register],
    cwd: root,
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  });
}

interface Loaded {
  loaded: string;
  debugger: string;
}

async function firstWindow(program: ChildProcess): Promise<Loaded> {
  const heard = Promise.withResolvers<Loaded>();
  const words: string[] = [];
  program.stderr?.on('data', (piece: Buffer) => words.push(String(piece)));
  program.on('message', (message: object) => 'loaded' in message && heard.resolve(message as Loaded));
  program.once('exit', (code) =>
    heard.reject(new Error(`The program ended with ${code} before its window: ${words.join('')}`)),
  );
  return heard.promise;
}

async function ended(program: ChildProcess): Promise<{ code: number | null }> {
  const [code] = (await once(program, 'exit')) as [number | null];
  return { code };
}

let questions = 0;

async function ask(program: ChildProcess, source: string, argument: unknown): Promise<unknown> {
  const id = ++questions;
  return new Promise((resolve, reject) => {
    const hear = (message: { id?: number; value?: unknown; error?: string }) => {
      if (message.id !== id) return;
      program.off('message', hear);
      if (message.error === undefined) resolve(message.value);
      else reject(new Error(message.error));
    };
    program.on('message', hear);
    program.send({ id, source, argument });
  });
}
