import { join } from 'node:path';
import { removeWitness, repair, resetOwner, restore, verify } from './commands';
import { promote, serveUntilStopped, standby, witness } from './hosting-commands';
import { restrictNewFiles } from './private-files';
import { loadSettings, usage } from './settings';
import { printError, printLine, startErrorOf } from './terminal';

/**
 * The command `npm run serve`: the service for browsers and programs, without a window. Logs go to stderr. Exits with
 * 0 when stopped, 1 if it cannot start.
 */
async function main(): Promise<void> {
  restrictNewFiles();
  const argv = process.argv.slice(2);
  if (argv.includes('--help')) return printLine(usage());
  const settings = loadSettings(argv, process.env);
  if (settings.resetOwner) return resetOwner(settings);
  if (settings.verify) return verify(settings);
  if (settings.repair) return repair(settings);
  if (settings.restore !== null) return restore(settings, settings.restore);
  if (settings.removeWitness) return removeWitness(settings);
  const transfer = () => import('./transfer/commands');
  if (settings.import !== null) return (await transfer()).importCommunity(settings, settings.import);
  if (settings.export !== null) return (await transfer()).exportCommunity(settings, settings.export);
  if (settings.witness !== null) return witness(settings, settings.witness);
  const pages = join(import.meta.dirname, '..', 'renderer');
  if (settings.standby !== null) return standby(settings, settings.standby, pages);
  if (settings.promote) await promote(settings);
  await serveUntilStopped(settings, pages);
}

main().catch((error: unknown) => {
  printError(startErrorOf(error));
  process.exitCode = 1;
});
