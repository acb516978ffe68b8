// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { flushSync } from 'svelte';
import { router } from '../../../renderer/router.svelte';
import {
  noteLeftPlace,
  openPlace,
  places,
  searchPlaces,
  type PlaceLink,
} from '../../../renderer/views/places';
import { addressOf, type Route } from '../../../shared/routes';
import { openPage } from './page';

beforeEach(openPage);
beforeEach(() => {
  router.go({ view: 'nowhere' });
  router.forget();
});

const placeNamed = (view: PlaceLink['view']) => places().find((place) => place.view === view)!;

/** Goes to a route, as a link in the page does. */
function goTo(route: Route): void {
  router.go(route);
  noteLeftPlace();
}

/** Clicks a place of the rail. */
function click(view: PlaceLink['view']): void {
  openPlace(placeNamed(view));
  noteLeftPlace();
}

test.each<[PlaceLink['view'], Route]>([
  ['chats', { view: 'chats', dialogId: 12 }],
  ['people', { view: 'person', user: 'olena', tab: 'photos' }],
  ['music', { view: 'playlist', playlistId: 4 }],
  ['files', { view: 'files', folder: 'Flat/Bills' }],
  ['videos', { view: 'videos', videoId: 7 }],
  ['settings', { view: 'settings', page: 'privacy' }],
])('%s returns to where it was left, and goes to its start by a second click', (view, route) => {
  goTo(route);
  click('feed');
  expect(placeNamed(view).address).toBe(addressOf(route));
  click(view);
  expect(router.route).toEqual(route);
  expect(router.isAtStart).toBe(false);
  click(view);
  expect(router.route).toEqual(placeNamed(view).start);
  expect(router.isAtStart).toBe(true);
  click('feed');
  click(view);
  expect(router.route).toEqual(placeNamed(view).start);
});

test('a return does not repeat a jump to a message, a comment or a time', () => {
  goTo({ view: 'chats', dialogId: 12, messageId: 34 });
  goTo({ view: 'post', postId: 9, commentId: 31 });
  goTo({ view: 'videos', videoId: 7, seconds: 252 });
  click('chats');
  expect(router.route).toEqual({ view: 'chats', dialogId: 12 });
  click('feed');
  expect(router.route).toEqual({ view: 'post', postId: 9 });
  click('videos');
  expect(router.route).toEqual({ view: 'videos', videoId: 7 });
});

test('a return restores the scroll positions and state of a visit in a new copy', () => {
  goTo({ view: 'person', user: 'olena' });
  const left = router.visit;
  left.scrolled.set('main', 900);
  const ended = vi.fn();
  const wall = router.cached('wall', () => withEnd({ posts: 40 }, ended));
  click('chats');
  click('people');
  expect(router.visit).not.toBe(left);
  expect(router.visit.scrolled.get('main')).toBe(900);
  expect(router.cached('wall', () => ({ posts: 0 }))).toBe(wall);
  router.visit.scrolled.set('main', 100);
  expect(left.scrolled.get('main')).toBe(900);
  // As many steps as the history saves visits for: the state lasts as long as the bookmark.
  for (let step = 0; step < 40; step++) goTo({ view: 'settings', page: step % 2 ? 'about' : 'privacy' });
  expect(ended).not.toHaveBeenCalled();
  click('people');
  expect(router.cached('wall', () => ({ posts: 0 }))).toBe(wall);
  router.forget();
  expect(ended).toHaveBeenCalledOnce();
  expect(placeNamed('people').address).toBe(addressOf(placeNamed('people').start));
});

/** State of a view that tells when it ends. */
function withEnd<T>(state: T, onend: () => void): T {
  $effect(() => onend);
  flushSync();
  return state;
}

test('every place that the search offers has its own address, also after opening Discover', () => {
  goTo({ view: 'chats', dialogId: 12 });
  goTo({ view: 'discover' });
  click('feed');
  const addresses = searchPlaces().map(({ address }) => address);
  expect(new Set(addresses).size).toBe(addresses.length);
  click('chats');
  expect(router.route).toEqual({ view: 'chats', dialogId: 12 });
});
