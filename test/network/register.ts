import { registerHooks } from 'node:module';

/** Loaded before a guest's process (`node --import`): resolves imports without file extensions. */
registerHooks({
  resolve: (specifier, context, next) => {
    if (!specifier.startsWith('.')) return next(specifier, context);
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
