// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { Finder } from '../../../../../renderer/chats/dialogs/finder.svelte';
import { UserModel } from '../../../../../shared/contract/records';
import { AppError } from '../../../../../shared/errors';
import { fakeHost } from '../../../../support/hosts/fake-host';
import { recordOf } from '../../../record-of';
import { openPage, settled } from '../../page';

beforeEach(openPage);

test('a search that fails shows nothing of the one before, and can be tried again', async () => {
  const finder = new Finder();
  fakeHost.answer('dialogs.find', () => []);
  finder.query = 'ann';
  const answer = (...ids: number[]) =>
    fakeHost.answer('people.find', () => ids.map((ID) => recordOf(UserModel, { ID })));
  const found = async () => {
    finder.begin();
    await settled();
    return [finder.state, finder.people.map(({ ID }) => ID)];
  };
  answer(5, 6);
  expect(await found()).toEqual(['done', [5, 6]]);
  fakeHost.answer('people.find', () => {
    throw new AppError('server_error');
  });
  expect(await found()).toEqual(['failed', []]);
  answer(6);
  expect(await found()).toEqual(['done', [6]]);
});
