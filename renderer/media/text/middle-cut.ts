import { hasRightToLeft } from '../../../shared/characters/names-in-text';

/** How many characters at the end stay visible: a file extension and a little before it. */
const TAIL_LENGTH = 10;

/**
 * Splits a long name in two, so that its ending stays visible where there is no room for all of it. With right-to-left
 * letters the ending is only the extension: the halves of a word would be shown in another order.
 */
export function middleCut(text: string): { head: string; tail: string } {
  const letters = Array.from(segmenter.segment(text), ({ segment }) => segment);
  const end = letters.length - TAIL_LENGTH;
  if (end <= TAIL_LENGTH) return { head: text, tail: '' };
  const dot = letters.lastIndexOf('.');
  const at = hasRightToLeft(text) ? (dot >= end ? dot : letters.length) : end;
  return { head: letters.slice(0, at).join(''), tail: letters.slice(at).join('') };
}

/** Splits between the characters that a person sees: an emoji of several code points is one. */
const segmenter = new Intl.Segmenter();
