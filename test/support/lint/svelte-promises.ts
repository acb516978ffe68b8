import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';

// Looks for promises that nothing waits for in Svelte files, as `svelte-check --tsgo` has translated them. Every file
// is named, since oxlint skips folders that Git ignores.
const files = globSync('.svelte-check/svelte/**/++*.ts');
if (files.length === 0) throw new Error('No translated Svelte files: run svelte-check --tsgo first.');
const { status } = spawnSync('oxlint', files, { stdio: 'inherit', shell: process.platform === 'win32' });
process.exitCode = status ?? 1;
