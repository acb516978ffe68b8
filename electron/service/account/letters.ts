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

/** To somebody who forgot the password. */
export function resetLetter(to: string, community: string, code: string): Mail {
  return letter(
    to,
    `A new password for ${community}`,
    `This code lets you choose a new password in ${community}.`,
    code,
  );
}

/** To an address that somebody wants to be reached at from now on. */
export function addressLetter(to: string, community: string, code: string): Mail {
  return letter(
    to,
    `Your new address in ${community}`,
    `This code confirms that your account in ${community} is to be reached at this address.`,
    code,
  );
}

function letter(to: string, subject: string, sentence: string, code: string): Mail {
  const minutes = LIFETIMES.code / 60;
  const text = [
    sentence,
    `Code: ${code}`,
    `It is good once and for ${minutes} minutes. If you did not ask for it, ignore this letter: nothing will change.`,
  ].join('\n\n');
  return { to, subject, text: `${text}\n` };
}
