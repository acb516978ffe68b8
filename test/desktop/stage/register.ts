import { registerHooks } from 'node:module';

/** Loaded before the program (`node --import`): from here on the module `electron` is the stand-in. */
const standIn = new URL('./electron.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: standIn, shortCircuit: true } : next(specifier, context),
});

// An installed application is started by itself: no script is named to it.
if (process.env['STAGE_PACKAGED'] === '1') process.argv.splice(1, 1);
