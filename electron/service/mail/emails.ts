import { LIFETIMES } from '../../../shared/limits';
import type { Mail } from '../context';

/**
 * Texts of the emails that the service sends. They contain nothing that strangers typed, because anyone can have one
 * sent to anyone. The code has a line of its own: `Code: 12345678`.
 */

/** The email that confirms a registration. */
export function registrationEmail(to: string, community: string, code: string): Mail {
  return codeEmail(
    to,
    `Your code for ${community}`,
    `This code confirms your account in ${community}.`,
    code,
  );
}

/** The email with which a person resets their password. */
export function passwordResetEmail(to: string, community: string, code: string, person: number): Mail {
  const sentence = `Use this code to choose a new password in ${community}.`;
  return { ...codeEmail(to, `A new password for ${community}`, sentence, code), person };
}

/** The email that confirms a person's new address. */
export function emailChangeEmail(to: string, community: string, code: string, person: number): Mail {
  const sentence = `Use this code to confirm the email address of your account in ${community}.`;
  return { ...codeEmail(to, `Your new address in ${community}`, sentence, code), person };
}

/** Returns the code in an email; undefined if there is none. */
export function codeIn(text: string): string | undefined {
  return CODE_LINE.exec(text)?.[1];
}

/** Replaces the code in an email with dots. */
export function maskCode(text: string): string {
  return text.replace(CODE_LINE, (_line, code: string) => `Code: ${'•'.repeat(code.length)}`);
}

const CODE_LINE = /^Code: (\S+)$/m;

function codeEmail(to: string, subject: string, sentence: string, code: string): Mail {
  const minutes = LIFETIMES.code / 60;
  const text = [
    sentence,
    `Code: ${code}`,
    `The code is valid once, for ${minutes} minutes. If you didn’t ask for it, ignore this email: nothing will change.`,
  ].join('\n\n');
  return { to, subject, text: `${text}\n` };
}
