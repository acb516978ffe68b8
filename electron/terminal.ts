import { destination, pino, type Logger } from 'pino';
import { SettingsError, type Settings } from './settings';

/** Writes one line to stdout, which holds nothing but what a command answers. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Writes one line to stderr. */
export function note(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** The log of a command, on stderr. */
export function createLogger({ log }: Pick<Settings, 'log'>): Logger {
  return pino({ level: log }, destination({ dest: 2, sync: true }));
}

/** Says in one sentence why it cannot begin. */
export function sentenceOf(error: unknown): string {
  if (error instanceof SettingsError) return error.message;
  const { code, message, port, address } = error as NodeJS.ErrnoException & {
    port?: number;
    address?: string;
  };
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${address} is already in use. Choose another one with --port, or 0 for any free port.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `This machine has no address ${address ?? ''} to listen on.`;
  if (code === 'EACCES')
    return `Not allowed to use ${address === undefined ? 'the data folder' : `port ${port}`}: ${message}.`;
  return message;
}
