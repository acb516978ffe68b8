import { expect, test } from 'vitest';
import type { AppError } from '../../shared/errors';
import { openService } from '../../electron/service';
import { createDatabase, urlOfDatabase } from '../support/databases/databases';
import { TEST_SETTINGS, TestClock, testServiceOver, type TestService } from '../support/community';

/** Texts in Latin, Cyrillic, Greek, Hebrew, Arabic, Devanagari, Chinese, Japanese, Thai and Korean. */
const TEXTS = [
  'Grüße aus Köln, lieber Jürgen',
  'Зустрінемось біля кав’ярні у Києві',
  'Ёжик и ёлка в лесу',
  'Καλημέρα κόσμε από την Αθήνα',
  'שלום עולם מירושלים',
  'مرحبا بالعالم من القاهرة',
  'नमस्ते दुनिया दिल्ली से',
  '今晚上八点在北京见面',
  '今日は東京タワーに行く',
  'ประชุมพรุ่งนี้ที่กรุงเทพ',
  '서울에서 만나요 친구들',
  "It's o'clock at https://example.org/Path v2.0-beta",
  "quote ' backslash \\ colon : star * & | ! <-> ( )",
  '🌹 for you and 🇺🇦',
  `a${'word '.repeat(300)}end`,
];

test('searches answer the same on SQLite and PostgreSQL, in every script', async () => {
  const masks = [...new Set(TEXTS.flatMap(masksOf))];
  const [onSqlite, onPostgres] = await Promise.all([
    answers({ data: ':memory:' }, masks),
    createDatabase().then((name) => answers({ data: ':memory:', database: urlOfDatabase(name) }, masks)),
  ]);
  expect(onPostgres).toEqual(onSqlite);
  expect(Object.values(onSqlite).filter((found) => found.length > 0).length).toBeGreaterThan(
    masks.length / 2,
  );
});

/** Words and parts of words, whole texts, and phrases of neighbours. */
function masksOf(text: string): string[] {
  const words = text.split(/\s+/).slice(0, 8);
  return [
    ...words,
    ...words.map((word) => [...word].slice(0, 2).join('')),
    ...words.map((word) => [...word].slice(1, 3).join('')),
    ...words.slice(1).map((word, index) => `${words[index]} ${word}`),
  ].filter(Boolean);
}

async function answers(data: { data: string; database?: string }, masks: readonly string[]) {
  const clock = new TestClock();
  const service = await openService({ ...data, settings: TEST_SETTINGS, now: () => clock.seconds * 1000 });
  try {
    return await findAll(testServiceOver(service, clock), clock, masks);
  } finally {
    await service.close();
  }
}

/** For each mask, the texts of the messages that were found, in order. */
async function findAll(t: TestService, clock: TestClock, masks: readonly string[]) {
  const ann = await t.person('Ann');
  const { ID } = await ann.call('dialogs.create', { name: 'Garden', type: 'group' });
  for (const text of TEXTS) {
    await ann.call('dialogs.send', { dialog_id: ID, text });
    clock.advance(1);
  }
  const found: Record<string, string[]> = {};
  for (const mask of masks) {
    clock.advance(1);
    const messages = await ann
      .call('dialogs.searchMessages', { mask })
      .catch((error: AppError) => error.code);
    found[mask] = typeof messages === 'string' ? [messages] : messages.map(({ Text }) => Text);
  }
  return found;
}
