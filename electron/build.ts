import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Builds the program in a project folder if its sources have changed since the last build, so that a host that is
 * restarted does not wait for it. Returns false if the build fails; its output is on stderr.
 */
export function buildIfChanged(root: string): boolean {
  // Every build empties this folder, so the file is gone after a build of another command, whole or not.
  const stamp = join(root, 'out', 'main', 'built-from');
  const sources = fingerprint(root);
  if (storedFingerprint(stamp) === sources) return true;
  rmSync(stamp, { force: true });
  process.stderr.write('Building Courtyard. This can take a minute.\n');
  // stdout belongs to the command that needs the build.
  const build = spawnSync('npm run --silent build', { cwd: root, shell: true, stdio: ['ignore', 2, 2] });
  if (build.status !== 0) return false;
  writeFileSync(stamp, sources);
  return true;
}

/** Identifies the sources by the path, size and time of each file, without reading any of them. */
function fingerprint(root: string): string {
  const hash = createHash('sha256').update(process.version);
  for (const path of sourcesOf(root).toSorted()) {
    const { size, mtimeMs } = statSync(join(root, path));
    hash.update(`${path}\n${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/** Returns the paths of all source files, and of the build settings and the lock file in the project folder. */
function sourcesOf(root: string): string[] {
  const sources = SOURCE_FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? [join(entry.parentPath, entry.name).slice(root.length + 1)] : [],
    ),
  );
  const settings = readdirSync(root).filter((name) => /\.(js|json|ts)$/.test(name));
  return [...sources, ...settings];
}

const SOURCE_FOLDERS = ['electron', 'renderer', 'shared'];

function storedFingerprint(stamp: string): string | null {
  try {
    return readFileSync(stamp, 'utf8');
  } catch {
    return null;
  }
}
