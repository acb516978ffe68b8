import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino, type Logger } from 'pino';
import { onTestFinished, vi } from 'vitest';
import { openService } from '../../electron/service';
import type { CopyProgress } from '../../electron/standby/copy/copy-progress';
import { parseLink } from '../../electron/standby/link';
import { StandbyClient } from '../../electron/standby/copy/standby-client';
import { StandbyFolder } from '../../electron/standby/copy/standby-folder';
import type { Output } from '../../shared/contract';
import { LoneMachine } from '../support/machine';
import {
  TEST_SETTINGS,
  TestClock,
  testServiceOver,
  type TestPerson,
  type TestService,
} from '../support/service';

/** A host in this process, and folders for standbys. */
export interface Host {
  data: string;
  readonly now: TestService;
  owner: TestPerson;
  /** Messages of the host's log at level warn and above, and those about the standby. */
  noted: string[];
  stop: () => Promise<void>;
  /** Starts it again with the same data, as of the same owner. */
  restart: () => Promise<void>;
  /** A new folder for a standby. */
  folder: (name: string) => string;
  /** Creates a pairing link. */
  link: () => Promise<string>;
  state: () => Promise<Output<'admin.standby'>>;
  /** Asks about the standby until an answer passes. */
  stateWhen: (passes: (state: Output<'admin.standby'>) => boolean) => Promise<Output<'admin.standby'>>;
  /** Resolves once the standby is in step and nothing is behind. */
  inStep: () => Promise<Output<'admin.standby'>>;
}

/** A running standby in this process. */
export interface RunningStandby {
  /** What it logged: warnings, and what concerns its host. */
  noted: string[];
  /** Resolves with the community's name once nothing is behind. */
  inStep: Promise<string>;
  /** Resolves when it has ended: with the reason if the host refused it. */
  ended: Promise<string | null>;
  stop: () => Promise<void>;
}

/** Opens a community in a folder with its owner; everything is removed and all mocks are restored after the test. */
export async function hostInProcess(): Promise<Host> {
  const root = mkdtempSync(join(tmpdir(), 'courtyard-standby-'));
  const data = join(root, 'host');
  const clock = new TestClock();
  const noted: string[] = [];
  const logger = loggerTo(noted);
  const open = async () => {
    const machine = new LoneMachine();
    // Certificates are checked by the real clock, and codes expire by the test's.
    const now = () => Date.now() + (clock.seconds - start) * 1000;
    const service = await openService({ data, settings: TEST_SETTINGS, machine, logger, now });
    await service.standby.begin();
    return testServiceOver(service, clock);
  };
  const start = clock.seconds;
  let running = await open();
  let isOpen = true;
  const stop = async () => {
    if (isOpen) await running.service.close();
    isOpen = false;
  };
  onTestFinished(async () => {
    // A test that failed before it restored one would make all that follow wait for what never comes.
    vi.restoreAllMocks();
    await stop();
    rmSync(root, { recursive: true, force: true });
  });
  const person = await running.person('Olena');
  const owner: TestPerson = {
    ...person,
    call: (...given) => running.as(person.session, person).call(...given),
  };
  const state = () => owner.call('admin.standby', {});
  const stateWhen = async (passes: (state: Output<'admin.standby'>) => boolean) => {
    for (;;) {
      const current = await state();
      if (passes(current)) return current;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  };
  return {
    data,
    get now() {
      return running;
    },
    owner,
    noted,
    stop,
    restart: async () => {
      await stop();
      running = await open();
      isOpen = true;
    },
    folder: (name) => join(root, name),
    link: async () => (await owner.call('admin.pairStandby', {})).Link,
    state,
    stateWhen,
    inStep: () => stateWhen(({ State, Behind }) => State === 'in_step' && Behind === 0),
  };
}

/** Starts a standby in a folder with a link; it is stopped after the test. */
export async function standbyInProcess(
  folder: string,
  link: string,
  onProgress?: (progress: CopyProgress) => void,
): Promise<RunningStandby> {
  const parsed = parseLink(link);
  if (parsed === null) throw new Error(`not a link: ${link}`);
  return follow(await StandbyFolder.open(folder, parsed), parsed.code, onProgress);
}

/**
 * Starts a standby in a folder that is one already, without a code if its host knows it; it is stopped after the test.
 */
export function follow(
  opened: StandbyFolder,
  code = '',
  onProgress?: (progress: CopyProgress) => void,
): RunningStandby {
  const noted: string[] = [];
  const { promise: inStep, resolve: onInStep } = Promise.withResolvers<string>();
  const client = new StandbyClient({
    folder: opened,
    code,
    onInStep,
    ...(onProgress && { onProgress }),
    logger: loggerTo(noted),
  });
  const ended = client
    .run()
    .then(
      () => null,
      (error: unknown) => (error as Error).message,
    )
    .finally(() => opened.close());
  const stop = async () => {
    client.stop();
    await ended;
  };
  onTestFinished(stop);
  return { noted, inStep, ended, stop };
}

/** Few enough questions a second for the limit of a token. */
const POLL_MS = 20;

function loggerTo(noted: string[]): Logger {
  const write = (line: string) => {
    const { level, msg, copy } = JSON.parse(line) as { level: number; msg: string; copy?: boolean };
    if (level >= 40 || /standby|answers again/.test(msg))
      noted.push(copy === undefined ? msg : `${msg}, copy: ${copy}`);
  };
  return pino({ level: 'info' }, { write });
}
