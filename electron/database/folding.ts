import { limitCombiningMarks } from '../../shared/characters/combining-marks';

/**
 * Folds a text for full-text search, so that what people consider the same is found: compatibility forms normalized
 * (NFKC), lower case, no diacritics in Latin and Greek (Cyrillic й, ї and ё stay letters), no apostrophes, and runs
 * of scripts without spaces written as overlapping pairs followed by the last character ("中文字" becomes
 * "中文 文字 字"). Tokens are separated by one space and contain nothing that FTS5's `unicode61` tokenizer would split
 * or its query syntax would interpret.
 */
export function fold(text: string): string {
  if (PLAIN_TEXT.test(text)) return foldPlainText(text);
  return wordsOf(text)
    .flatMap((word) => word.flatMap((piece) => (piece.isSpaceless ? pairsOf(piece.text, true) : piece.text)))
    .join(' ');
}

/**
 * Turns search input into an FTS5 query for a folded index: all words must match, each as a prefix, and a run of a
 * script without spaces also matches inside a longer run. Nothing typed is interpreted as an operator. Null if there
 * is nothing to search for. For an index with several columns prepend a column filter: `text : (…)`.
 */
export function ftsQueryOf(mask: string): string | null {
  const words = plainWordsOf(mask);
  if (words) return words.map((word) => `"${word}"*`).join(' AND ') || null;
  return wordsOf(mask).map(phraseOf).join(' AND ') || null;
}

/** The folded words of search input, or null if it contains unusual letters, where a word may be several tokens. */
export function plainWordsOf(mask: string): string[] | null {
  return PLAIN_TEXT.test(mask) ? foldPlainText(mask).split(' ').filter(Boolean) : null;
}

/**
 * A sort key for names: comparing keys as plain strings gives alphabetical order, also for the Ukrainian and Russian
 * letters that Unicode places outside the alphabet's range.
 */
export function sortKeyOf(text: string): string {
  return fold(text).replace(LETTERS_WITH_SORT_KEYS, (letter) => SORT_KEYS[letter] ?? letter);
}

/** A part of a word: a run of a script without spaces, or anything else. */
interface WordPiece {
  isSpaceless: boolean;
  text: string;
}

/**
 * Texts with a faster path to the same result: ASCII, precomposed Cyrillic letters, and common quotes, dashes and
 * apostrophes.
 */
const PLAIN_TEXT = /^[\0-\x7f\u0400-\u045f\u0490\u0491\u2013\u2014\u2018\u2019\u201c-\u201e\u02bc«»]*$/;

/** NFKC would split U+00B4 into a space and an accent. The last four are typed in place of an apostrophe. */
const APOSTROPHES = /['\u2019\u02bc\uff07\u2018\u02bb`\u00b4]/g;

/** Joiners, soft hyphens, direction marks, emoji modifiers, and the Arabic tatweel. */
const INVISIBLE = /[\p{Cf}\p{Variation_Selector}\p{Emoji_Modifier}\u0640]/gu;

const LATIN_OR_GREEK_WITH_MARKS = /([\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu;

/**
 * Accents, stress marks, and vowel points that readers of Hebrew and Arabic omit. In other scripts marks are part of
 * the spelling.
 */
const OPTIONAL_MARKS =
  /[\p{Script=Inherited}\p{Script=Common}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]/u;
const MARKS = /\p{M}/gu;

/** Letters that Unicode doesn't decompose although people type the base letter instead. */
const BASE_LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
};
const PLAIN_LETTERS = new RegExp(`[${Object.keys(BASE_LETTERS).join('')}]`, 'g');

/** A word, the two letters of a flag, or one emoji. */
const WORDS = /[\p{L}\p{M}\p{N}]+|\p{Regional_Indicator}{2}|\p{Extended_Pictographic}/gu;

const SPACELESS_SCRIPTS = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('');
const PIECES = new RegExp(`([${SPACELESS_SCRIPTS}]+)|[^${SPACELESS_SCRIPTS}]+`, 'gu');

/** What `unicode61` treats as separators: marks, emoji, and a few letters newer than its tables. */
const TOKENIZER_SEPARATORS =
  /[\p{M}\p{Extended_Pictographic}\p{Regional_Indicator}\u19b0-\u19c9\u1cf2\u1cf3]/gu;

/** Sorts after every word that continues with an ordinary letter. */
const SORT_LAST = '\uffff';
const SORT_KEYS: Record<string, string> = {
  ґ: `г${SORT_LAST}`,
  є: `е${SORT_LAST}`,
  ё: `е${SORT_LAST}`,
  і: `и${SORT_LAST}`,
  ї: `и${SORT_LAST}${SORT_LAST}`,
};
const LETTERS_WITH_SORT_KEYS = new RegExp(`[${Object.keys(SORT_KEYS).join('')}]`, 'g');

function foldPlainText(text: string): string {
  return text
    .toLowerCase()
    .replace(/['`\u2018\u2019\u02bc]/g, '')
    .replace(/[^a-z0-9\u0430-\u045f\u0491]+/g, ' ')
    .trim();
}

function wordsOf(text: string): WordPiece[][] {
  const plain = limitCombiningMarks(text.replace(APOSTROPHES, ''))
    .normalize('NFKC')
    .toLowerCase()
    .replace(INVISIBLE, '')
    .normalize('NFD')
    .replace(LATIN_OR_GREEK_WITH_MARKS, '$1')
    .normalize('NFC')
    .replace(MARKS, (mark) => (OPTIONAL_MARKS.test(mark) ? '' : mark))
    .replace(PLAIN_LETTERS, (letter) => BASE_LETTERS[letter] ?? letter);
  return (plain.match(WORDS) ?? []).map(piecesOf);
}

function piecesOf(word: string): WordPiece[] {
  return [...word.matchAll(PIECES)].map(([text, run]) => ({
    isSpaceless: run !== undefined,
    text: text.replace(TOKENIZER_SEPARATORS, toPrivateUse),
  }));
}

/** Overlapping pairs of characters; a complete run is followed by its last character alone. */
function pairsOf(run: string, isComplete: boolean): string[] {
  const characters = [...run];
  const pairs = characters.slice(1).map((character, index) => `${characters[index]}${character}`);
  return isComplete ? [...pairs, ...characters.slice(-1)] : pairs;
}

/** The query for one typed word: its last part is a prefix, the others match as typed. */
function phraseOf(word: WordPiece[]): string {
  const tokens = word.flatMap((piece, index) => {
    if (!piece.isSpaceless) return piece.text;
    const isPrefix = index === word.length - 1 && [...piece.text].length > 1;
    return pairsOf(piece.text, !isPrefix);
  });
  return `"${tokens.join(' ')}"*`;
}

/** Replaces a character that the tokenizer would drop with one of the private use planes. */
function toPrivateUse(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return String.fromCodePoint((code > 0xffff ? 0x100000 : 0xf0000) + (code & 0xffff));
}
