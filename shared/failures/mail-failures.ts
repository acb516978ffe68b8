/**
 * Why the mail server takes no emails: `unreachable`, `encryption` (no secure connection, as with a wrong certificate),
 * `sign_in` (it refuses the name or password), `sender` (it refuses the sender), `busy` (it asks to wait), `failed` (it
 * answers something else), or `refused`: it refused a single email, for its recipient or text, and may take others.
 */
export const MAIL_FAILURES = [
  'unreachable',
  'encryption',
  'sign_in',
  'sender',
  'busy',
  'failed',
  'refused',
] as const;
export type MailFailure = (typeof MAIL_FAILURES)[number];
