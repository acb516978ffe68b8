import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { destination, pino, type Logger } from 'pino';
import type { Settings } from '../settings/settings';

/** Writes a line to stdout, which contains only the answers of commands. */
export function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Writes a line to stderr. */
export function printError(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Asks a question in the terminal and returns the answer, which isn't shown; null without a terminal. */
export async function askSecret(question: string): Promise<string | null> {
  if (!process.stdin.isTTY) return null;
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const input = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await input.question('');
  } finally {
    input.close();
    process.stderr.write('\n');
  }
}

/** Where a command says what it did, and asks for what it needs. */
export interface CommandOutput {
  print: (line: string) => void;
  /** Asks for a secret; null if it isn't given. */
  askSecret: (question: string) => Promise<string | null>;
}

/** The terminal in which a command was started. */
export const terminal: CommandOutput = { print: printLine, askSecret };

/** Creates the log of a command, on stderr. */
export function createLogger({ log }: Pick<Settings, 'log'>): Logger {
  return pino({ level: log }, destination({ dest: 2, sync: true }));
}
