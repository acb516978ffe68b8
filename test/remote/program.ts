import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished } from 'vitest';
import { Outbox } from '../../electron/outbox/outbox';
import { SyncedCommunity } from '../../electron/remote/synced/synced-community';
import type { Frame } from '../../shared/events';
import { FlakyHost } from '../support/hosts/flaky-host';
import { emptyReplica } from '../support/replicas';
import type { TestPerson, TestService } from '../support/service';
import { untilPasses } from '../support/waiting';

export interface ProgramOptions {
  /** Decides for each answer of the host whether it gets lost. */
  isLost?: () => boolean;
  /** A folder with what an earlier program of the person left, or for a later one; by default nothing is left. */
  folder?: string;
  /** Whether the host is there at the start; it is by default. */
  isUp?: boolean;
}

/** A person's program that has joined a community, and the network between. */
export function programOf(
  t: TestService,
  person: TestPerson,
  { isLost, folder: given, isUp = true }: ProgramOptions = {},
) {
  const folder = given ?? newFolder();
  if (given === undefined) writeFileSync(joinPath(folder, 'replica.1.db'), emptyReplica());
  const host = new FlakyHost(t.service, isLost);
  if (!isUp) host.cut();
  const outbox = new Outbox(given === undefined ? new Database(':memory:') : joinPath(folder, 'outbox.db'));
  const synced = new SyncedCommunity({
    remote: host,
    signedIn: { token: person.session.token!, id: person.id },
    community: { id: 1, key: '' },
    client: 'test',
    version: '1',
    replica: { folder, name: 'replica' },
    outbox,
    seen: 0,
    retryDelays: { min: 1, max: 10 },
    onChange: () => undefined,
  });
  let isOpen = true;
  const close = async () => {
    if (isOpen) await synced.close();
    isOpen = false;
  };
  onTestFinished(close);
  const call: TestPerson['call'] = (name, input, key) => synced.call(person.session, name, input, key);
  const join = () => {
    host.join();
    synced.reconnect();
  };
  return { host, synced, outbox, call, join, close };
}

/** A folder that is deleted when the test ends. */
export function newFolder(): string {
  const folder = mkdtempSync(joinPath(tmpdir(), 'courtyard-synced-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export type Program = ReturnType<typeof programOf>;

/** Waits until a program holds everything and is connected. */
export async function filled({ synced, call }: Program): Promise<void> {
  await untilPasses(() => expect(synced.isFilled).toBe(true));
  await call('dialogs.list', {});
}

/** Connects a program, and waits until everything is sent or refused, and everything is held. */
export async function settled(program: Program): Promise<void> {
  const { synced, join } = program;
  join();
  await untilPasses(() => {
    expect(synced.asOf).toBe(0);
    expect(synced.outboxItems.filter((item) => item.state === 'pending')).toEqual([]);
  });
  await synced.sent();
  await filled(program);
}

/** Opens a page's event connection and collects its frames. */
export async function pageOf(program: Program, person: TestPerson): Promise<Frame[]> {
  return (await openPage(program, person)).frames;
}

/** The same, with what the page can ask for. */
export async function openPage({ synced }: Program, person: TestPerson) {
  const frames: Frame[] = [];
  const handle = await synced.connect(person.session, {
    send: (frame) => frames.push(JSON.parse(frame) as Frame),
    close: () => undefined,
  });
  handle.command({ command: 'subscribe', category: 'dialog', thing_id: person.id });
  await untilPasses(() => expect(frames[0]?.Type).toBe('hello'));
  return { frames, ...handle };
}
