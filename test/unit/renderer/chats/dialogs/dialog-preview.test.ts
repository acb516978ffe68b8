// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { lastText } from '../../../../../renderer/chats/dialogs/dialog-preview';
import { DialogModel, MessageModel } from '../../../../../shared/contract/records';
import { recordOf } from '../../../record-of';
import { ME, openPage } from '../../page';

beforeEach(openPage);

const OTHER = ME + 1;
const author = (ID: number) => recordOf(MessageModel.shape.Author, { ID, Name: 'Taras' });

test.each([
  ['private', OTHER, ME, 'You:'],
  ['private', OTHER, OTHER, undefined],
  ['group', OTHER, OTHER, 'Taras:'],
  // Everything there is one's own.
  ['private', ME, ME, undefined],
] as const)('in a %s chat with %i the last message of %i is told as that of %s', (Type, dude, by, who) => {
  const dialog = recordOf(DialogModel, { Type, DialogDude: Type === 'private' ? author(dude) : null });
  const message = recordOf(MessageModel, { Type: 'message', Text: 'Ladder', Author: author(by) });
  expect(lastText(dialog, message)).toEqual({ text: 'Ladder', ...(who && { who }) });
});
