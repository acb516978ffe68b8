// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { Chats } from '../../../../../renderer/chats/dialogs/own-chats.svelte';
import { Screen } from '../../../../../renderer/chats/screen.svelte';
import { DialogModel } from '../../../../../shared/contract/records';
import { fakeHost } from '../../../../support/hosts/fake-host';
import { recordOf } from '../../../record-of';
import { ME, openPage } from '../../page';

const [YARD, STREET] = [1, 2].map((ID) => recordOf(DialogModel, { ID })) as [DialogModel, DialogModel];

beforeEach(openPage);
afterEach(() => vi.unstubAllGlobals());

function begin(): Chats {
  fakeHost.answer('dialogs.list', () => []);
  const chats = new Chats(ME);
  onTestFinished(() => chats.close());
  return chats;
}

const resizeTo = (width: 'wide' | 'narrow') => vi.stubGlobal('innerWidth', width === 'wide' ? 1280 : 1080);

const shownBy = (screen: Screen) => [YARD, STREET].map((dialog) => screen.hasPanel(dialog));

test('the side panel stays open in every chat, and in a narrow window where it was opened', () => {
  const chats = begin();
  const screen = new Screen(chats);
  resizeTo('wide');
  screen.showPanel(YARD, true);
  expect(shownBy(screen)).toEqual([true, true]);
  resizeTo('narrow');
  expect(shownBy(screen)).toEqual([true, false]);
  // Another view was open in between.
  expect(shownBy(new Screen(chats))).toEqual([true, false]);
  resizeTo('wide');
  expect(shownBy(screen)).toEqual([true, true]);
  screen.showPanel(STREET, false);
  expect(shownBy(screen)).toEqual([false, false]);
});

test('after a restart, the side panel covers no messages', () => {
  new Screen(begin()).showPanel(YARD, true);
  const screen = new Screen(begin());
  resizeTo('narrow');
  expect(shownBy(screen)).toEqual([false, false]);
  resizeTo('wide');
  expect(shownBy(screen)).toEqual([true, true]);
});
