// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { TrackSelection } from '../../../../renderer/music/track-selection.svelte';
import { Track } from '../../../../shared/contract/records';
import { recordOf } from '../../record-of';

const tracks = [1, 2, 3, 4].map((ID) => recordOf(Track, { ID }));
const keys = { shiftKey: false, ctrlKey: false, metaKey: false };
const chosen = (selection: TrackSelection) =>
  tracks.filter((track) => selection.has(track)).map(({ ID }) => ID);

test('a click selects a track alone, with Ctrl or Cmd besides the others', () => {
  const selection = new TrackSelection(() => tracks);
  selection.choose(keys, 0);
  selection.choose(keys, 1);
  expect(chosen(selection)).toEqual([2]);
  selection.choose({ ...keys, ctrlKey: true }, 3);
  expect(chosen(selection)).toEqual([2, 4]);
  selection.choose({ ...keys, metaKey: true }, 1);
  expect(chosen(selection)).toEqual([4]);
});

test('Shift selects from the last clicked track, in both directions', () => {
  const selection = new TrackSelection(() => tracks);
  selection.choose(keys, 2);
  selection.choose({ ...keys, shiftKey: true }, 3);
  expect(chosen(selection)).toEqual([3, 4]);
  selection.choose({ ...keys, shiftKey: true }, 0);
  expect(chosen(selection)).toEqual([1, 2, 3]);
});

test('an action on a selected track applies to the selection in list order, on another to that track alone', () => {
  const selection = new TrackSelection(() => tracks);
  const [first, second, third] = tracks as [Track, Track, Track];
  selection.toggle(third);
  selection.toggle(first);
  expect(selection.including(third)).toEqual([first, third]);
  expect(selection.including(second)).toEqual([second]);
});
