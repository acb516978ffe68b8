// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FolderItem } from '../../../../renderer/files/list/items';
import { FileLayout } from '../../../../renderer/files/list/layout.svelte';

const ROW_HEIGHT = 50;
const HEAD_HEIGHT = 40;
const WIDE_ENOUGH_FOR_THREE = 500;

beforeEach(() => (document.documentElement.style.fontSize = '16px'));
afterEach(() => {
  document.documentElement.style.fontSize = '';
  document.dir = '';
});

test('the list has one item in a row, and tiles as many as fit but at least two', () => {
  const list = layoutOf({ hasTiles: false });
  expect(list.columns).toBe(1);
  expect(keysOf(list.rows)).toEqual([['a'], ['b'], ['c'], ['d'], ['e']]);
  const tiles = layoutOf({ hasTiles: true });
  expect(keysOf(tiles.rows)).toEqual([
    ['a', 'b', 'c'],
    ['d', 'e'],
  ]);
  tiles.width = 100;
  expect(tiles.columns).toBe(2);
});

test('larger text makes tiles larger', () => {
  document.documentElement.style.fontSize = '24px';
  expect(layoutOf({ hasTiles: true }).columns).toBe(2);
});

test('a page is what fits the view, less one row, and never nothing', () => {
  const layout = layoutOf({ hasTiles: false });
  layout.height = ROW_HEIGHT * 10.5;
  expect(layout.rowsPerPage).toBe(9);
  layout.height = 10;
  expect(layout.rowsPerPage).toBe(1);
});

test('a rectangle touches rows below the head of the list', () => {
  const layout = layoutOf({ hasTiles: false });
  const top = HEAD_HEIGHT + ROW_HEIGHT * 1.5;
  const touched = layout.touchedBy({ left: 0, right: 10, top, bottom: top + ROW_HEIGHT });
  expect(touched.map(({ key }) => key)).toEqual(['b', 'c']);
});

test.each([
  ['ltr', ['a', 'd']],
  ['rtl', ['c']],
])('a rectangle touches tiles from the side where the text begins (%s)', (dir, keys) => {
  document.dir = dir;
  const layout = layoutOf({ hasTiles: true });
  const touched = layout.touchedBy({ left: 0, right: 10, top: 0, bottom: 1000 });
  expect(touched.map(({ key }) => key)).toEqual(keys);
});

function layoutOf({ hasTiles }: { hasTiles: boolean }): FileLayout {
  const items = ['a', 'b', 'c', 'd', 'e'].map((key): FolderItem => ({
    key,
    path: key,
    name: key,
    count: 0,
    size: 0,
  }));
  const layout = new FileLayout(() => ({ items, hasTiles, headHeight: hasTiles ? 0 : HEAD_HEIGHT }));
  layout.width = WIDE_ENOUGH_FOR_THREE;
  layout.list = {
    getItemOffset: (index: number) => index * ROW_HEIGHT,
    getItemSize: () => ROW_HEIGHT,
  } as unknown as NonNullable<FileLayout['list']>;
  return layout;
}

const keysOf = (rows: FileLayout['rows']) => rows.map((row) => row.map(({ key }) => key));
