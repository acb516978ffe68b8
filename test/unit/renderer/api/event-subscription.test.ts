// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { EventSubscription } from '../../../../renderer/api';
import type { Event } from '../../../../shared/events';
import { fakeHost, signIn } from '../../../support/hosts/fake-host';

beforeEach(() => signIn());

let number = 0;

/** A list of numbers that a call loads and events add to. */
function openList() {
  let shown: number[] = [];
  const add = (one: number) => {
    if (!shown.includes(one)) shown = [...shown, one];
  };
  const events = new EventSubscription((event) => {
    if (event.Type === 'dialog_delete') add(event.Dialog);
    if (event.Type === 'typing') add(-event.Dialog);
  });
  events.open();
  const request = (seq: number | undefined, value: number[]) => {
    const answer = Promise.withResolvers<Record<string, never>>();
    fakeHost.seq = seq;
    fakeHost.answer('account.preferences', () => answer.promise);
    const done = events.request(
      (call) => call('account.preferences', {}),
      () => (shown = value),
    );
    return async () => {
      answer.resolve({});
      await done;
    };
  };
  const write = async (seq: number, added: number) => {
    fakeHost.seq = seq;
    fakeHost.answer('account.updatePreferences', () => ({}));
    await events.request(
      (call) => call('account.updatePreferences', {}),
      () => add(added),
    );
  };
  return { request, write, shown: () => shown };
}

function event(Dialog: number): number {
  fakeHost.send({ Type: 'dialog_delete', Dialog, Seq: ++number } satisfies Event);
  return number;
}

test('an event is applied at once, and again to an older answer', async () => {
  const { request, shown } = openList();
  const seq = event(1);
  const answer = request(seq, [10]);
  event(2);
  expect(shown()).toEqual([1, 2]);
  await answer();
  expect(shown()).toEqual([10, 2]);
});

test('an event that the answer already includes, or one without a number, is not applied again', async () => {
  const { request, shown } = openList();
  const answer = request(number + 1, [10]);
  event(1);
  fakeHost.send({ Type: 'typing', Dialog: 5, User: 2 });
  await answer();
  expect(shown()).toEqual([10]);
});

test('an older answer that arrives last does not undo a newer one', async () => {
  const { request, shown } = openList();
  const older = request(number, [1]);
  const newer = request(event(2), [1, 2]);
  await newer();
  event(3);
  await older();
  expect(shown()).toEqual([1, 2, 3]);
});

test('a write without an event is not undone by a list that was read before it', async () => {
  const { request, write, shown } = openList();
  const answer = request(number, [1]);
  await write(number, 2);
  await answer();
  expect(shown()).toEqual([1, 2]);
});

test('an answer without a number gets all events since its request was sent', async () => {
  const { request, shown } = openList();
  const answer = request(undefined, [10]);
  event(1);
  await answer();
  expect(shown()).toEqual([10, 1]);
});
