import { limitCombiningMarks } from '../../shared/combining-marks';

/** A piece of a text; `isHit` where the words that were looked for stand. */
export interface TextPiece {
  text: string;
  isHit: boolean;
}

/** Parts a text at the words that were looked for: where a word begins so, in any case and without regard to accents. */
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

/** The part of a long text in which the first hit stands, with an ellipsis where something is left out before it. */
export function around(text: string, query: string): string {
  const [first] = hitsIn(text, wordsOf(query));
  if (!first || first.at <= LEAD) return text;
  const space = text.indexOf(' ', first.at - LEAD);
  return `…${text.slice(space >= 0 && space < first.at ? space + 1 : first.at)}`;
}

/** How many characters stand before a hit at most. */
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

/** In scripts without spaces a word may begin anywhere. */
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

/** A word as it is compared: й and ї are letters of their own, é is e, під’їзд is підїзд. */
function bare(word: string): string {
  return limitCombiningMarks(word)
    .normalize('NFD')
    .replace(/(?<=[a-zα-ω])\p{M}+/giu, '')
    .normalize('NFC')
    .replace(/['’ʼ]/g, '')
    .toLowerCase();
}

/** How many characters of a word as it is written make so many of it as it is compared. */
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
/** A character with its marks, or a Korean syllable written in parts. */
const LETTER = /(?:[^\p{M}]|^)[\p{M}\u1160-\u11ff]*/gu;
const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
