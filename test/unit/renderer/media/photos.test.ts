// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { photoUrl } from '../../../../renderer/api/photos.svelte';

test.each([
  ['/content/photo/1/a.png?exp=2&sig=3', '/content/photo/1/a.png?exp=2&sig=3&size=64'],
  ['/content/photo/1/a.png', '/content/photo/1/a.png?size=64'],
])('a thumbnail of %s', (address, thumbnail) => {
  expect(photoUrl(address, 40)).toBe(thumbnail);
  expect(photoUrl(address, 5000)).toBe(address);
});
