import { isDeepStrictEqual } from 'node:util';
import type { Name } from '../../shared/contract';
import { pickVersion, versionedEditOf, type Version } from '../../shared/contract/versions';
import { AppError, invalid } from '../../shared/errors';

/** Splits the input of an edit into what it changes and the version on which it is based, if it names one. */
export function splitVersion<Input>(name: Name, input: Input): { changes: Input; seen: Version | undefined } {
  if (!versionedEditOf(name)) return { changes: input, seen: undefined };
  const { ifVersion: seen, ...changes } = input as Input & { ifVersion?: Version };
  return { changes: changes as Input, seen };
}

/**
 * Returns the error with which an edit is refused because a value that it is based on was changed meanwhile, to
 * something other than what it sets; null if it can be done. Throws `validation_error` for keys that have no value
 * here.
 */
export async function findVersionConflict(
  name: Name,
  changes: Record<string, unknown>,
  seen: Version,
  read: (name: Name, input: unknown) => Promise<unknown>,
): Promise<AppError | null> {
  const versioned = versionedEditOf(name);
  if (!versioned) return null;
  const now = versioned.versionOf(await read(versioned.read, versioned.inputFor(changes)));
  for (const key of Object.keys(seen))
    if (!Object.hasOwn(now, key))
      throw invalid(`ifVersion.${key}`, 'is not a property that this call can change');
  const current = pickVersion(now, seen);
  const isChanged = Object.entries(current).some(
    ([key, value]) => !isDeepStrictEqual(value, seen[key]) && !isDeepStrictEqual(value, changes[key]),
  );
  return isChanged ? new AppError('version_conflict', undefined, { current }) : null;
}
