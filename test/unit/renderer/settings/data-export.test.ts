// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { language } from '../../../../renderer/i18n/index.svelte';
import { exportData } from '../../../../renderer/settings/account/data-export';
import type { Output } from '../../../../shared/contract';
import { AppError } from '../../../../shared/errors';
import { fakeHost } from '../../../support/hosts/fake-host';
import { openPage } from '../page';

// What the desktop app answers once the file is saved.
const saved = { Saved: true } as unknown as Output<'account.export'>;
const zoned = (timeZone: string) =>
  vi
    .spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
    .mockReturnValue({ timeZone } as Intl.ResolvedDateTimeFormatOptions);

beforeEach(openPage);

test('an export is in the language and the time zone of the device', async () => {
  zoned('Europe/Kyiv');
  await language.choose('uk');
  fakeHost.answer('account.export', () => saved);
  expect(await exportData()).toBe(true);
  expect(fakeHost.inputsOf('account.export')).toEqual([{ lang: 'uk', timeZone: 'Europe/Kyiv' }]);
});

test('an export is in UTC if the host does not know the time zone', async () => {
  zoned('Mars/Base');
  fakeHost.answer('account.export', ({ timeZone }) => {
    if (timeZone === 'Mars/Base')
      throw new AppError('validation_error', undefined, { fields: { timeZone: 'x' } });
    return saved;
  });
  expect(await exportData()).toBe(true);
  expect(fakeHost.inputsOf('account.export').map(({ timeZone }) => timeZone)).toEqual(['Mars/Base', 'UTC']);
});

test('an export that the host refuses for another reason is not tried again', async () => {
  zoned('Europe/Kyiv');
  fakeHost.answer('account.export', () => {
    throw new AppError('rate_limit_exceeded');
  });
  await expect(exportData()).rejects.toMatchObject({ code: 'rate_limit_exceeded' });
  expect(fakeHost.inputsOf('account.export')).toHaveLength(1);
});
