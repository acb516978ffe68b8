import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * `node electron/run.ts COMMAND [FLAGS]`: builds, then is that command itself. npm tells a signal only to what it has
 * started: a shell that ran one after the other would end by SIGTERM and leave the command running. Hence, too, the `exec`
 * before it in package.json.
 */
const [command = ''] = process.argv.splice(2, 1);
const root = join(import.meta.dirname, '..');

// stdout belongs to the command: what the build has to say goes to stderr.
const build = spawnSync('npm run --silent build', { cwd: root, shell: true, stdio: ['ignore', 2, 2] });
if (build.status === 0) await import(pathToFileURL(join(root, 'out', 'main', `${command}.js`)).href);
else process.exitCode = 1;
