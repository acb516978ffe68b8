import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfChanged } from './build.ts';

/**
 * `node electron/run.ts COMMAND [FLAGS]`: builds if the sources have changed, then runs the command in the same
 * process. npm signals only the process it started: a shell running both would exit on SIGTERM and leave the command
 * running. Therefore package.json uses `exec` too.
 */
const [command = ''] = process.argv.splice(2, 1);
const root = join(import.meta.dirname, '..');

if (buildIfChanged(root)) await import(pathToFileURL(join(root, 'out', 'main', `${command}.js`)).href);
else process.exitCode = 1;
