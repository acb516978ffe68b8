import { LIMITS } from '../../../shared/limits';
import { isTag } from '../../../shared/contract/tags';
import { withoutTrailing } from '../../../shared/characters/trailing';
import type { ReadContext } from '../context';
import { findPersonByLink } from './queries';

/** Returns a tag made from a name in any script; it may be taken. */
export async function tagFromName(name: string): Promise<string> {
  // Loaded when someone registers, because the tables of all scripts take half a megabyte.
  const { default: transliterate } = await import('any-ascii');
  const tag = transliterate(name)
    .toLowerCase()
    .replace(/['`]/g, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+/, '')
    .slice(0, LIMITS.tagMax);
  return tag === '' ? FALLBACK : withoutTrailing(tag, /_/).padEnd(LIMITS.tagMin, '_');
}

/** Returns a tag if it is free, otherwise with the first number that makes it free. */
export async function findFreeTag(ctx: ReadContext, tag: string): Promise<string> {
  for (let number = 1; number < MAX_TRIES; number++) {
    const candidate = withNumber(tag, number);
    if (isTag(candidate) && !(await findPersonByLink(ctx.db, candidate))) return candidate;
  }
  return '';
}

function withNumber(tag: string, number: number): string {
  if (number === 1) return tag;
  return `${tag.slice(0, LIMITS.tagMax - String(number).length)}${number}`;
}

/** The tag of a name without letters or digits of any script. */
const FALLBACK = 'member';
/** After so many taken tags, a person starts without one. */
const MAX_TRIES = 10_000;
