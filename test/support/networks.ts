import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Installs the programs that simulate several networked machines, if they are missing and can be used here. */
export function provideNetworks(): void {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  if (runs('ip', '-V') && runs('nft', '--version')) return;
  process.stderr.write('Installing iproute2 and nftables, to test in networks of several machines ...\n');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const words of [['update'], ['install', '-y', '--no-install-recommends', 'iproute2', 'nftables']]) {
    spawnSync('apt-get', ['-qq', ...words], { stdio: 'ignore', timeout: 300_000, env });
  }
}

/** Returns why several networked machines can't be simulated here; "" if they can. */
export function obstacleToNetworks(): string {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'needs root on Linux';
  const name = `cy-try-${process.pid}`;
  if (!runs('ip', 'netns', 'add', name)) return 'needs iproute2 and the right to make networks';
  const isFiltered = runs('ip', 'netns', 'exec', name, 'nft', 'list', 'ruleset');
  runs('ip', 'netns', 'del', name);
  return isFiltered ? '' : 'needs nftables';
}

function runs(command: string, ...words: string[]): boolean {
  return spawnSync(command, words, { stdio: 'ignore', timeout: 30_000 }).status === 0;
}
