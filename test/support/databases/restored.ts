import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { saveJournal } from '../../../electron/backup/app-restore/journal';

/** Makes a data folder look as after a restore that can be undone. `now` is in Unix seconds. */
export function pretendRestored(data: string, now: number): void {
  const aside = 'before-restore-pretended';
  mkdirSync(join(data, aside), { recursive: true });
  writeFileSync(join(data, aside, 'courtyard.db'), '');
  saveJournal(data, {
    phase: 'done',
    kind: 'restore',
    outcome: 'restored',
    from: join(data, 'backups', 'pretended'),
    made: now - 60,
    requested: now,
    missing: 0,
    aside,
    ended: now,
    reason: '',
  });
}
