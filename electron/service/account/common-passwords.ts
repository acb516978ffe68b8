import { invalid } from '../../../shared/errors';
import { LIMITS } from '../../../shared/limits';

/** Throws `validation_error` for a field if its password is among the most common ones, which attackers guess first. */
export async function rejectCommonPassword(field: string, password: string): Promise<void> {
  const common = await (passwords ??= load());
  if (common.has(password.toLowerCase())) throw invalid(field, 'is too common; choose another password');
}

let passwords: Promise<ReadonlySet<string>> | undefined;

/** Loads the list with the first new password; most runs never need it. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter(({ length }) => length >= LIMITS.passwordMin));
}
