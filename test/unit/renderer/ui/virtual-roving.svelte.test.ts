// @vitest-environment happy-dom
import { flushSync } from 'svelte';
import { expect, onTestFinished, test } from 'vitest';
import { VirtualRoving } from '../../../../renderer/ui/layout/virtual-roving.svelte';
import { settled } from '../page';

const KEYS = Array.from({ length: 100 }, (_, index) => index + 1000);

/** A list of a hundred rows, of which only the first ten and those that the focus needs are in the page. */
function testList() {
  const list = document.createElement('div');
  document.body.append(list);
  Object.defineProperty(list, 'clientHeight', { value: 110 });
  const roving = new VirtualRoving(
    () => KEYS,
    () => list,
  );
  const end = $effect.root(() => {
    $effect(() => {
      const shown = KEYS.filter((key, index) => index < 10 || roving.kept.includes(key));
      for (const row of list.querySelectorAll<HTMLElement>('[data-entry]'))
        if (!shown.includes(Number(row.dataset['entry']))) row.remove();
      for (const key of shown) if (!rowOf(key)) list.insertBefore(newRow(key), rowAfter(key));
    });
  });
  const rowOf = (key: number) => list.querySelector<HTMLElement>(`[data-entry="${key}"]`);
  const rowAfter = (key: number) =>
    [...list.querySelectorAll<HTMLElement>('[data-entry]')].find(
      (row) => Number(row.dataset['entry']) > key,
    ) ?? null;
  flushSync();
  const stop = roving.attach(list);
  onTestFinished(() => {
    stop?.();
    end();
    list.remove();
  });
  const focused = () => KEYS.indexOf(Number((document.activeElement as HTMLElement).dataset['entry']));
  const press = async (key: string) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
    await settled();
    return [focused(), event.defaultPrevented];
  };
  return { list, roving, press, focused, rowOf };
}

function newRow(key: number): HTMLElement {
  const row = document.createElement('div');
  row.dataset['entry'] = String(key);
  row.dataset['row'] = '';
  row.tabIndex = -1;
  Object.defineProperty(row, 'offsetHeight', { value: 20 });
  return row;
}

test('keys reach rows of a virtual list that are not in the page', async () => {
  const { rowOf, press } = testList();
  rowOf(1000)?.focus();
  expect(await press('End')).toEqual([99, true]);
  expect(await press('ArrowUp')).toEqual([98, true]);
  expect(await press('PageUp')).toEqual([94, true]);
  expect(await press('Home')).toEqual([0, true]);
  expect(await press('PageDown')).toEqual([4, true]);
  for (let time = 0; time < 10; time++) await press('ArrowDown');
  expect(await press('ArrowDown')).toEqual([15, true]);
});

test('page keys stop at the ends, where arrow keys are left to the page', async () => {
  const { rowOf, press } = testList();
  rowOf(1001)?.focus();
  expect(await press('PageUp')).toEqual([0, true]);
  expect(await press('ArrowUp')).toEqual([0, false]);
  await press('End');
  expect(await press('PageDown')).toEqual([99, true]);
  expect(await press('ArrowDown')).toEqual([99, false]);
});

test('a row with the focus stays in the page, and Tab reaches only it', async () => {
  const { list, roving, rowOf } = testList();
  await roving.reach(1050);
  expect(document.activeElement).toBe(rowOf(1050));
  await settled();
  const reached = [...list.querySelectorAll<HTMLElement>('[data-row]')].filter((row) => row.tabIndex === 0);
  expect(reached).toEqual([rowOf(1050)]);
});

test('a row leaves the page only after the next one has the focus', async () => {
  const { list, press, rowOf } = testList();
  rowOf(1000)?.focus();
  await press('End');
  const isThere: boolean[] = [];
  list.addEventListener('focusin', () => isThere.push(rowOf(1099) !== null));
  expect(await press('ArrowUp')).toEqual([98, true]);
  expect(isThere).toEqual([true]);
  expect(rowOf(1099)).toBeNull();
});
