import type { SendMailOptions } from 'nodemailer';
import type { StoredMail } from './transport';

/** Converts a message for nodemailer. Quoted-printable keeps codes in it readable in the file. */
export function toMessage(mail: StoredMail, from: string): SendMailOptions {
  return {
    from,
    to: { name: '', address: mail.recipient },
    subject: mail.subject,
    text: mail.body,
    textEncoding: 'quoted-printable',
    date: new Date(mail.created_at * 1000),
    messageId: `<${mail.id}@courtyard>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
