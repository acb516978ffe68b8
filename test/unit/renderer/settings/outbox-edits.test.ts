import { expect, test } from 'vitest';
import { OutboxEdits } from '../../../../renderer/settings/outbox/outbox-edits.svelte';

test('an edit lasts while its item does, and gives its text back when that was sent', () => {
  const edits = new OutboxEdits();
  edits.set('one', 'Bring bred');
  edits.set('two', 'At eight');
  edits.set('one', 'Bring bread');
  expect(edits.takeLost([{ key: 'two' }, { key: 'one' }])).toEqual([]);
  expect(edits.takeLost([{ key: 'two' }])).toEqual(['Bring bread']);
  expect([edits.has('one'), edits.textOf('two')]).toEqual([false, 'At eight']);
});
