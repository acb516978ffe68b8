// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PeopleCache } from '../../../../../renderer/chats/people-cache.svelte';
import { Dialogs } from '../../../../../renderer/chats/dialogs/dialogs.svelte';
import { DialogModel } from '../../../../../shared/contract/records';
import { recordOf } from '../../../record-of';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a mute expires in the list, unless it was changed meanwhile', async () => {
  const dialogs = new Dialogs(new PeopleCache(), () => undefined);
  const now = Math.floor(Date.now() / 1000);
  const muted = (ID: number, MuteUntil: number) =>
    dialogs.put(recordOf(DialogModel, { ID, Member: true, Mute: true, MuteUntil, Unread: ID }));
  muted(1, now + 3600);
  muted(2, now + 60 * 24 * 3600);
  muted(4, now + 3600);
  dialogs.change(4, { MuteUntil: 0 });
  expect(dialogs.unread).toBe(0);
  await vi.advanceTimersByTimeAsync(3600_000);
  expect(dialogs.unread).toBe(1);
  await vi.advanceTimersByTimeAsync(58 * 24 * 3600_000);
  expect(dialogs.find(2)?.Mute).toBe(true);
  await vi.advanceTimersByTimeAsync(2 * 24 * 3600_000);
  expect(dialogs.unread).toBe(3);
  dialogs.close();
});
