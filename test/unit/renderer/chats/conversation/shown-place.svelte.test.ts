// @vitest-environment happy-dom
import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { ShownPlace, type ChatPlace } from '../../../../../renderer/chats/conversation/shown-place.svelte';
import { PressedChat } from '../../../../../renderer/chats/conversation/pressed-chat.svelte';
import { Chats } from '../../../../../renderer/chats/dialogs/own-chats.svelte';
import { DialogModel, type MessageModel } from '../../../../../shared/contract/records';
import { fakeHost } from '../../../../support/hosts/fake-host';
import { recordOf } from '../../../record-of';
import { heldAnswer, ME, openPage, settled } from '../../page';

const [OLD, NEW] = [10, 11];
const placeOf = (dialogId: number | undefined, messageId?: number): ChatPlace => ({
  dialogId,
  messageId,
  threadId: undefined,
});

beforeEach(openPage);
afterEach(() => vi.useRealTimers());

/**
 * Two chats; `wanted` is the place of the address, `shown` the place on screen. Messages come when `give` is called.
 */
async function openScreen() {
  const held = heldAnswer<MessageModel[]>();
  fakeHost.answer('dialogs.list', () =>
    [OLD, NEW].map((ID) => recordOf(DialogModel, { ID, Type: 'group', Member: true })),
  );
  fakeHost.answer('dialogs.messages', held.handler);
  const chats = new Chats(ME);
  await settled();
  let wanted = $state.raw(placeOf(OLD));
  const pressed = new PressedChat(chats);
  let shown: ShownPlace | undefined;
  const stop = $effect.root(() => {
    shown = new ShownPlace(chats, pressed, () => wanted);
  });
  onTestFinished(() => {
    stop();
    pressed.end();
    chats.close();
  });
  return {
    go: (place: ChatPlace) => (wanted = place),
    shown: () => shown?.now.dialogId,
    press: (id: number) => pressed.press(id),
    built: () => shown?.built.map(({ dialogId }) => dialogId),
    isPressed: () => pressed.built !== undefined,
    give: held.give,
  };
}

test('the chat before stays until the messages of the next one have come', async () => {
  const { go, shown, give } = await openScreen();
  go(placeOf(NEW));
  await settled();
  expect(shown()).toBe(OLD);
  give([]);
  await settled();
  expect(shown()).toBe(NEW);
});

test('a chat whose messages take long is shown without them', async () => {
  const { go, shown } = await openScreen();
  vi.useFakeTimers();
  go(placeOf(NEW));
  await vi.advanceTimersByTimeAsync(99);
  expect(shown()).toBe(OLD);
  await vi.advanceTimersByTimeAsync(1);
  expect(shown()).toBe(NEW);
});

test.each([
  ['no chat', placeOf(undefined)],
  ['a chat that is not in the list', placeOf(12)],
  ['a message of another chat', placeOf(NEW, 5)],
])('%s is shown at once', async (_, place) => {
  const { go, shown } = await openScreen();
  vi.useFakeTimers();
  go(place);
  await vi.advanceTimersByTimeAsync(0);
  expect(shown()).toBe(place.dialogId);
});

test('who goes back before the messages have come stays where they are', async () => {
  const { go, shown, give } = await openScreen();
  go(placeOf(NEW));
  await settled();
  go(placeOf(OLD));
  give([]);
  await settled();
  expect(shown()).toBe(OLD);
});

test('the view of a pressed chat is built once its messages have come, and remains when it is shown', async () => {
  const { go, shown, give, press, built, isPressed } = await openScreen();
  void press(NEW);
  await settled();
  expect(built()).toEqual([OLD]);
  give([]);
  await settled();
  expect([shown(), built()]).toEqual([OLD, [OLD, NEW]]);
  go(placeOf(NEW));
  await settled();
  expect([shown(), built(), isPressed()]).toEqual([NEW, [NEW], false]);
});

test('a press that becomes no click leaves nothing behind', async () => {
  const { give, press, built } = await openScreen();
  give([]);
  vi.useFakeTimers();
  await press(NEW);
  flushSync();
  expect(built()).toEqual([OLD, NEW]);
  vi.advanceTimersByTime(60_000);
  flushSync();
  expect(built()).toEqual([OLD, NEW]);
  window.dispatchEvent(new Event('pointerup'));
  vi.advanceTimersByTime(1_000);
  flushSync();
  expect(built()).toEqual([OLD]);
});
