import { isolatedName } from '../../shared/characters/names-in-text';

/**
 * Returns the texts of a language with functions that isolate the names given to them: a name written from right to
 * left leaves the order of the words around it as it is.
 */
export function withIsolatedNames<Texts extends object>(texts: Texts): Texts {
  const made = known.get(texts) ?? isolating(texts);
  known.set(texts, made);
  return made as Texts;
}

/** What was returned for each, so that it is made once. */
const known = new WeakMap<object, unknown>();

function isolating(content: unknown): unknown {
  if (typeof content === 'function')
    return (...given: unknown[]): unknown => content(...given.map(isolatedNames));
  if (Array.isArray(content) || typeof content !== 'object' || content === null) return content;
  return Object.fromEntries(Object.entries(content).map(([key, value]) => [key, isolating(value)] as const));
}

/** Isolates an argument, or each of a list, if it is a text. */
function isolatedNames(given: unknown): unknown {
  if (typeof given === 'string') return isolatedName(given);
  return Array.isArray(given) ? given.map(isolatedNames) : given;
}
