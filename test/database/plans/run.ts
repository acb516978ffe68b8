import Database from 'better-sqlite3';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_FILE, openStore } from '../../../electron/database/open';
import { createKysely } from '../../../electron/database/statements';
import { openService, type Service } from '../../../electron/service';
import { prepareNewestContent } from '../../../electron/service/content/content-queries';
import { findEventsAfter, findMarksFrom, findMembers } from '../../../electron/service/events/queries';
import { saveUnreplicated } from '../../../electron/service/events/unreplicated';
import { countWrittenSince } from '../../../electron/service/events/unreplicated-queries';
import { deleteMail } from '../../../electron/service/mail/queries';
import { indexMessage, searchMessageIds } from '../../../electron/service/messages/search-queries';
import { findAuthorRows } from '../../../electron/service/people/records-queries';
import { dialogId, LARGE, personId, seed, tokenOf } from '../../bench/seed';
import {
  TEST_SETTINGS,
  TestClock,
  testServiceOver,
  type TestPerson,
  type TestService,
} from '../../support/service';
import { accounts, removal } from './calls/accounts';
import { apps } from './calls/apps';
import { administration } from './calls/administration';
import { dialogs } from './calls/dialogs';
import { files } from './calls/files';
import { imports } from './calls/imports';
import { media } from './calls/media';
import { messages } from './calls/messages';
import { people } from './calls/people';
import { posts } from './calls/posts';
import { replicas } from './calls/replicas';
import { stickers } from './calls/stickers';
import { searches } from './calls/searches';
import { upkeep } from './calls/upkeep';
import { uploads } from './calls/uploads';
import type { Recording } from './recorder';

/**
 * Seeds a community in a folder and calls every entry of the contract over it, in each way that asks the database for
 * something else. Gives the names that were called.
 */
export async function runEverything(folder: string, recording: Recording): Promise<Set<string>> {
  await seed(folder, 20_000);
  const raw = new Database(join(folder, DATABASE_FILE));
  // As after an update from a version that had no such indexes.
  for (const kind of ['message', 'person', 'post', 'file'])
    raw.prepare('INSERT INTO search_backfill VALUES (?, ?)').run(kind, Number.MAX_SAFE_INTEGER);
  raw.close();
  recording.statements.clear();
  const clock = new TestClock();
  const now = () => clock.seconds * 1000;
  const chosen = join(folder, 'chosen');
  mkdirSync(chosen);
  const chooseFolder = () => Promise.resolve(chosen);
  const chooseBackup = () => Promise.resolve(null);
  const service = await openService({
    data: folder,
    settings: TEST_SETTINGS,
    now,
    chooseFolder,
    chooseBackup,
  });
  await service.sharing.begin(() => Promise.reject(new Error('it is not shared')));
  const called = new Set<string>();
  await callEverything(
    {
      ...service,
      call: (session, name, ...rest) => service.call(session, (called.add(name), name), ...rest),
    },
    clock,
    recording,
  );
  rmSync(chosen, { recursive: true });
  clock.advance(3 * 24 * 3600);
  await service.settled();
  await service.close();
  const store = openStore(folder);
  // Only where answers are not cached, and for who has very many relations or members.
  const uncached = createKysely(store.writer.raw);
  await findAuthorRows(uncached, [personId(1)], personId(0));
  await findMembers(uncached, dialogId(LARGE), [personId(0)]);
  await findMarksFrom(uncached, { dialog: dialogId(LARGE), from: 0 }, [personId(0)]);
  // Only with a standby, and with several processes.
  prepareNewestContent(store.writer.raw)();
  await findEventsAfter(uncached, 0, 1);
  // Only where mail is sent away, which needs a server.
  await deleteMail(store.writer.db, 1);
  // Only on PostgreSQL and in memory: elsewhere messages are indexed in batches.
  const indexed = { dialog_id: 1, author_id: 1, repost_id: 0 };
  for (let id = 1; id <= 101; id++)
    await indexMessage(store.writer.db, { ...indexed, id, text: `Bread${id}` }, []);
  // Only if more words start with what is searched than a query names.
  await searchMessageIds(store.writer.db, { dialogs: [1], mask: 'bread', before: 102, limit: 1 });
  // Only where another machine has taken over.
  await saveUnreplicated(store, { name: '', seq: 0 });
  await store.read((db) => countWrittenSince(db, { since: 0, limit: 100 }));
  await store.close();
  return called;
}

async function callEverything(service: Service, clock: TestClock, recording: Recording): Promise<void> {
  const t = testServiceOver(service, clock);
  const [owner, admin, ann, ben] = [seeded(t, 0), seeded(t, 1), seeded(t, 2), seeded(t, 3)];
  await owner.call('admin.setRole', { user_id: admin.id, role: 'admin' });
  const lines = [await owner.listen(), await ann.listen({ since: 0 }), await ben.listen()];
  lines[2]?.command({ command: 'subscribe', category: 'dialog', thing_id: dialogId(LARGE) });
  lines[2]?.command({ command: 'typing', thing_id: dialogId(LARGE) });
  await accounts(t, owner);
  await apps(t, ann, ben);
  await people(admin, ann, ben);
  await dialogs(owner, ann, ben);
  clock.advance(2);
  await messages(owner, ann, ben);
  await files(service, ann, ben);
  // Their tokens have asked nearly as often as they may at once.
  clock.advance(2);
  await stickers(service, { owner, ann, ben });
  await uploads(service, ann);
  await posts(service, owner, ann, ben);
  clock.advance(2);
  await media(service, ann, ben);
  await administration(t, owner, admin, ben);
  for (const line of lines) {
    await line.take();
    line.close();
  }
  await (await ann.listen({ since: 1 })).take();
  await ann.call('search.all', { mask: 'person num' });
  await searches(ann, ben);
  clock.advance(2);
  await replicas(ann, owner);
  // It reads while it is taken.
  for await (const bytes of (await ann.call('account.export', {})).Bytes) void bytes;
  clock.advance(2);
  await imports(service, ann);
  await removal(t, owner, admin);
  await upkeep(clock, recording);
}

function seeded(t: TestService, index: number): TestPerson {
  const session = { token: tokenOf(index), address: '127.0.0.1', userAgent: 'test' };
  return t.as(session, { id: personId(index), name: '', email: `person${index}@example.org`, password: '' });
}
