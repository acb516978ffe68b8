import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Loaded before a guest's process (`node --import`): resolves imports without file extensions, and the paths of modules that run
 * as threads.
 */
registerHooks({
  resolve: (specifier, context, next) => {
    if (!specifier.startsWith('.')) return next(specifier, context);
    if (specifier.endsWith(MODULE_PATH)) {
      const { url } = next(`${specifier.slice(0, -MODULE_PATH.length)}.ts`, context);
      const path = JSON.stringify(fileURLToPath(url));
      return { url: `data:text/javascript,export default ${encodeURIComponent(path)}`, shortCircuit: true };
    }
    for (const end of ['', '.ts', '/index.ts']) {
      try {
        return next(`${specifier}${end}`, context);
      } catch (error) {
        if (end === '/index.ts') throw error;
      }
    }
    return next(specifier, context);
  },
});

/** The ending of imports by which the bundler gives a module's path. */
const MODULE_PATH = '?modulePath';
