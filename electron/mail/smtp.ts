import { toMessage } from './nodemailer-message';
import { isRejectedForGood } from './smtp-failures';
import type { MailTransport } from './transport';

/** Mail transport that uses an SMTP server. */
export function createSmtpTransport(url: string, from: string): MailTransport {
  const opening = openTransport(url);
  return {
    keepsDelivered: false,
    forget: () => Promise.resolve(),
    deliver: async (letter) => {
      try {
        const transport = await opening;
        await transport.sendMail(toMessage(letter, from));
        return true;
      } catch (error) {
        if (isRejectedForGood(error)) return false;
        throw error;
      }
    },
    close: () => void opening.then((transport) => transport.close()),
  };
}

async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
