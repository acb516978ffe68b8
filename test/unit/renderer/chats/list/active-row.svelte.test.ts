// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { ActiveRow } from '../../../../../renderer/chats/list/active-row.svelte';

const mouse = new PointerEvent('pointerover', { pointerType: 'mouse' });
const finger = new PointerEvent('pointerover', { pointerType: 'touch' });

test('the row under the pointer is active until the pointer leaves the list', () => {
  const active = new ActiveRow();
  active.hover('1', mouse);
  expect(active.key).toBe('1');
  active.hover('2', mouse);
  expect(active.key).toBe('2');
  active.leave(mouse);
  expect(active.key).toBe('');
});

test('rows that pass under the pointer while the list scrolls stay inactive, but for the one where it rests', () => {
  const active = new ActiveRow();
  active.hover('1', mouse);
  active.scrolled();
  for (const key of ['2', '3', '4']) {
    active.hover(key, mouse);
    expect(active.key).toBe('1');
  }
  active.rested();
  expect(active.key).toBe('4');
  active.hover('5', mouse);
  expect(active.key).toBe('5');
});

test('a pointer that has left the list meanwhile makes no row active when it rests', () => {
  const active = new ActiveRow();
  active.scrolled();
  active.hover('1', mouse);
  active.leave(mouse);
  active.rested();
  expect(active.key).toBe('');
});

test('the row with the focus stays active when the list scrolls under a pointer that is elsewhere', () => {
  const active = new ActiveRow();
  active.focus('1');
  active.scrolled();
  active.rested();
  expect(active.key).toBe('1');
});

test('a finger makes no row active', () => {
  const active = new ActiveRow();
  active.focus('1');
  active.hover('2', finger);
  active.leave(finger);
  expect(active.key).toBe('1');
});

test('the row of an open menu stays active', () => {
  const active = new ActiveRow();
  active.hover('1', mouse);
  active.isMenuOpen = true;
  active.hover('2', mouse);
  active.leave(mouse);
  expect(active.key).toBe('1');
  active.isMenuOpen = false;
  active.hover('2', mouse);
  expect(active.key).toBe('2');
});
