import { limitCombiningMarks } from '../../../shared/characters/combining-marks';

/** A piece of a text; `isHit` if it matches the query. */
export interface TextPiece {
  text: string;
  isHit: boolean;
}

/** Splits a text at the matches: words that start with a word of the query, ignoring case and accents. */
export function marksIn(text: string, query: string): TextPiece[] {
  const wanted = wordsOf(query);
  if (wanted.length === 0) return [{ text, isHit: false }];
  const pieces: TextPiece[] = [];
  let from = 0;
  for (const { at, end } of hitsIn(text, wanted)) {
    if (at < from) continue;
    if (at > from) pieces.push({ text: text.slice(from, at), isHit: false });
    pieces.push({ text: text.slice(at, end), isHit: true });
    from = end;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), isHit: false });
  return pieces;
}

/** Returns a text from shortly before its first hit, with an ellipsis if the beginning is cut off. */
export function around(text: string, query: string): string {
  const [first] = hitsIn(text, wordsOf(query));
  if (!first || first.at <= LEAD) return text;
  const space = text.indexOf(' ', first.at - LEAD);
  return `…${text.slice(space >= 0 && space < first.at ? space + 1 : first.at)}`;
}

/** Maximum number of characters before the first hit. */
const LEAD = 40;

function* hitsIn(text: string, wanted: readonly string[]): Generator<{ at: number; end: number }> {
  for (const found of text.matchAll(WORD)) {
    const at = found.index;
    const word = bare(found[0]);
    const length = Math.max(0, ...wanted.filter((one) => word.startsWith(one)).map((one) => one.length));
    if (length > 0) yield { at, end: at + lengthOf(found[0], length) };
    else if (SPACELESS.test(found[0])) yield* within(found[0], at, wanted);
  }
}

/** Finds matches anywhere in a run of text, for scripts that don't separate words with spaces. */
function* within(run: string, at: number, wanted: readonly string[]): Generator<{ at: number; end: number }> {
  const lower = run.toLowerCase();
  for (const one of wanted) {
    const place = lower.indexOf(one);
    if (place >= 0) yield { at: at + place, end: at + place + one.length };
  }
}

function wordsOf(query: string): string[] {
  return [...query.matchAll(WORD)].map(([word]) => bare(word)).filter(Boolean);
}

/** Normalizes a word for comparison: й and ї stay distinct letters, é becomes e, під’їзд becomes підїзд. */
function bare(word: string): string {
  return limitCombiningMarks(word)
    .normalize('NFD')
    .replace(/(?<=[a-zα-ω])\p{M}+/giu, '')
    .normalize('NFC')
    .replace(/['’ʼ]/g, '')
    .toLowerCase();
}

/** Returns how many characters of the original word correspond to `compared` characters of its normalized form. */
function lengthOf(word: string, compared: number): number {
  let [length, sum] = [0, 0];
  for (const [letter] of word.matchAll(LETTER)) {
    if (sum >= compared) break;
    length += letter.length;
    sum += bare(letter).length;
  }
  return length;
}

const WORD = /[\p{L}\p{N}\p{M}]+(?:['’ʼ][\p{L}\p{N}\p{M}]+)*/gu;
/** A character with its combining marks, or a Korean syllable written in parts. */
const LETTER = /(?:[^\p{M}]|^)[\p{M}\u1160-\u11ff]*/gu;
const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
