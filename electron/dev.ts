import { resolveConfig } from 'electron-vite';
import envPaths from 'env-paths';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createListener, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createServer, mergeConfig } from 'vite';
import { buildIfChanged } from './build.ts';
import { electronFolder, fetchBinary, findBinary } from './desktop/program/electron-binary.ts';
import { runElectron } from './desktop/program/run-electron.ts';

/**
 * The command `npm run dev [-- [--desktop] FLAGS]`: serves the pages with hot reload, in the browser over a service
 * of its own or in the desktop window. FLAGS are those of `npm run serve`; its data is separate unless they name a
 * folder. COURTYARD_DEV_SERVICE names a running service to use instead. Prints the same lines as `npm run serve`.
 */
async function main(argv: string[]): Promise<void> {
  const service = process.env['COURTYARD_DEV_SERVICE'];
  if (service) {
    const pages = await servePages();
    printLine(`Courtyard is ready at ${pages.url}`);
    return;
  }
  process.env['COURTYARD_DATA'] ??= envPaths('courtyard-dev', { suffix: '' }).data;
  if (!buildIfChanged(root)) process.exit(1);
  const flags = argv.filter((flag) => flag !== '--desktop');
  await (flags.length < argv.length ? serveWithWindow(flags) : serveWithService(flags));
}

const root = join(import.meta.dirname, '..');

/** Prints the service's lines with the URL of the pages instead of its own. */
async function serveWithService(flags: string[]): Promise<void> {
  const program = spawn(process.execPath, [join(root, 'out/main/serve.js'), '--port', '0', ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(program, 'exit') as Promise<[number | null]>;
  onEndingSignal(() => program.kill());
  let pages: Pages | undefined;
  for await (const line of createInterface({ input: program.stdout })) {
    const service = /^Courtyard is ready at (\S+)$/.exec(line)?.[1];
    if (service) {
      process.env['COURTYARD_DEV_SERVICE'] = service;
      pages = await servePages();
    }
    printLine(pages ? line.replace(ADDRESS, pages.url) : line);
  }
  process.exitCode = (await ended)[0] ?? 1;
}

const ADDRESS = /http:\/\/[^/\s]+/;

async function serveWithWindow(flags: string[]): Promise<void> {
  const folder = electronFolder();
  const binary = folder && (findBinary(folder) ?? (await fetchBinary(folder, FETCH_LIMIT_MS)));
  if (!binary)
    throw new Error('The Electron binary could not be downloaded. Try again with: npx install-electron');
  const pages = await servePages();
  const { code } = await runElectron(binary, [root, ...flags], { COURTYARD_DEV_PAGES: pages.url });
  await pages.close();
  process.exitCode = code;
}

const FETCH_LIMIT_MS = 300_000;

interface Pages {
  url: string;
  close: () => Promise<void>;
}

/** Runs Vite with the configuration of electron.vite.config.ts; other requests are proxied to the service. */
async function servePages(): Promise<Pages> {
  const { config } = await resolveConfig({ root, logLevel: 'warn' }, 'serve', 'development');
  const port = await freePort(DEFAULT_PORT).catch(() => freePort(0));
  const listeners = process.listeners('SIGTERM');
  const server = await createServer(
    mergeConfig(config?.renderer ?? {}, {
      server: {
        port,
        strictPort: true,
        // The window's pages have a custom scheme, whose host is no network host.
        ws: { protocol: 'ws', host: '127.0.0.1', clientPort: port },
      },
    }),
  );
  // Vite's own handler would end the process before the service has stopped.
  for (const listener of process.listeners('SIGTERM'))
    if (!listeners.includes(listener)) process.off('SIGTERM', listener);
  onEndingSignal(() => void server.close());
  await server.listen();
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

const DEFAULT_PORT = 5173;

async function freePort(wanted: number): Promise<number> {
  const listener = createListener().listen(wanted, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  listener.close();
  await once(listener, 'close');
  return port;
}

function onEndingSignal(callback: () => void): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, callback);
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
});
