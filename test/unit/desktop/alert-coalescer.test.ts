import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AlertCoalescer } from '../../../electron/desktop/communities/alert-coalescer';
import type { Alert } from '../../../shared/alerts/alert';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const HELLO: Alert = { tag: 'dialog 7', title: 'Ann', body: 'Hello', isSilent: true, answerText: null };

function testCoalescer() {
  const shown: [string, string, boolean][] = [];
  const alerts = new AlertCoalescer<{ alert: Alert }>((name, { alert }) =>
    shown.push([name, alert.body, alert.isSilent]),
  );
  const add = (name: string, change: Partial<Alert> = {}) =>
    alerts.add(name, { alert: { ...HELLO, ...change } });
  return { alerts, shown, add };
}

test('of several alerts about the same thing only the last is shown, which sounds if one does', () => {
  const { shown, add } = testCoalescer();
  add('a', { isSilent: false });
  add('b');
  add('a', { body: 'Are you there?' });
  expect(shown).toEqual([]);
  vi.runAllTimers();
  expect(shown).toEqual([
    ['a', 'Are you there?', false],
    ['b', 'Hello', true],
  ]);
});

test('a later alert is delayed anew', () => {
  const { shown, add } = testCoalescer();
  add('a');
  vi.runAllTimers();
  add('a', { body: 'Again' });
  expect(shown).toHaveLength(1);
  vi.runAllTimers();
  expect(shown.map(([, body]) => body)).toEqual(['Hello', 'Again']);
});

test('what was read in the meantime is not shown', () => {
  const { alerts, shown, add } = testCoalescer();
  for (const name of ['main 1', 'main 2', 'other 1', 'other 2']) add(name);
  alerts.cancel('other 1');
  alerts.cancelAll('main ');
  vi.runAllTimers();
  add('main 1', { body: 'New' });
  vi.runAllTimers();
  expect(shown.map(([name, body]) => [name, body])).toEqual([
    ['other 2', 'Hello'],
    ['main 1', 'New'],
  ]);
});
