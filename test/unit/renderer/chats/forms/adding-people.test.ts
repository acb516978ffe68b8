// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { addPeople } from '../../../../../renderer/chats/forms/adding-people';
import { UserModel } from '../../../../../shared/contract/records';
import { AppError, type ErrorCode } from '../../../../../shared/errors';
import { fakeHost } from '../../../../support/hosts/fake-host';
import { recordOf } from '../../../record-of';
import { openPage, toastTexts } from '../../page';

const GROUP = 10;

beforeEach(openPage);

/** Adds people of these names; `refusals` says why the host refuses some of them. */
function add(names: string[], refusals: Record<string, ErrorCode> = {}): Promise<number> {
  const people = names.map((Name, index) => recordOf(UserModel, { ID: index + 1, Name }));
  fakeHost.answer('dialogs.join', ({ user_id }) => {
    const refusal = refusals[names[Number(user_id) - 1] ?? ''];
    if (refusal) throw new AppError(refusal);
    return { ok: true };
  });
  return addPeople(GROUP, people);
}

test('adds everyone who can be added, and names those who cannot', async () => {
  const refusals = { Taras: 'access_denied', Iryna: 'access_denied', Bohdan: 'too_large' } as const;
  expect(await add(['Olena', 'Taras', 'Iryna', 'Bohdan'], refusals)).toBe(1);
  expect(fakeHost.inputsOf('dialogs.join')).toHaveLength(4);
  expect(toastTexts()).toEqual([
    'Couldn’t add Taras and Iryna. Send them an invitation instead.',
    expect.stringMatching(/^Bohdan: .*over the limit/),
  ]);
});

test('says nothing of those who are members already', async () => {
  expect(await add(['Olena', 'Taras'], { Taras: 'conflict' })).toBe(1);
  expect(toastTexts()).toEqual([]);
});
