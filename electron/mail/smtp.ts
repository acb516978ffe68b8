import type { Way } from './mailer';
import { messageOf } from './message';

/** Sends letters through a mail server. */
export function openSmtp(url: string, from: string): Way {
  const opening = openTransport(url);
  return {
    keeps: false,
    forget: () => Promise.resolve(),
    deliver: async (letter) => {
      try {
        const transport = await opening;
        await transport.sendMail(messageOf(letter, from));
        return true;
      } catch (error) {
        if (isForGood(error)) return false;
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

/** The server's answer to this recipient or message was 5xx (RFC 5321, 4.2.1): the same letter will never go. */
function isForGood(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || !('responseCode' in error)) return false;
  return (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') && Number(error.responseCode) >= 500;
}
