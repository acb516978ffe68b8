import type { Database, Statement } from 'better-sqlite3';
import { join } from 'node:path';
import { connect, DATABASE_FILE, type Db } from '../../../electron/database/open';
import { createKysely } from '../../../electron/database/statements';
import { findDialogMember } from '../../../electron/service/access/dialogs-queries';
import { listBefore, NEWEST } from '../../../electron/service/messages/queries';
import {
  findDialogSummaries,
  findMessages,
  findReactions,
} from '../../../electron/service/messages/records-queries';
import { findAuthorRows } from '../../../electron/service/people/records-queries';
import { dialogId, DIALOGS, membersOf, personId } from '../seed';
import { answerJobs } from './answering';

/**
 * A helper process that reads pages of messages through the program's queries, and by the same SQL without the data
 * layer.
 */

export interface ProbeJob {
  folder: string;
  seconds: number;
}

export interface ProbeResult {
  /** Pages per second through the program's data layer, and with raw prepared statements. */
  ours: number;
  raw: number;
}

/** Runs every query behind one page of messages, in order. */
async function queryPage(db: Db, dialog: number, viewer: number): Promise<void> {
  await findDialogMember(db, dialog, viewer);
  const rows = await listBefore(db, dialog, NEWEST, 50);
  const sources = await findMessages(
    db,
    rows.map((row) => row.reply_to).filter((id) => id > 0),
  );
  await findDialogSummaries(db, [dialog], viewer);
  await findAuthorRows(db, [...new Set([...rows, ...sources].map((row) => row.author_id))], viewer);
  await findReactions(
    db,
    rows.map((row) => row.id),
    viewer,
  );
}

interface Asked {
  sql: string;
  parameters: unknown[];
}

/** Returns the SQL statements of one page as SQLite receives them. */
async function statementsOf(raw: Database, dialog: number, viewer: number): Promise<Asked[]> {
  const asked: Asked[] = [];
  const listening = new Proxy(raw, {
    get: (target, key) =>
      key === 'prepare'
        ? (sql: string) => {
            const statement = target.prepare(sql);
            const all = (parameters: unknown[]) => {
              asked.push({ sql, parameters });
              return statement.all(parameters);
            };
            return { reader: true, all };
          }
        : (Reflect.get(target, key) as unknown),
  });
  await queryPage(createKysely(listening), dialog, viewer);
  return asked;
}

async function run({ folder, seconds }: ProbeJob): Promise<ProbeResult> {
  const raw = connect(join(folder, DATABASE_FILE), { readonly: true });
  const db = createKysely(raw);
  const places = Array.from({ length: DIALOGS }, (_, dialog) => ({
    dialog: dialogId(dialog),
    viewer: personId(membersOf(dialog)[1] ?? 0),
  }));
  const statements = new Map<string, Statement>();
  const prepareOnce = (sql: string) => {
    let statement = statements.get(sql);
    if (!statement) statements.set(sql, (statement = raw.prepare(sql)));
    return statement;
  };
  const pages: (() => void)[] = [];
  for (const { dialog, viewer } of places) {
    const asked = await statementsOf(raw, dialog, viewer);
    const prepared = asked.map(({ sql, parameters }) => ({ statement: prepareOnce(sql), parameters }));
    pages.push(() => {
      for (const { statement, parameters } of prepared) statement.all(parameters);
    });
  }
  const counts = { ours: 0, raw: 0 };
  const times = { ours: 0, raw: 0 };
  // In turns, so that other load on the machine affects both.
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    const begun = performance.now();
    for (const { dialog, viewer } of places) await queryPage(db, dialog, viewer);
    const between = performance.now();
    for (const page of pages) page();
    times.ours += between - begun;
    times.raw += performance.now() - between;
    counts.ours += places.length;
    counts.raw += places.length;
  }
  raw.close();
  return { ours: (counts.ours / times.ours) * 1000, raw: (counts.raw / times.raw) * 1000 };
}

answerJobs(run);
