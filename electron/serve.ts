import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { destination, pino, type Logger } from 'pino';
import { serve } from './server';
import { openService } from './service';
import { loadSettings, SettingsError, usage, type Settings } from './settings';

/**
 * The command `npm run serve`: the service for browsers and programs, without a window. On stdout goes the ready line
 * and, while nobody owns the community, the set-up link; logs go to stderr. Exits 0 when told to stop, 1 when it
 * cannot begin.
 */
async function main(): Promise<void> {
  const argv = process.argv.slice(2);
  if (argv.includes('--help')) return say(usage());
  const settings = loadSettings(argv, process.env);
  const logger = pino({ level: settings.log }, destination({ dest: 2, sync: true }));
  if (settings.resetOwner) await resetOwner(settings, logger);
  else await run(settings, logger);
}

main().catch((error: unknown) => {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exitCode = 1;
});

async function run(settings: Settings, logger: Logger): Promise<void> {
  const stop = untilStopped();
  const pages = join(import.meta.dirname, '..', 'renderer');
  const served = await serve(settings, { logger, ...(existsSync(pages) && { pages }) });
  say(`Courtyard is ready at ${served.url}`);
  if (served.setupUrl !== null) say(`Set it up at ${served.setupUrl}`);
  logger.info({ signal: await stop }, 'stopping');
  await served.close();
  logger.info('stopped');
  process.exit(0);
}

async function resetOwner(settings: Settings, logger: Logger): Promise<void> {
  const service = await openService({ data: settings.data, settings, logger });
  try {
    const { Code, Expires } = await service.resetOwner();
    say(
      `The owner may choose a new password with the code ${Code} until ${new Date(Expires * 1000).toISOString()}.`,
    );
  } finally {
    await service.close();
  }
}

/** A second signal while it stops changes nothing: stopping has its own limit of time. */
function untilStopped(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    process.on('SIGTERM', resolve);
    process.on('SIGINT', resolve);
  });
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function sentenceOf(error: unknown): string {
  if (error instanceof SettingsError) return error.message;
  const { code, message, port, address } = error as NodeJS.ErrnoException & {
    port?: number;
    address?: string;
  };
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${address} is taken: choose another with --port, or 0 for a free one.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `This machine has no address ${address ?? ''} to listen on.`;
  if (code === 'EACCES')
    return `Not allowed to use ${address === undefined ? 'the data folder' : `port ${port}`}: ${message}.`;
  return message;
}
