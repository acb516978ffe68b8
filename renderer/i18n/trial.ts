import { en, type Messages } from './en';

/**
 * The words of English as they would run in a language that is written from the right: what an interface does with such a
 * language can be seen and read by whoever speaks none. Names, numbers and what else is put into a message stay as they are.
 */
export function trialText(): Messages {
  return turned(en) as Messages;
}

/** Words, or a list, group or function of words. */
function turned(content: unknown): unknown {
  if (typeof content === 'string') return turnedText(content);
  if (typeof content === 'function') {
    return (...given: unknown[]) => turnedText(String(content(...given)), given.filter(isText));
  }
  if (Array.isArray(content)) return content.map(turned);
  return Object.fromEntries(
    Object.entries(content as object).map(([key, value]) => [key, turned(value)] as const),
  );
}

/** The words turned round, but for the parts to keep. */
function turnedText(text: string, kept: string[] = []): string {
  // Of two that begin alike, the longer one is found.
  const [part] = kept.filter((one) => text.includes(one)).sort((one, other) => other.length - one.length);
  if (!part) return text.replace(WORD, `${TURNED}$&${TURNED_END}`);
  return text
    .split(part)
    .map((piece) => turnedText(piece, kept))
    .join(`${ISOLATED}${part}${ISOLATED_END}`);
}

/** Letters, with what may stand inside of a word. */
const WORD = /(?<![\p{M}’'-])[\p{M}’'-]*\p{L}[\p{L}\p{M}’'-]*/gu;
/** Says that the text is written from the right, then turns its letters round, as Unicode's algorithm has it. */
const TURNED = '\u200F\u202E';
const TURNED_END = '\u202C\u200F';
/** A name of another script must not turn what stands beside it. */
const ISOLATED = '\u2068';
const ISOLATED_END = '\u2069';

function isText(given: unknown): given is string {
  return typeof given === 'string' && given !== '';
}
