import Database from 'better-sqlite3';
import fc from '../support/inputs/properties';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { fold, ftsQueryOf } from '../../electron/database/folding';

const raw = new Database(':memory:');
raw.exec(`CREATE VIRTUAL TABLE place USING fts5(
  text, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 0', prefix='1 2 3')`);
raw.exec(`CREATE VIRTUAL TABLE word USING fts5vocab('place', 'instance')`);

beforeEach(() => raw.exec('DELETE FROM place'));
afterAll(() => raw.close());

describe('a query finds', () => {
  test.each([
    ['the beginning of a word', 'Courtyard barbecue', 'barb'],
    ['words in any order', 'Courtyard barbecue', 'barbecue courtyard'],
    ['any case', 'Courtyard', 'COURTYARD'],
    ['é by e', 'Café Zoé', 'cafe zoe'],
    ['e by é', 'Cafe', 'café'],
    ['é made of two characters', 'Cafe\u0301', 'café'],
    ['Straße by strasse', 'Bahnhofstraße', 'bahnhofSTRASSE'],
    ['Straße by its beginning', 'Straße', 'stra'],
    ['Łódź by lodz', 'Łódź', 'lodz'],
    ['Ærøskøbing by aeroskobing', 'Ærøskøbing', 'aeroskobing'],
    ['Turkish İstanbul', 'İstanbul Iğdır', 'istanbul igdir'],
    ['Vietnamese', 'Nguyễn Thị Minh', 'nguyen thi'],
    ['full-width letters', 'ＣＯＵＲＴＹＡＲＤ　１２３', 'courtyard 123'],
    ['ligatures', 'ﬁle', 'file'],
    ['Greek without accents', 'Καλημέρα Αϊδίνι', 'καλημερα αιδινι'],
    ['Greek at the end of a word', 'ΟΔΟΣ', 'οδός'],
    ['Ukrainian', 'Їжак і йогурт', 'їжак йог'],
    ['й made of two characters', 'и\u0306огурт', 'йогурт'],
    ['a Cyrillic word with its stress marked', 'за\u0301мок', 'замок'],
    ["м'ята by м’ята", "м'ята", 'м’ята'],
    ['м’ята by мята', 'м’ята', 'мята'],
    ['мята by мʼята', 'мята', 'мʼята'],
    ['м`ята by м´ята', 'м`ята', 'м´ята'],
    ["don't by dont", "don't", 'dont'],
    ['Hebrew without points', 'שָׁלוֹם', 'שלום'],
    ['Arabic without vowel marks', 'مَرْحَبًا', 'مرحبا'],
    ['Arabic stretched', 'مرحـــبا', 'مرحبا'],
    ['Persian with and without a joiner', 'می\u200cخواهم', 'میخواهم'],
    ['Hindi', 'नमस्ते दुनिया', 'दुनि'],
    ['Tamil', 'வணக்கம் உலகம்', 'உலக'],
    ['Korean by its beginning', '안녕하세요 여러분', '안녕'],
    ['Korean made of parts', '안녕'.normalize('NFD'), '안녕'],
    ['the middle of Chinese', '我们明天在院子里烧烤', '院子里'],
    ['the beginning of Chinese', '我们明天在院子里烧烤', '我们明'],
    ['the end of Chinese', '我们明天在院子里烧烤', '烧烤'],
    ['all of it', '我们明天在院子里烧烤', '我们明天在院子里烧烤'],
    ['one Chinese character', '我们明天在院子里烧烤', '院'],
    ['the last Chinese character', '我们明天在院子里烧烤', '烤'],
    ['the only Chinese character', '好', '好'],
    ['a rare Chinese character', '\u{20bb7}野家', '\u{20bb7}野'],
    ['the middle of Japanese', '今日はバーベキューをします', 'ベキュー'],
    ['kana across scripts', '今日はバーベキューをします', '日はバ'],
    ['half-width kana', 'ﾊﾞｰﾍﾞｷｭｰ', 'バーベキュー'],
    ['the middle of Thai', 'วันนี้กำลังทำอาหาร', 'กำลัง'],
    ['Thai up to a vowel above', 'วันนี้กำลังทำอาหาร', 'นี้'],
    ['Lao', 'ສະບາຍດີຕອນເຊົ້າ', 'ຕອນ'],
    ['Khmer', 'ខ្ញុំស្រឡាញ់ភាសាខ្មែរ', 'ភាសា'],
    ['Khmer with unseen spaces', 'ភាសា\u200bខ្មែរ', 'សាខ្មែ'],
    ['Myanmar', 'မင်္ဂလာပါခင်ဗျာ', 'လာပါ'],
    ['scripts mixed in one word', '新iPhone手机壳', 'iphone手机'],
    ['a run before Latin', '我们a计划', '们a计'],
    ['one character', 'Yard party', 'p'],
    ['two characters', 'Yard party', 'pa'],
    ['a number', 'Flat 1204', '120'],
    ['circled and raised numbers', 'x² ①', 'x2 1'],
    ['words around punctuation', 'ann@example.org', 'example.org'],
    ['words around a dash', 'twenty-one', 'twenty one'],
    ['an emoji', 'Party 🎉 tonight', '🎉'],
    ['an emoji that touches a word', 'Party🎉tonight', 'tonight 🎉'],
    ['an emoji in another skin', '👍🏿', '👍'],
    ['a heart with and without its colour', '❤️', '❤'],
    ['a flag', '🇵🇱🇺🇦', '🇺🇦'],
  ])('%s', (_, text, mask) => {
    expect(finds(text, mask)).toBe(true);
  });
});

