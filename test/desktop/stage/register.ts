import { registerHooks } from 'node:module';

/** Loaded before the program (`node --import`): resolves the module `electron` to the stand-in. */
const standIn = new URL('./electron.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: standIn, shortCircuit: true } : next(specifier, context),
});

// An installed application is started without the path of a script.
if (process.env['STAGE_PACKAGED'] === '1') process.argv.splice(1, 1);
