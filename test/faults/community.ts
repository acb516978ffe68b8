import Database from 'better-sqlite3';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { BACKUPS_FOLDER } from '../../electron/backup/backup-list';
import { DATABASE_FILE } from '../../electron/database/open';
import { openService, type Service, type Session } from '../../electron/service';
import type { MessageModel } from '../../shared/contract/records';
import { startProgram, type Program } from '../support/program';
import { TEST_SETTINGS, TestClock, testServiceOver } from '../support/service';

/** The path of the built host. */
export const PROGRAM = join(import.meta.dirname, '..', '..', 'out', 'main', 'serve.js');

/** A community with an owner who writes in one group. */
export interface Community {
  data: string;
  dialog: number;
  /** The ID of the owner. */
  person: number;
  /** Tokens of the owner; each may make a hundred requests per second. */
  tokens: string[];
}

/** Creates a community in a folder and closes it again. */
export async function makeCommunity(data: string, tokens = 20): Promise<Community> {
  if (!existsSync(PROGRAM)) throw new Error('npm run build makes the program that this tests');
  const service = await openService({ data, settings: TEST_SETTINGS });
  const ann = await testServiceOver(service, new TestClock()).person('Ann');
  const { ID: dialog } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' });
  const named: string[] = [];
  for (let index = 0; index < tokens; index++) {
    const { Token } = await ann.call('account.createToken', { name: `load ${index}` });
    named.push(Token ?? '');
  }
  await service.close();
  return { data, dialog, person: ann.id, tokens: named };
}

/** Starts the built host over a folder and waits until it is ready. */
export async function startHost(
  data: string,
  environment: Record<string, string> = {},
): Promise<{ program: Program; url: string }> {
  const flags = [PROGRAM, '--port', '0', '--log', 'error'];
  const program = startProgram(process.execPath, flags, { env: { COURTYARD_DATA: data, ...environment } });
  const url = (await program.line(0)).replace('Courtyard is ready at ', '');
  return { program, url };
}

/** The acknowledged writes: their keys, with the identifiers in the answers. */
export interface Acknowledged {
  messages: ReadonlyMap<string, number>;
  files: ReadonlyMap<string, number>;
  backups: Iterable<string>;
}

/**
 * Opens a folder with the service and expects that every acknowledged write exists exactly once, every key is known,
 * every stored file is undamaged, and the database passes its checks. `sent` has the keys of all sent messages. Returns
 * the identifiers of the messages found.
 */
export async function expectNothingLost(
  { data, dialog, tokens }: Community,
  { messages, files, backups }: Acknowledged,
  sent: ReadonlySet<string>,
): Promise<number[]> {
  // The clock advances quickly so that no rate limit is reached.
  let time = Date.now();
  const service = await openService({ data, settings: TEST_SETTINGS, now: () => (time += 20) });
  let found: MessageModel[];
  try {
    const session: Session = { token: tokens[0] ?? '', address: '127.0.0.1', userAgent: 'test' };
    found = await wholeDialog(service, session, dialog);
    const keys = found.map((message) => keyOf(message.Text));
    expect(keys.filter((key, index) => keys.indexOf(key) !== index || !sent.has(key))).toEqual([]);
    const stored = new Map(found.map((message) => [keyOf(message.Text), message.ID]));
    expect([...messages].filter(([key, id]) => stored.get(key) !== id)).toEqual([]);

    const repeated = await Promise.all(
      found.map(({ Text: text }) =>
        service.call(session, 'dialogs.send', { dialog_id: dialog, text }, keyOf(text)),
      ),
    );
    expect(repeated.map((message) => message.ID)).toEqual(found.map((message) => message.ID));
    for (const [name, file_id] of files) {
      expect((await service.call(session, 'files.get', { file_id })).Name).toBe(name);
    }
    const { damaged, missing } = await service.verify();
    expect({ damaged, missing }).toEqual({ damaged: [], missing: [] });

    const listed = (await service.call(session, 'admin.backups', {})).map((backup) => backup.Name);
    expect(listed).toEqual(expect.arrayContaining([...backups]));
    for (const name of listed) expectSound(join(data, BACKUPS_FOLDER, name, DATABASE_FILE));
  } finally {
    await service.close();
  }
  expectSound(join(data, DATABASE_FILE));
  return found.map((message) => message.ID);
}

/** Expects that every check of SQLite and of its full-text index passes. */
export function expectSound(path: string): void {
  const raw = new Database(path);
  expect(raw.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(raw.pragma('foreign_key_check')).toEqual([]);
  raw.exec("INSERT INTO message_search (message_search) VALUES ('integrity-check')");
  raw.close();
}

/** Returns the key of a message, which is the first word of its text. */
export function keyOf(text: string): string {
  return text.split(' ', 1)[0] ?? '';
}

async function wholeDialog(service: Service, session: Session, dialog_id: number): Promise<MessageModel[]> {
  const all: MessageModel[] = [];
  for (;;) {
    const last_id = all.at(-1)?.ID ?? 0;
    const page = await service.call(session, 'dialogs.messages', { dialog_id, last_id, limit: 100 });
    if (page.length === 0) return all;
    all.push(...page);
  }
}
