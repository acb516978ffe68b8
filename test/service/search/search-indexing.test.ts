import Database from 'better-sqlite3';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DATABASE_FILE } from '../../../electron/database/open';
import { testService, type TestPerson } from '../../support/service';

/** A message is indexed a moment after it was sent, with others; whoever searches waits for that. */

test('more messages than are indexed at once are all found at once', async () => {
  const { ann, dialog_id } = await yard();
  const texts = Array.from({ length: 150 }, (_, count) => `Loaf ${count}`);
  await Promise.all(texts.map((text) => ann.call('dialogs.send', { dialog_id, text })));
  expect(await listFound(ann, 'loaf')).toHaveLength(150);
});

test('messages sent right before a crash are found after it', async () => {
  const data = scratch();
  const { ann, dialog_id } = await yard(data);
  await ann.call('dialogs.send', { dialog_id, text: 'Early bread' });
  expect(await listFound(ann, 'bread')).toEqual(['Early bread']);
  await ann.call('dialogs.send', { dialog_id, text: 'Late bread' });
  await ann.call('dialogs.send', { dialog_id, text: 'Last bread' });
  const copy = scratch();
  cpSync(data, copy, { recursive: true });
  expect(countIndexed(copy)).toBe(1);

  const after = await testService({ data: copy });
  const again = after.as(ann.session, ann);
  expect(await listFound(again, 'bread')).toEqual(['Early bread', 'Last bread', 'Late bread']);
});

test('changes of messages that are not indexed yet, and of those that are being indexed, are not lost', async () => {
  const data = scratch();
  const { ann, dialog_id } = await yard(data);
  for (let round = 0; round < 10; round++) {
    const [changed, deleted, kept] = await Promise.all(
      ['first', 'second', 'third'].map((text) =>
        ann.call('dialogs.send', { dialog_id, text: `${text} ${round}` }),
      ),
    );
    await Promise.all([
      ann.call('dialogs.editMessage', { message_id: changed!.ID, text: `changed ${round}` }),
      listFound(ann, 'first'),
      ann.call('dialogs.deleteMessage', { message_id: deleted!.ID }),
      ann.call('dialogs.editMessage', { message_id: kept!.ID, text: `kept ${round}` }),
    ]);
  }
  const rounds = Array.from({ length: 10 }, (_, round) => round);
  for (const word of ['first', 'second', 'third']) expect(await listFound(ann, word)).toEqual([]);
  for (const word of ['changed', 'kept'])
    expect(await listFound(ann, word)).toEqual(rounds.map((round) => `${word} ${round}`));
  expect(countIndexed(data)).toBe(20);
});

async function yard(data = scratch()) {
  const t = await testService({ data });
  const ann = await t.person('Ann');
  const { ID } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' });
  return { ann, dialog_id: ID };
}

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'courtyard-indexing-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The texts of all messages with a word. */
async function listFound(person: TestPerson, mask: string): Promise<string[]> {
  const texts: string[] = [];
  for (let last_id = 0; ;) {
    const page = await person.call('dialogs.searchMessages', { mask, last_id });
    texts.push(...page.map(({ Text }) => Text));
    if (page.length === 0) return texts.sort();
    last_id = page.at(-1)!.ID;
  }
}

function countIndexed(data: string): number {
  const raw = new Database(join(data, DATABASE_FILE));
  try {
    return raw.prepare('SELECT count(*) FROM message_search_docsize').pluck().get() as number;
  } finally {
    raw.close();
  }
}
