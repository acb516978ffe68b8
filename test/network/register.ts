import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Loaded before a process of a test (`node --import`): resolves imports without file extensions, and those that the
 * build replaces by values, such as paths of workers.
 */
registerHooks({
  resolve: (specifier, context, next) => {
    if (!specifier.startsWith('.') || context.parentURL?.includes('/node_modules/')) {
      return next(specifier, context);
    }
    const [file = '', query] = specifier.split('?');
    const path = () => fileURLToPath(new URL(file, context.parentURL));
    if (query === 'modulePath') return moduleOf(`export default ${JSON.stringify(`${path()}.ts`)}`);
    if (file.endsWith('.json')) {
      const values = JSON.parse(readFileSync(path(), 'utf8')) as object;
      const names = Object.entries(values).filter(([, value]) => typeof value === 'string');
      return moduleOf(
        names.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`).join(''),
      );
    }
    // Asking the disk is much cheaper than a failed resolution, and each process of a test resolves hundreds of
    // imports.
    const end = ['.ts', '/index.ts'].find((end) => existsSync(`${path()}${end}`)) ?? '';
    return next(`${specifier}${end}`, context);
  },
});

function moduleOf(source: string) {
  return { url: `data:text/javascript,${encodeURIComponent(source)}`, shortCircuit: true };
}
