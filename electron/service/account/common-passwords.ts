import { invalid } from '../../../shared/errors';
import { LIMITS } from '../../../shared/limits';

/** Throws `validation_error` naming the field where a password is one of the commonest, which are guessed first. */
export async function refuseCommonPassword(field: string, password: string): Promise<void> {
  const common = await (passwords ??= load());
  if (common.has(password.toLowerCase())) throw invalid(field, 'is too common; choose another password');
}

let passwords: Promise<ReadonlySet<string>> | undefined;

/** Loaded with the first new password only, since a host rarely needs it. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter(({ length }) => length >= LIMITS.passwordMin));
}
