// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import type { preferences } from '../../../../renderer/settings/device/preferences.svelte';
import { alerts, session } from '../../../../renderer/api';
import { theme } from '../../../../renderer/ui';
import { AppError } from '../../../../shared/errors';
import { fakeHost } from '../../../support/hosts/fake-host';
import { heldAnswer, openPage } from '../page';

type Preferences = typeof preferences;
let page: Preferences;

/** As a reload does: only what is stored on the device is known. */
async function reload(): Promise<Preferences> {
  vi.resetModules();
  // The modules that it shares with this test stay the same ones.
  vi.doMock('../../../../renderer/api', () => api);
  vi.doMock('../../../../renderer/ui', () => ui);
  ({ preferences: page } = await import('../../../../renderer/settings/device/preferences.svelte'));
  return page;
}
const api = await import('../../../../renderer/api');
const ui = await import('../../../../renderer/ui');

beforeEach(async () => {
  await openPage();
  theme.choice = 'system';
  theme.accent = 'brick';
  await reload();
});

test('a choice applies at once and is stored with the account', async () => {
  const answer = heldAnswer<Record<string, string>>();
  fakeHost.answer('account.updatePreferences', answer.handler);
  const saving = page.set('accent', 'moss');
  expect(theme.accent).toBe('moss');
  expect(page.savedKey).toBeNull();
  answer.give({});
  await saving;
  expect(page.savedKey).toBe('accent');
  expect(fakeHost.inputsOf('account.updatePreferences')).toEqual([{ accent: 'moss' }]);
});

test('a choice that could not be sent yet is kept when another device changes the same', async () => {
  fakeHost.answer('account.updatePreferences', () => {
    throw new AppError('access_denied');
  });
  await page.set('accent', 'moss');
  fakeHost.answer('account.preferences', () => ({ accent: 'plum', theme: 'dark' }));
  await page.sync();
  expect([theme.accent, theme.choice]).toEqual(['moss', 'dark']);
  fakeHost.answer('account.updatePreferences', () => ({}));
  fakeHost.answer('account.preferences', () => ({ accent: 'moss', theme: 'dark' }));
  await page.sync();
  expect(fakeHost.inputsOf('account.updatePreferences').at(-1)).toEqual({ accent: 'moss' });
});

test('a rejected choice applies on this device, and is sent again at the next start', async () => {
  fakeHost.answer('account.updatePreferences', () => {
    throw new AppError('access_denied');
  });
  await page.set('accent', 'moss');
  expect(theme.accent).toBe('moss');
  expect(page.failed).toBe('accent');
  expect(page.savedKey).toBeNull();

  await reload();
  fakeHost.answer('account.updatePreferences', () => ({}));
  fakeHost.answer('account.preferences', () => ({ accent: 'moss' }));
  await page.sync();
  expect(fakeHost.inputsOf('account.updatePreferences')).toEqual([{ accent: 'moss' }, { accent: 'moss' }]);
  await reload();
  await page.sync();
  expect(fakeHost.inputsOf('account.updatePreferences')).toHaveLength(2);
});

test('choices of other devices apply at the next start, except unknown values', async () => {
  fakeHost.answer('account.preferences', () => ({ theme: 'dark', accent: 'neon', other: 'thing' }));
  await page.sync();
  expect(theme.choice).toBe('dark');
  expect(theme.accent).toBe('brick');
});

test('a choice on this device is not replaced by an older value of the account', async () => {
  fakeHost.answer('account.preferences', () => ({ theme: 'dark' }));
  await page.sync();
  theme.choice = 'light';
  await page.sync();
  expect(theme.choice).toBe('light');
});

test('quiet hours are taken from the account if they are valid', async () => {
  const hours = { isOn: true, days: [1], from: 0, to: 0, except: [7] };
  fakeHost.answer('account.preferences', () => ({ quietHours: hours }));
  await page.sync();
  expect(alerts.quietHours).toEqual(hours);
  fakeHost.answer('account.preferences', () => ({ quietHours: 'always' }));
  await page.sync();
  expect(alerts.quietHours).toEqual(hours);
});

test('unsent choices of one person are not sent for the next one', async () => {
  fakeHost.answer('account.updatePreferences', () => {
    throw new AppError('access_denied');
  });
  await page.set('accent', 'plum');
  session.begin({ token: 'another', id: 2 });
  await reload();
  fakeHost.answer('account.preferences', () => ({}));
  await page.sync();
  expect(fakeHost.inputsOf('account.updatePreferences')).toHaveLength(1);
});
