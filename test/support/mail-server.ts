import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';
import { untilThere } from './waiting';

export interface ReceivedMail {
  to: string[];
  text: string;
}

export interface MailServerOptions {
  /** The code that refuses a recipient; undefined accepts it. */
  refuse?: (to: string) => number | undefined;
  /** The code that refuses every sender; undefined accepts them. */
  refuseSender?: () => number | undefined;
  /** A free one by default. */
  port?: number;
}

/** Opens a mail server on loopback that stores what it receives. It is closed when the test ends. */
export async function mailServer({ refuse, refuseSender, port: wanted = 0 }: MailServerOptions = {}) {
  const received: ReceivedMail[] = [];
  const answer = (code: number | undefined, done: (error?: Error) => void) =>
    code === undefined ? done() : done(Object.assign(new Error('not today'), { responseCode: code }));
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_address, _session, done) => answer(refuseSender?.(), done),
    onRcptTo: (address, _session, done) => answer(refuse?.(address.address), done),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
      stream.on('end', () => {
        received.push({
          to: session.envelope.rcptTo.map((address) => address.address),
          text: Buffer.concat(chunks).toString(),
        });
        done();
      });
    },
  });
  const listening = server.listen(wanted, '127.0.0.1');
  await untilThere(() => listening.address());
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  const { port } = listening.address() as { port: number };
  return { url: `smtp://127.0.0.1:${port}`, received };
}
