import type { SendMailOptions } from 'nodemailer';
import type { Letter } from './mailer';

/** A letter as nodemailer takes it. Its codes stay readable in the file: quoted-printable, never base64. */
export function messageOf(letter: Letter, from: string): SendMailOptions {
  return {
    from,
    to: { name: '', address: letter.recipient },
    subject: letter.subject,
    text: letter.body,
    textEncoding: 'quoted-printable',
    date: new Date(letter.created_at * 1000),
    messageId: `<${letter.id}@courtyard>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
