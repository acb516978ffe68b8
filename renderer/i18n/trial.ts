import { en, type Messages } from './en';
import { enHosting, type HostingMessages } from './en-hosting';

/**
 * Returns the English texts reversed as in a right-to-left language, so that developers who know no such language can
 * test the layout. Names, numbers and other message parameters are not reversed.
 */
export function trialText(): Messages {
  return turned(en) as Messages;
}

/** The same for the texts about hosting a community. */
export function trialHostingText(): HostingMessages {
  return turned(enHosting) as HostingMessages;
}

/** Reverses a text, or every text in a list, group or message function. */
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

/** Reverses a text except for the parts in `kept`. */
function turnedText(text: string, kept: string[] = []): string {
  // If one part is a prefix of another, match the longer one.
  const [part] = kept.filter((one) => text.includes(one)).sort((one, other) => other.length - one.length);
  if (!part) return text.replace(WORD, `${TURNED}$&${TURNED_END}`);
  return text
    .split(part)
    .map((piece) => turnedText(piece, kept))
    .join(`${ISOLATED}${part}${ISOLATED_END}`);
}

/** Letters, with marks, apostrophes and hyphens inside a word. */
const WORD = /(?<![\p{M}’'-])[\p{M}’'-]*\p{L}[\p{L}\p{M}’'-]*/gu;
/** Marks the text as right-to-left, then overrides the direction of its letters (Unicode Bidirectional Algorithm). */
const TURNED = '\u200F\u202E';
const TURNED_END = '\u202C\u200F';
/** Isolates a name in another script, so that it does not affect the direction of the surrounding text. */
const ISOLATED = '\u2068';
const ISOLATED_END = '\u2069';

function isText(given: unknown): given is string {
  return typeof given === 'string' && given !== '';
}