describe('a query does not find', () => {
  test.each([
    ['й by и', 'йод', 'иод'],
    ['ї by і', 'їжа', 'іжа'],
    ['ё by е', 'ёж', 'еж'],
    ['the middle of a word', 'Courtyard', 'yard'],
    ['one of two words only', 'Courtyard', 'courtyard barbecue'],
    ['Chinese parted by punctuation', '中文，文字', '中文文字'],
    ['Chinese in another order', '子院里', '院子'],
    ['Chinese that begins elsewhere', '明天', '今天'],
    ['a run that ends before Latin', '我们都a', '我们a'],
    ['Hindi with another vowel', 'हिन्दी', 'हान्दा'],
    ['Thai with another tone', 'ป้า', 'ป่า'],
    ['one flag by another', '🇵🇱', '🇺🇦'],
    ['one emoji by another', '🎉', '🎂'],
  ])('%s', (_, text, mask) => {
    expect(finds(text, mask)).toBe(false);
  });
});

describe('no input is read as an operator', () => {
  test.each([
    'AND',
    'or',
    'NOT x',
    'NEAR(a b, 2)',
    '"',
    '"" OR ""',
    '"unclosed',
    '*',
    'a*b*',
    '^a',
    '(((',
    'text : a',
    '{text} : a',
    '- text : a',
    'a + b',
    "'; DROP TABLE place; --",
    '\\',
    '%_',
    '\u0001\u001f',
    '\u202e\u2066',
    '👨‍👩‍👧',
    '中"文',
    'a '.repeat(100),
    '中a'.repeat(100),
  ])('%j', (mask) => {
    expect(() => finds('text and a near not', mask)).not.toThrow();
  });

  test('whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (mask) => {
        finds('a', mask);
      }),
    );
  });

  test('operator-like words are plain words', () => {
    expect(finds('salt and pepper', 'AND')).toBe(true);
    expect(finds('salt pepper', 'salt AND pepper')).toBe(false);
    expect(finds('a near miss', 'NEAR')).toBe(true);
  });
});

test.each(['', ' ', '!?…', "'", '。、', '\u0301', '\u200b\u200d'])(
  '%j leaves nothing to search for',
  (mask) => {
    expect(ftsQueryOf(mask)).toBeNull();
  },
);

test('the expression is the one the index was built for', () => {
  expect(fold('中文字 Ab')).toBe('中文 文字 字 ab');
  expect(ftsQueryOf('中文字 ab')).toBe('"中文 文字"* AND "ab"*');
  expect(ftsQueryOf('字')).toBe('"字"*');
});

test('FTS5 splits folded text where folding did, and keeps its letters', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 60 });
  fc.assert(
    fc.property(fc.oneof(text, fc.string({ unit: 'binary', maxLength: 60 })), (source) => {
      const folded = fold(source);
      expect(tokensOf(folded)).toEqual(folded === '' ? [] : folded.split(' '));
    }),
  );
});

test('a text folds alike with and without rare characters', () => {
  const usual = fc.constantFrom(..." aZ09_.,-\n'`’ʼ‘“”„«»–—ЄІЇҐЁЙЎЈЉєіїґёйўјљжЩѐЍ");
  fc.assert(
    fc.property(fc.string({ unit: usual, maxLength: 30 }), (text) => {
      expect(fold(`${text} ①`)).toBe(`${fold(text)} 1`.trim());
    }),
  );
});

test('folding is idempotent, apart from pairs', () => {
  for (const text of ['Café Straße', 'Їжак м’ята', 'ΟΔΟΣ', 'x² ①']) expect(fold(fold(text))).toBe(fold(text));
});

test('every text is found by all of its words', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }), (text) => {
      const match = ftsQueryOf(text);
      if (match !== null) expect(finds(text, text)).toBe(true);
    }),
  );
});

function finds(text: string, mask: string): boolean {
  const match = ftsQueryOf(mask);
  if (match === null) return false;
  raw.exec('DELETE FROM place');
  raw.prepare('INSERT INTO place (rowid, text) VALUES (1, ?)').run(fold(text));
  const alone = raw.prepare('SELECT count(*) FROM place WHERE place MATCH ?').pluck().get(match);
  const filtered = raw
    .prepare('SELECT count(*) FROM place WHERE place MATCH ?')
    .pluck()
    .get(`text : (${match})`);
  expect(filtered).toBe(alone);
  return alone === 1;
}

function tokensOf(folded: string): string[] {
  raw.exec('DELETE FROM place');
  raw.prepare('INSERT INTO place (rowid, text) VALUES (1, ?)').run(folded);
  return raw.prepare('SELECT term FROM word ORDER BY "offset"').pluck().all() as string[];
}
