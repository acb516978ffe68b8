import { limitCombiningMarks } from '../../shared/combining-marks';

/**
 * Writes a text the way the full-text indexes hold it, so that what people see as the same is found as the same:
 * compatibility forms made plain, lower case, no diacritics in Latin and Greek (Cyrillic й, ї and ё are letters and
 * stay), apostrophes dropped, and runs of scripts without spaces written as overlapping pairs with the last character
 * alone after them ("中文字" is "中文 文字 字"). Tokens are parted by one space and hold nothing that FTS5's `unicode61`
 * would part further or that its query language would read.
 */
export function fold(text: string): string {
  if (PLAIN_TEXT.test(text)) return foldPlainText(text);
  return wordsOf(text)
    .flatMap((word) => word.flatMap((piece) => (piece.run ? pairsOf(piece.text, true) : piece.text)))
    .join(' ');
}

/**
 * What people type in a search box as an FTS5 expression for a folded index: all words must be there, each may be the
 * beginning of a longer one, and a run of a script without spaces is found in the middle of a longer run. Nothing that
 * is typed is read as an operator. Null when there is nothing to look for. Where an index has more columns than one,
 * put a column filter before it: `text : (…)`.
 */
export function matchOf(mask: string): string | null {
  const words = plainWordsOf(mask);
  if (words) return words.map((word) => `"${word}"*`).join(' AND ') || null;
  return wordsOf(mask).map(phraseOf).join(' AND ') || null;
}

/** The folded words of a mask, or null where it holds more than usual letters: then a word may be several tokens. */
export function plainWordsOf(mask: string): string[] | null {
  return PLAIN_TEXT.test(mask) ? foldPlainText(mask).split(' ').filter(Boolean) : null;
}

/**
 * A text as a key by whose plain comparison names stand in the order of their alphabets: folded, with the Ukrainian
 * and Russian letters that Unicode put outside the alphabet's row back where they belong.
 */
export function orderOf(text: string): string {
  return fold(text).replace(OUT_OF_ROW, (letter) => PLACES[letter] ?? letter);
}

/** A part of a word: a run of a script without spaces, or anything else. */
interface Piece {
  run: boolean;
  text: string;
}

/**
 * Texts for which a short way leads to the same: ASCII, the Cyrillic letters that Unicode has whole, and what people
 * quote, dash and apostrophise with.
 */
const PLAIN_TEXT = /^[\0-\x7f\u0400-\u045f\u0490\u0491\u2013\u2014\u2018\u2019\u201c-\u201e\u02bc«»]*$/;

/** NFKC would part it into a space and an accent. The last four are how apostrophes are typed for want of one. */
const APOSTROPHES = /['\u2019\u02bc\uff07\u2018\u02bb`\u00b4]/g;

/** Joiners, soft hyphens, direction marks, ways to draw an emoji, and the Arabic line that stretches a word. */
const UNSEEN = /[\p{Cf}\p{Variation_Selector}\p{Emoji_Modifier}\u0640]/gu;

const LATIN_OR_GREEK_WITH_MARKS = /([\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu;

/** Accents, stress, and the vowel points that readers of Hebrew and Arabic leave out; other scripts' marks spell. */
const OPTIONAL_MARKS =
  /[\p{Script=Inherited}\p{Script=Common}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]/u;
const MARKS = /\p{M}/gu;

/** Letters that Unicode does not part into a base and a mark though people type the base for them. */
const PLAIN: Record<string, string> = {
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
const PLAIN_LETTERS = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');

/** A word, the two letters of a flag, or one picture. */
const WORDS = /[\p{L}\p{M}\p{N}]+|\p{Regional_Indicator}{2}|\p{Extended_Pictographic}/gu;

const SPACELESS = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('');
const PIECES = new RegExp(`([${SPACELESS}]+)|[^${SPACELESS}]+`, 'gu');

/** What `unicode61` takes for a gap between words: marks, pictures, and a few letters newer than its tables. */
const GAPS = /[\p{M}\p{Extended_Pictographic}\p{Regional_Indicator}\u19b0-\u19c9\u1cf2\u1cf3]/gu;

/** After every word that goes on with an ordinary letter. */
const LAST = '\uffff';
const PLACES: Record<string, string> = {
  ґ: `г${LAST}`,
  є: `е${LAST}`,
  ё: `е${LAST}`,
  і: `и${LAST}`,
  ї: `и${LAST}${LAST}`,
};
const OUT_OF_ROW = new RegExp(`[${Object.keys(PLACES).join('')}]`, 'g');

function foldPlainText(text: string): string {
  return text
    .toLowerCase()
    .replace(/['`\u2018\u2019\u02bc]/g, '')
    .replace(/[^a-z0-9\u0430-\u045f\u0491]+/g, ' ')
    .trim();
}

function wordsOf(text: string): Piece[][] {
  const plain = limitCombiningMarks(text.replace(APOSTROPHES, ''))
    .normalize('NFKC')
    .toLowerCase()
    .replace(UNSEEN, '')
    .normalize('NFD')
    .replace(LATIN_OR_GREEK_WITH_MARKS, '$1')
    .normalize('NFC')
    .replace(MARKS, (mark) => (OPTIONAL_MARKS.test(mark) ? '' : mark))
    .replace(PLAIN_LETTERS, (letter) => PLAIN[letter] ?? letter);
  return (plain.match(WORDS) ?? []).map(piecesOf);
}

function piecesOf(word: string): Piece[] {
  return [...word.matchAll(PIECES)].map(([text, run]) => ({
    run: run !== undefined,
    text: text.replace(GAPS, privateUse),
  }));
}

/** Each character with the one after it; `ended` runs have their last one alone at the end. */
function pairsOf(run: string, ended: boolean): string[] {
  const characters = [...run];
  const pairs = characters.slice(1).map((character, index) => `${characters[index]}${character}`);
  return ended ? [...pairs, ...characters.slice(-1)] : pairs;
}

/** One typed word: its last piece may go on in the text, the others are there as they were typed. */
function phraseOf(word: Piece[]): string {
  const tokens = word.flatMap((piece, index) => {
    if (!piece.run) return piece.text;
    const open = index === word.length - 1 && [...piece.text].length > 1;
    return pairsOf(piece.text, !open);
  });
  return `"${tokens.join(' ')}"*`;
}

/** A character of the private use planes that stands for one which the tokenizer would drop. */
function privateUse(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return String.fromCodePoint((code > 0xffff ? 0x100000 : 0xf0000) + (code & 0xffff));
}
