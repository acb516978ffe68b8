import { expect, test } from 'vitest';
import { Chooser, MORE } from '../../../../renderer/search/chooser.svelte';

test('the first row of a new question is active, even if it is the same one', () => {
  const chooser = new Chooser('found');
  chooser.offer('an', ['anna', 'andriy', 'anatoliy']);
  expect(chooser.chosen).toBe('anna');
  chooser.choose('anatoliy');
  chooser.offer('ann', ['anna', 'andriy']);
  expect(chooser.chosen).toBe('anna');
  chooser.offer('annx', []);
  expect(chooser.chosen).toBe('');
});

test('after "Show more" the first row that was added is active, whether there is still more or not', () => {
  const chooser = new Chooser('found');
  chooser.offer('an', ['anna', MORE]);
  chooser.choose(MORE);
  chooser.offer('an', ['anna', 'ivan', MORE]);
  expect(chooser.chosen).toBe('ivan');
  chooser.choose(MORE);
  chooser.offer('an', ['anna', 'ivan', 'roman']);
  expect(chooser.chosen).toBe('roman');
});

test('an active row stays while others are added, and leaves its place to the next one', () => {
  const chooser = new Chooser('found');
  chooser.offer('an', ['anna', 'ivan', 'roman']);
  chooser.choose('ivan');
  chooser.offer('an', ['anna', 'ivan', 'roman', 'stepan']);
  expect(chooser.chosen).toBe('ivan');
  chooser.offer('an', ['anna', 'roman', 'stepan']);
  expect(chooser.chosen).toBe('roman');
});
