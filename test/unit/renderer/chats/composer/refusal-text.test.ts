// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { refusalText } from '../../../../../renderer/chats/composer/refusal-text';
import { DialogModel, UserModel } from '../../../../../shared/contract/records';
import { toAuthor } from '../../../../../shared/people';
import { recordOf } from '../../../record-of';
import { ME, openPage } from '../../page';

beforeEach(openPage);

const withPerson = (fields: Partial<UserModel>) =>
  recordOf(DialogModel, {
    Type: 'private',
    DialogDude: toAuthor(recordOf(UserModel, { ID: ME + 1, Name: 'Olena', ...fields })),
  });

test.each([
  [withPerson({}), 'Olena doesn’t accept messages from you.'],
  [withPerson({ Deleted: true }), 'This account was deleted, so it can’t receive messages.'],
  [recordOf(DialogModel, { Type: 'channel' }), 'Only admins can post here.'],
  [recordOf(DialogModel, { Type: 'group' }), 'You don’t have permission to do this.'],
])('a message without permission names the reason (%#)', (dialog, text) => {
  expect(refusalText('access_denied', dialog)).toBe(text);
});

test('other refusals keep their own reason', () => {
  expect(refusalText('too_large', withPerson({}))).not.toMatch(/accept|permission/);
  expect(refusalText(undefined, withPerson({}))).toBe('');
});
