// @vitest-environment happy-dom
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { Chats } from '../../../../../renderer/chats/dialogs/own-chats.svelte';
import { ConversationActions } from '../../../../../renderer/chats/conversation/conversation-actions.svelte';
import { messageMenu } from '../../../../../renderer/chats/message/message-menu';
import { Screen } from '../../../../../renderer/chats/screen.svelte';
import { DialogModel, MessageModel } from '../../../../../shared/contract/records';
import { fakeHost } from '../../../../support/hosts/fake-host';
import { recordOf } from '../../../record-of';
import { ME, openPage } from '../../page';

beforeEach(openPage);

const group = recordOf(DialogModel, { ID: 10, Type: 'group', Member: true });

/** The labels of the menu of a message. */
function labelsOf(fields: Partial<MessageModel>, dialog = group): string[] {
  fakeHost.answer('dialogs.list', () => [dialog]);
  const chats = new Chats(ME);
  onTestFinished(() => chats.close());
  const actions = new ConversationActions(new Screen(chats), chats.open(dialog.ID));
  const items = messageMenu(actions, dialog, recordOf(MessageModel, { ID: 1, Type: 'message', ...fields }));
  return items.flatMap((item) => (item !== 'line' && 'label' in item ? [item.label] : []));
}

test('only a message with a text, or selected text, can be copied', () => {
  expect(labelsOf({ Text: 'Words' })).toContain('Copy');
  expect(labelsOf({ Text: '', Photos: [7] })).not.toContain('Copy');
  document.body.textContent = 'The name of a file';
  getSelection()?.selectAllChildren(document.body);
  expect(labelsOf({ Text: '', Photos: [7] })).toContain('Copy');
});

test('in a private chat with a deleted account, messages can only be read, copied, passed on and deleted', () => {
  const author = (fields: object) => recordOf(MessageModel.shape.Author, fields);
  const chatWith = (Deleted: 0 | 1) =>
    recordOf(DialogModel, {
      ...{ ID: 11, Type: 'private', Member: true },
      DialogDude: author({ ID: 5, Deleted }),
    });
  const own = { Text: 'Words', Author: author({ ID: ME }) };
  expect(labelsOf(own, chatWith(0))).toEqual(expect.arrayContaining(['Reply', 'Edit', 'Pin']));
  expect(labelsOf(own, chatWith(1))).toEqual(['Copy', 'Save', 'Forward', 'Select', 'Delete']);
});
