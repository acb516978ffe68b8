import { registerHooks } from 'node:module';

/** Loaded before the program (`node --import`): from here on the module `electron` is the stand-in. */
const standIn = new URL('./electron.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: standIn, shortCircuit: true } : next(specifier, context),
});
