import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'electron-vite';
import { readFileSync, statSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join, resolve } from 'node:path';
import { policyOf, SECURITY_HEADERS } from './electron/doors/security-headers';
import type { Plugin } from 'vite';
import { endpointOf, names } from './shared/contract';
import { routeKeys } from './shared/contract/addresses';
import { routesOf } from './shared/contract/endpoint';
import { splitRoute } from './shared/contract/http-routes';

const at = (path: string) => resolve(import.meta.dirname, path);

/** Hides plugin timing warnings, which appear on slow machines and say nothing about the build. */
const QUIET = { checks: { pluginTimings: false } };

/** The service that the pages of `npm run dev` connect to. */
const service = process.env['COURTYARD_DEV_SERVICE'] ?? 'http://127.0.0.1:8700';

export default defineConfig({
  main: {
    plugins: [httpAlone()],
    build: {
      outDir: 'out/main',
      sourcemap: true,
      // Left external, these two packages would open 350 files at each start.
      externalizeDeps: { exclude: ['kysely', 'zod'] },
      rollupOptions: {
        ...QUIET,
        input: {
          main: at('electron/main.ts'),
          serve: at('electron/serve.ts'),
          start: at('electron/start.ts'),
          demo: at('electron/demo.ts'),
          'demo-thread': at('electron/demo/demo-thread.ts'),
          'standby-process': at('electron/desktop/standby/standby-process.ts'),
          // For third-party programs; nothing in this project runs it.
          client: at('shared/client.ts'),
        },
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: 'parts/[name]-[hash].js',
          // The scripts stay in memory as long as the process, with two bytes a character if any is beyond Latin-1.
          charset: 'ascii',
          comments: { jsdoc: false },
        },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      externalizeDeps: false,
      rollupOptions: {
        ...QUIET,
        input: { preload: at('electron/preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: at('renderer'),
    plugins: [
      svelte({ configFile: at('svelte.config.js') }),
      staticIcons(),
      tableOfAddresses(),
      firstPaint(),
    ],
    build: {
      outDir: at('out/renderer'),
      minify: true,
      // Not only the Chromium of the desktop window: Safari still wants some properties with its prefix.
      target: 'es2024',
      cssTarget: ['chrome120', 'firefox128', 'safari17.4'],
      rollupOptions: {
        ...QUIET,
        input: { index: at('renderer/index.html') },
        output: {
          chunkFileNames: ({ name }) => `assets/${shortName(name)}.js`,
          assetFileNames: ({ names: [name = ''] }) => `assets/${shortName(name)}[extname]`,
          codeSplitting: {
            // A few large files compress better than hundreds of small ones. Each group also takes what its modules
            // import.
            groups: [
              { name: 'start', tags: ['$initial'], priority: 3 },
              { name: 'entrances', test: /\/welcome\/Entrances\.svelte$/, entriesAware: true, priority: 2 },
              { name: 'shell', test: /\/views\/Shell\.svelte$/, priority: 1 },
            ],
          },
        },
        // A list of exports alone makes nothing part of the first load; only what is imported through it does.
        treeshake: { moduleSideEffects: [{ test: /\/renderer\/\w+\/index\.ts$/, sideEffects: false }] },
      },
    },
    server: {
      host: '127.0.0.1',
      headers: {
        ...SECURITY_HEADERS,
        // Hot reload uses a WebSocket of another origin than the pages.
        'content-security-policy': policyOf({
          'script-src': "'self'",
          'connect-src': "'self' ws://127.0.0.1:*",
        }),
      },
      proxy: { [callsOfContract()]: { target: service, ws: true, changeOrigin: true, bypass: ownFile } },
    },
  },
});

/** Without the name of a shared part: that lists all that use it, which is most of some files that name the part. */
function shortName(name: string): string {
  return name.includes('~') ? '[hash]' : '[name]-[hash]';
}

/**
 * Takes `node:http` without importing it: an import reads all that it exports, among them `WebSocket`, for which Node
 * loads its HTTP client undici. Nothing here uses that, and it takes 3 MB of memory.
 */
function httpAlone(): Plugin {
  return {
    name: 'http-alone',
    renderChunk: (code) => ({
      code: code.replace(
        /^import \{ (.+) \} from "node:http";$/m,
        (_, names: string) =>
          `const { ${names.replaceAll(' as ', ': ')} } = process.getBuiltinModule("node:http");`,
      ),
      // Every line stays where it was.
      map: null,
    }),
  };
}

/** Directional icons, which right-to-left text mirrors; those that represent time are not. */
const MIRRORED = new Set([
  'arrow-left',
  'arrow-right',
  'chevron-left',
  'chevron-right',
  'external-link',
  'forward',
  'log-out',
  'reply',
  'send',
  'send-horizontal',
]);

/**
 * Compiles each icon to a component of its own, whose shapes are part of its template. The package makes them one by
 * one at run time, which took a tenth of all script when a chat was opened. Of the properties there, only `fill`
 * remains; base.css has the others.
 */
function staticIcons(): Plugin {
  return {
    name: 'static-icons',
    enforce: 'pre',
    load(id) {
      if (!/\/@lucide\/svelte\/dist\/icons\/[\w-]+\.svelte$/.test(id)) return undefined;
      const data = /const iconData = (\{.*\});/.exec(readFileSync(id, 'utf8'))?.[1];
      if (data === undefined) throw new Error(`No icon was found in ${id}.`);
      const { name, node } = JSON.parse(data) as { name: string; node: [string, Record<string, string>][] };
      const shapes = node.map(([tag, attributes]) => {
        const list = Object.entries(attributes).map(([key, value]) => `${key}="${value}"`);
        return `<${tag} ${list.join(' ')} />`;
      });
      return `<script>let { fill = 'none' } = $props();</script>
        <svg class="${MIRRORED.has(name) ? 'lucide mirrored' : 'lucide'}" viewBox="0 0 24 24" {fill} aria-hidden="true">${shapes.join('')}</svg>`;
    },
  };
}

/** Replaces shared/contract/addresses.ts with a table of all routes, which imports nothing else of the contract. */
function tableOfAddresses(): Plugin {
  const table = names.map((name) => {
    const endpoint = endpointOf(name);
    return [name, Object.fromEntries(routeKeys.map((key) => [key, endpoint[key]]))];
  });
  const code = `const table = ${JSON.stringify(Object.fromEntries(table))};
    export const callRoute = (name) => table[name];`;
  return {
    name: 'table-of-addresses',
    enforce: 'pre',
    load: (id) => (id === at('shared/contract/addresses.ts') ? code : undefined),
  };
}

/**
 * Lets the first paint wait for no styles, which `applyStyles` in main.ts then applies, and preloads what the scripts
 * would ask for next: the letters, and for signed-in people, by first.js, the shell with its styles.
 */
function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const files = Object.values(bundle);
        const shell = files.find((file) => file.type === 'chunk' && file.name === 'shell');
        if (shell?.type !== 'chunk') throw new Error('the pages have no shell');
        const letters = files.filter(({ fileName }) => fileName.includes('inter-latin-wght-normal'));
        const styles = files.filter(({ fileName }) => html.includes(fileName) && fileName.endsWith('.css'));
        const chunks = [shell.fileName, ...shell.imports].filter((file) => !html.includes(file));
        const link = (kind: string) => (file: string) => `    <link ${kind} crossorigin href="./${file}">\n`;
        const now = [
          ...styles.map(({ fileName }) => fileName).map(link('rel="preload" as="style"')),
          ...letters.map(({ fileName }) => fileName).map(link('rel="preload" as="font"')),
        ];
        const forSignedIn = [
          ...chunks.map(link('rel="modulepreload"')),
          ...[...(shell.viteMetadata?.importedCss ?? [])].map(link('rel="preload" as="style"')),
        ];
        const first = '    <script src="./first.js"></script>\n';
        if (!html.includes(first)) throw new Error('the pages have no first script');
        return html
          .replaceAll('<link rel="stylesheet"', '<link rel="stylesheet" media="not all"')
          .replace(
            first,
            () => `${now.join('')}    <template>\n${forSignedIn.join('')}    </template>\n${first}`,
          );
      },
    },
  };
}

/** Returns a regular expression, as text, that matches the first path segments of all routes of the service. */
function callsOfContract(): string {
  const words = new Set(['ws', 'health', 'openapi\\.json', 'docs', 'content', 'uploads', '\\.well-known']);
  for (const name of names) {
    for (const { route } of routesOf(endpointOf(name))) words.add(splitRoute(route).path.split('/')[1] ?? '');
  }
  return `^/(${[...words].join('|')})([/?]|$)`;
}

/** A source file of the pages can share its path with a route of the service: /people/People.svelte, /people/{user}. */
function ownFile({ url = '/' }: IncomingMessage): string | undefined {
  const path = join(at('renderer'), new URL(url, 'http://pages').pathname);
  return statSync(path, { throwIfNoEntry: false })?.isFile() ? url : undefined;
}
