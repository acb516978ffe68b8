// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { NewcomerSettings } from '../../../../renderer/settings/community/newcomers.svelte';
import { Community, DialogModel } from '../../../../shared/contract/records';
import { fakeHost } from '../../../support/hosts/fake-host';
import { recordOf } from '../../record-of';
import { openPage } from '../page';

beforeEach(openPage);

test('a changed setting is marked as saved, a created group is not', async () => {
  const settings = new NewcomerSettings();
  fakeHost.answer('dialogs.createCommons', () => recordOf(DialogModel, { ID: 5 }));
  fakeHost.answer('community.get', () => recordOf(Community, { Commons: 5 }));
  await settings.createCommons();
  expect(settings.noteOf('commons')).toEqual({ saved: undefined, error: undefined });
  fakeHost.answer('community.update', () => recordOf(Community, { DailyCoins: 10 }));
  await settings.change('dailyCoins', 10);
  expect(settings.noteOf('dailyCoins')).toEqual({ saved: 'Saved', error: undefined });
});
