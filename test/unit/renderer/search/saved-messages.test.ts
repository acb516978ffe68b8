// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { Chats } from '../../../../renderer/chats/dialogs/own-chats.svelte';
import { language } from '../../../../renderer/i18n/index.svelte';
import { dialogHit, messageHit } from '../../../../renderer/search/results/hits';
import { DialogModel, MessageModel } from '../../../../shared/contract/records';
import { fakeHost } from '../../../support/hosts/fake-host';
import { recordOf } from '../../record-of';
import { ME, openPage } from '../page';

beforeEach(openPage);

const person = (ID: number) => recordOf(MessageModel.shape.Author, { ID, Name: 'Taras', Surname: 'Bilyk' });
const chatWith = (ID: number, other: number) =>
  recordOf(DialogModel, { ID, Type: 'private', Member: true, DialogDude: person(other) });
const writtenIn = (dialog: number) =>
  recordOf(MessageModel, {
    Author: person(ME),
    Dialog: { ID: dialog, Type: 'private', Name: 'Taras Bilyk', Avatar: 0 },
  });

test.each(['en', 'uk'] as const)(
  'names the saved messages as the list of chats does, in %s',
  async (code) => {
    await language.choose(code);
    const title = { en: 'Saved messages', uk: 'Збережене' }[code];
    const [saved, other] = [chatWith(20, ME), chatWith(21, 5)];
    fakeHost.answer('dialogs.list', () => [saved, other]);
    const chats = new Chats(ME);
    await expect.poll(() => chats.dialogs.state).toBe('ready');
    expect(messageHit(writtenIn(20), '')).toMatchObject({ title, place: '', picture: { name: title } });
    expect(dialogHit(saved)).toMatchObject({ title, picture: { name: title } });
    // A namesake is another person.
    expect(messageHit(writtenIn(21), '').place).toContain('Taras Bilyk');
    expect(dialogHit(other).title).toBe('Taras Bilyk');
    chats.close();
  },
);
