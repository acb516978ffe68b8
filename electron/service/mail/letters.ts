import { LIFETIMES } from '../../../shared/limits';
import type { Mail } from '../context';

/**
 * What is mailed. The text says nothing that a stranger typed, since anybody can have it sent to anybody, and has its
 * code in a line of its own: `Code: 12345678`.
 */

/** To somebody who asks for an account. */
export function registrationLetter(to: string, community: string, code: string): Mail {
  return letter(to, `Your code for ${community}`, `This code confirms your account in ${community}.`, code);
}

/** To a person who forgot the password. */
export function resetLetter(to: string, community: string, code: string, person: number): Mail {
  const sentence = `This code lets you choose a new password in ${community}.`;
  return { ...letter(to, `A new password for ${community}`, sentence, code), person };
}

/** To the new address of a person who changes it. */
export function addressLetter(to: string, community: string, code: string, person: number): Mail {
  const sentence = `This code confirms that your account in ${community} is to be reached at this address.`;
  return { ...letter(to, `Your new address in ${community}`, sentence, code), person };
}

/** The code in the text of a letter; undefined where it has none. */
export function codeIn(text: string): string | undefined {
  return CODE_LINE.exec(text)?.[1];
}

/** The text of a letter with dots in place of its code. */
export function maskCode(text: string): string {
  return text.replace(CODE_LINE, (_line, code: string) => `Code: ${'•'.repeat(code.length)}`);
}

const CODE_LINE = /^Code: (\S+)$/m;

function letter(to: string, subject: string, sentence: string, code: string): Mail {
  const minutes = LIFETIMES.code / 60;
  const text = [
    sentence,
    `Code: ${code}`,
    `The code is valid once, for ${minutes} minutes. If you didn’t ask for it, ignore this email: nothing will change.`,
  ].join('\n\n');
  return { to, subject, text: `${text}\n` };
}
