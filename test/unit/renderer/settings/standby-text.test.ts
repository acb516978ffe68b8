// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { standbyText } from '../../../../renderer/settings/standby/standby-text';
import type { StandbyUse } from '../../../../renderer/settings/standby/standby.svelte';
import { openPage } from '../page';

beforeEach(openPage);

const text = (part: Partial<StandbyUse>) =>
  standbyText({
    ...{ State: 'in_step', Name: 'box', Behind: 0, Seen: 0, Durable: 0, Problem: '', Unreadable: 0 },
    ...{ Wait: false, WaitSuspended: false },
    Witness: { State: 'none', Name: '', Seen: 0, Automatic: false },
    Backups: { On: false, LastGood: 0, Overdue: false, Failure: '' },
    Successor: null,
    ByDatabase: false,
    ...part,
  });

test('a standby that lacks files is shown with a warning, and is not said to be up to date', () => {
  expect(text({})).toEqual({ label: 'Up to date', tone: 'ok', text: 'It has everything.' });
  const { label, tone, text: sentence } = text({ Unreadable: 2 });
  expect([label, tone]).toEqual(['Files missing', 'warn']);
  expect(sentence).toContain('2 files');
});

test('a disk problem is told before the state, until the standby is in step', () => {
  expect(text({ State: 'behind', Problem: 'disk_full' })).toMatchObject({
    label: 'Disk full',
    tone: 'danger',
  });
  expect(text({ State: 'behind' })).toMatchObject({ label: 'Catching up', tone: 'warn' });
  expect(text({ Problem: 'disk_full' })).toMatchObject({ label: 'Up to date', tone: 'ok' });
});

test('without a standby there is no label', () => {
  expect(text({ State: 'none' }).label).toBeNull();
  expect(text({ State: 'gone', Seen: 0 })).toMatchObject({ label: 'Offline', tone: 'danger' });
});
