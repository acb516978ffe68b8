import { objectStorageOf } from '../object-storage';
import { SettingsError, type Settings } from '../settings/settings';
import { printLine } from '../commands/terminal';
import { exportData } from './export-data';
import { importData, type TransferOptions, type TransferResult } from './import-data';
import type { OnProgress } from './rows';

/** Moves the community of a data folder into the PostgreSQL database of the settings, and prints how far it is. */
export async function importCommunity(settings: Settings, from: string): Promise<void> {
  const url = requireDatabase(settings, 'import');
  const result = await importData(from, optionsOf(settings, url));
  printResult(result);
  printLine(`The community is in the database now. Don't host it from ${from} any more.`);
}

/** Moves the community of the PostgreSQL database of the settings into a new data folder. */
export async function exportCommunity(settings: Settings, to: string): Promise<void> {
  const url = requireDatabase(settings, 'export');
  const result = await exportData(to, optionsOf(settings, url));
  printResult(result);
  printLine(`The community is in ${to} now. Don't host it from the database any more.`);
}

function optionsOf(settings: Settings, url: string): TransferOptions {
  const storage = objectStorageOf(settings);
  return { url, contentFolder: settings.data, storage, onProgress: progressPrinter() };
}

function requireDatabase({ database }: Settings, command: string): string {
  if (database === null)
    throw new SettingsError(`Name the PostgreSQL database with --database to ${command}.`);
  return database;
}

/** Prints each table once it is done, and large ones now and then before. */
function progressPrinter(): OnProgress {
  let next = STEP;
  return (table, done, isComplete) => {
    if (table === 'search') return printLine('Building the search index ...');
    if (isComplete) {
      next = STEP;
      printLine(`${table}: ${done} rows`);
    } else if (done >= next) {
      next += STEP;
      printLine(`${table}: ${done} rows so far`);
    }
  };
}

const STEP = 100_000;

function printResult({ tables, contents }: TransferResult): void {
  printLine(`${tables} tables were copied and compared, and ${contents} stored contents.`);
}
