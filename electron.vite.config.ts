import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'electron-vite';
import { resolve } from 'node:path';

const at = (path: string) => resolve(import.meta.dirname, path);

/** Where `npm run dev` finds the service that the hot-reloaded pages talk to. */
const service = process.env['COURTYARD_DEV_SERVICE'] ?? 'http://127.0.0.1:8700';

export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      sourcemap: true,
      externalizeDeps: true,
      rollupOptions: {
        input: {
          main: at('electron/main.ts'),
          serve: at('electron/serve.ts'),
          start: at('electron/start.ts'),
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      externalizeDeps: false,
      rollupOptions: {
        input: { preload: at('electron/preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: at('renderer'),
    plugins: [svelte({ configFile: at('svelte.config.js') })],
    build: {
      outDir: at('out/renderer'),
      rollupOptions: { input: { index: at('renderer/index.html') } },
    },
    server: {
      proxy: {
        '^/(?!src|@|node_modules|.*\\.(ts|svelte|css|html|woff2)).+': {
          target: service,
          ws: true,
          changeOrigin: true,
        },
      },
    },
  },
});
