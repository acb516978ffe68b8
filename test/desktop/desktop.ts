import { _electron, chromium, type Page } from '@playwright/test';
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Electron from 'electron';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { electronFolder, findBinary } from '../../electron/desktop/program/electron-binary';
import { chromiumWithWindows, provideChromium } from '../support/browser/chromium';

/** The `electron` module as passed to functions that run in the program. */
export type ElectronModule = typeof Electron;

/** The running program with its open window. */
export interface Desktop {
  page: Page;
  /** Runs a function in the main process. The function can't use variables of the test. */
  inProgram: <A, R>(
    act: (electron: ElectronModule, argument: A) => R | Promise<R>,
    argument: A,
  ) => Promise<R>;
  /** Quits the program and returns its exit code. */
  quit: () => Promise<number | null>;
  /** Resolves with the exit code when the program has ended for any reason. */
  ended: Promise<number | null>;
}

/** What the tests run on: Electron if it is installed and there is a screen, otherwise the stand-in on Chromium. */
export const stage: 'Electron' | 'the stand-in' = binary() === null ? 'the stand-in' : 'Electron';

/** Creates a temporary data folder. */
export async function temporaryFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'courtyard-desktop-'));
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}

/** The programs of one test with their own data folder. Programs end and the folder is deleted after the test. */
export interface TestDesktops {
  readonly path: string;
  /** Starts the program on the folder; `chromium` are command-line arguments for its Chromium. */
  open: (chromium?: readonly string[]) => Promise<Desktop>;
}

/** Gives each test of a file its own data folder and programs. */
export function testDesktops(): TestDesktops {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let running: Desktop[] = [];
  beforeEach(async () => {
    folder = await temporaryFolder();
    running = [];
  });
  afterEach(async () => {
    await Promise.all(running.map((desktop) => desktop.quit().catch(() => undefined)));
    await folder.remove();
  });
  return {
    get path() {
      return folder.path;
    },
    open: async (chromium = []) => {
      const desktop = await startDesktop(folder.path, {}, { chromium });
      desktop.page.setDefaultTimeout(30_000);
      running.push(desktop);
      return desktop;
    },
  };
}

/**
 * Starts one program for all tests of a file or `describe`, with its own data folder at `path`; `chromium` as for
 * `startDesktop`.
 */
export function testDesktop(chromium: readonly string[] = []): Desktop & { readonly path: string } {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let running: Desktop;
  beforeAll(async () => {
    folder = await temporaryFolder();
    running = await startDesktop(folder.path, {}, { chromium });
  });
  afterAll(async () => {
    await running.quit();
    await folder.remove();
  });
  return {
    get path() {
      return folder.path;
    },
    get page() {
      return running.page;
    },
    get ended() {
      return running.ended;
    },
    inProgram: (act, argument) => running.inProgram(act, argument),
    quit: () => running.quit(),
  };
}

/** Options for starting the program. */
export interface StartOptions {
  /** Command-line arguments for its Chromium. */
  chromium?: readonly string[];
  /** The folder of another copy of the program; only with the stand-in. */
  application?: string;
}

/** Starts the built program on a data folder; `env` is added to its environment. */
export async function startDesktop(
  data: string,
  env: Record<string, string> = {},
  { chromium = [], application = root }: StartOptions = {},
): Promise<Desktop> {
  if (stage === 'Electron') return startElectron(data, env, chromium);
  if (chromium.length === 0) return startStandIn(data, env, application);
  // The headless shell has no cameras.
  const own = { STAGE_CHROMIUM: JSON.stringify(chromium), COURTYARD_CHROMIUM: chromiumWithWindows() };
  return startStandIn(data, { ...env, ...own }, application);
}

/** Starts a program that is expected to exit by itself; returns the exit code and its stderr. */
export async function startInVain(
  data: string,
  argv: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<{ code: number | null; words: string }> {
  const { executablePath, args } = electronOptions(data);
  const program =
    stage === 'Electron'
      ? spawn(executablePath, [...args, ...argv], {
          env: { ...process.env, ...env },
          stdio: ['ignore', 'inherit', 'pipe'],
        })
      : spawnStandIn(data, env, argv);
  const words: string[] = [];
  program.stderr?.on('data', (piece: Buffer) => words.push(String(piece)));
  const [code] = (await once(program, 'close')) as [number | null];
  return { code, words: words.join('') };
}

/** The language of the pages, independent of the system's. */
const LANGUAGE = 'en-GB';

const root = join(import.meta.dirname, '..', '..');

function flagsFor(data: string): string[] {
  return ['--data', data, '--log', 'warn', '--captcha-cost', '1', '--demo-messages', '150', '--quiet'];
}

function binary(): string | null {
  const hasScreen = process.platform !== 'linux' || process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'];
  const folder = electronFolder();
  return hasScreen && folder !== null ? findBinary(folder) : null;
}

function electronOptions(data: string): { executablePath: string; args: string[] } {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return {
    executablePath: binary() ?? '',
    args: [...sandbox, `--lang=${LANGUAGE}`, root, ...flagsFor(data)],
  };
}

async function startElectron(
  data: string,
  env: Record<string, string>,
  chromium: readonly string[],
): Promise<Desktop> {
  const { executablePath, args } = electronOptions(data);
  const app = await _electron.launch({
    executablePath,
    args: [...chromium, ...args],
    env: { ...process.env, ...env } as never,
  });
  const page = await app.firstWindow();
  await page.waitForLoadState('load');
  const ended = endOf(app.process());
  return {
    page,
    ended,
    inProgram: (act, argument) => app.evaluate(act as never, argument) as never,
    quit: async () => {
      await app.evaluate(({ app }) => void setImmediate(() => app.quit()));
      return ended;
    },
  };
}

async function startStandIn(
  data: string,
  env: Record<string, string>,
  application: string,
): Promise<Desktop> {
  const program = spawnStandIn(data, env, [], application);
  const ended = endOf(program);
  const { loaded, debugger: address } = await firstWindow(program);
  const browser = await chromium.connectOverCDP(address);
  const isLoaded = (page: Page) => page.url().includes('.application.test/');
  const page = browser.contexts()[0]?.pages().find(isLoaded);
  if (!page) throw new Error(`There is no page of ${loaded}`);
  // The program answers them; without a listener here, Playwright would.
  page.on('dialog', () => undefined);
  return {
    page,
    ended,
    inProgram: (act, argument) => ask(program, act.toString(), argument) as never,
    quit: async () => {
      program.kill('SIGTERM');
      await ended;
      await browser.close();
      return ended;
    },
  };
}

function spawnStandIn(
  data: string,
  env: Record<string, string> = {},
  argv: readonly string[] = [],
  application = root,
): ChildProcess {
  const register = new URL('./stage/register.ts', import.meta.url).href;
  const program = fork(join(application, 'out', 'main', 'main.js'), [...flagsFor(data), ...argv], {
    execPath: process.execPath,
    execArgv: ['--import', register],
    cwd: application,
    env: { ...process.env, COURTYARD_CHROMIUM: provideChromium(), ...env },
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  });
  // Each pending question adds a `disconnect` listener.
  program.setMaxListeners(0);
  return program;
}

async function endOf(program: ChildProcess): Promise<number | null> {
  const [code] = (await once(program, 'exit')) as [number | null];
  return code;
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
    // At `disconnect` all earlier messages have been received; `exit` may come before them.
    program.once('disconnect', () => reject(new Error('The program has ended')));
    program.send({ id, source, argument }, (error) => error && reject(error));
  });
}
