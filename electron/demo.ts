import envPaths from 'env-paths';
import { join } from 'node:path';
import { chosenCommand } from './commands/chosen-command';
import { serveUntilStopped } from './commands/hosting-commands';
import { findDemo, createDemo, type DemoSignIn } from './demo/community';
import { restrictNewFiles } from './private-files';
import { loadSettings, printedInstead, type Settings } from './settings/settings';
import { printError, printLine } from './commands/terminal';
import { startErrorOf } from './commands/start-error';

/**
 * The command `npm run demo [-- --fresh FLAGS]`: creates a demo community in a folder of its own, prints who can sign
 * in to it, and serves it. An existing one is served as it is; `--fresh` recreates it. FLAGS are those of `npm run
 * serve`. The folder is still named `courtyard-practice`, so that existing demos are found.
 */
async function main(): Promise<void> {
  restrictNewFiles();
  const given = process.argv.slice(2);
  const printed = printedInstead(given, [['--fresh', 'recreate the demo community']]);
  if (printed !== null) return printLine(printed);
  const argv = given.filter((flag) => flag !== '--fresh');
  const data = envPaths('courtyard-practice', { suffix: '' }).data;
  const settings = loadSettings(argv, { COURTYARD_DATA: data, ...process.env });
  const pages = join(import.meta.dirname, '..', 'renderer');
  const command = chosenCommand(settings, pages);
  const people = await findOrCreate(settings, argv.length < given.length);
  if (people === null) return;
  if (command) return command();
  await serveUntilStopped(settings, pages, () => people.forEach(printSignIn));
}

/**
 * Who can sign in to the demo community of the data folder, which is created if missing; null if creating was
 * cancelled.
 */
async function findOrCreate(
  { data, demoMessages: messages }: Settings,
  isFresh: boolean,
): Promise<DemoSignIn[] | null> {
  const people = findDemo(data);
  if (people && !isFresh) return people;
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  for (const signal of SIGNALS) process.on(signal, onSignal);
  printError(`Creating a demo community of thirty people in ${data}. This takes half a minute.`);
  let nextReport = 0;
  try {
    return await createDemo({
      data,
      messages,
      signal: stop.signal,
      onProgress: ({ share, daysAgo }) => {
        if (share < nextReport) return;
        nextReport = share + 0.1;
        printError(`${String(Math.round(share * 100)).padStart(3)} %  ${formatDaysAgo(daysAgo)}`);
      },
    });
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    printError('Stopped. Nothing was created.');
    return null;
  } finally {
    for (const signal of SIGNALS) process.off(signal, onSignal);
  }
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

function formatDaysAgo(daysAgo: number): string {
  if (daysAgo < 1) return 'today';
  return daysAgo === 1 ? 'yesterday' : `${daysAgo} days ago`;
}

function printSignIn({ role, name, email, password }: DemoSignIn): void {
  const who = role === 'owner' ? `${name}, the owner,` : `${name}, a member,`;
  printLine(`${who} signs in with ${email} and the password ${password}`);
}

main().catch((error: unknown) => {
  printError(startErrorOf(error));
  process.exitCode = 1;
});
