import { readFileSync } from 'node:fs';

/** Names used between the page's main and isolated code; the page's own scripts see neither. */
export const POST = '__stage_post__';
export const HEAR = 'stage.hear';

/**
 * Returns the preload script as a page runs it: once, in the main frame, before the page's own scripts, with the
 * `electron` module of a sandboxed preload script and nothing else of Node.
 */
export function preloadScript(path: string): string {
  return `(${runPreload.toString()})(${JSON.stringify({ POST, HEAR })}, (require, module, exports) => {
${readFileSync(path, 'utf8')}
});`;
}

/** Runs in the page, so it can't use anything of this module. */
function runPreload(
  names: { POST: string; HEAR: string },
  preload: (require: (name: string) => unknown, module: object, exports: object) => void,
): void {
  type Post = (message: unknown) => Promise<{ value?: unknown; error?: string }>;
  type Listener = (event: object, ...values: unknown[]) => void;
  const page = window as unknown as Record<string | symbol, unknown>;
  const post = page[names.POST] as Post;
  delete page[names.POST];
  if (window.top !== window) return;

  const listeners = new Map<string, Set<Listener>>();
  Object.defineProperty(page, Symbol.for(names.HEAR), {
    value: (channel: string, values: unknown[]) => {
      for (const listener of [...(listeners.get(channel) ?? [])]) listener({}, ...values);
    },
  });

  const electron = {
    contextBridge: {
      exposeInMainWorld: (name: string, api: object) =>
        Object.defineProperty(page, name, { value: Object.freeze({ ...api }), enumerable: true }),
    },
    ipcRenderer: {
      invoke: async (channel: string, ...values: unknown[]) => {
        const { value, error } = await post({ kind: 'invoke', channel, values: structuredClone(values) });
        if (error !== undefined) throw new Error(error);
        return value;
      },
      send: (channel: string, ...values: unknown[]) =>
        void post({ kind: 'send', channel, values: structuredClone(values) }),
      on: (channel: string, listener: Listener) => {
        if (!listeners.has(channel)) listeners.set(channel, new Set());
        listeners.get(channel)?.add(listener);
      },
      off: (channel: string, listener: Listener) => listeners.get(channel)?.delete(listener),
    },
  };
  const require = (name: string) => {
    if (name === 'electron') return electron;
    throw new Error(`module not found: ${name}`);
  };
  preload(require, { exports: {} }, {});
}
