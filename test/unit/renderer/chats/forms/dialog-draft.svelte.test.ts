// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { DialogDraft } from '../../../../../renderer/chats/forms/dialog-draft.svelte';
import { DialogModel } from '../../../../../shared/contract/records';
import { fakeHost } from '../../../../support/hosts/fake-host';
import { recordOf } from '../../../record-of';
import { openPage } from '../../page';

const GARDEN = recordOf(DialogModel, { ID: 5, Type: 'group', Name: 'Garden', Link: 'garden', Topic: 2 });

test('only what was changed is saved: another admin may have changed the rest', async () => {
  await openPage();
  fakeHost.answer('dialogs.update', () => ({ ok: true as const }));
  const draft = new DialogDraft(GARDEN);
  draft.description = 'Roses';
  draft.tag = ' @roses ';
  draft.topic = '3';
  await draft.save();
  expect(fakeHost.inputsOf('dialogs.update')).toEqual([
    { dialog_id: 5, description: 'Roses', link: 'roses', topic: 3 },
  ]);
});

test('nothing is sent if nothing was changed', async () => {
  await openPage();
  const draft = new DialogDraft(GARDEN);
  draft.tag = '@garden';
  draft.name = 'Yard';
  draft.name = 'Garden';
  await draft.save();
  expect(fakeHost.inputsOf('dialogs.update')).toEqual([]);
});
