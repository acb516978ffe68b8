// @vitest-environment happy-dom
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { WantedRoute } from '../../../renderer/wanted-route';
import type { Route } from '../../../shared/routes';

beforeEach(() => sessionStorage.clear());

test.each<Route>([
  { view: 'join', code: 'K7QM' },
  { view: 'authorize', request: 'client_id=a&state=b%20c' },
])('a route that was wanted before signing in is there after a reload, once: %j', (route) => {
  new WantedRoute().note({ view: 'join', code: 'EARLIER' });
  new WantedRoute().note(route);
  const reloaded = new WantedRoute();
  expect(reloaded.take()).toEqual(route);
  expect(reloaded.take()).toBeNull();
  expect(new WantedRoute().take()).toBeNull();
});

test('a wanted route is remembered without storage', () => {
  vi.stubGlobal('sessionStorage', undefined);
  onTestFinished(() => void vi.unstubAllGlobals());
  const wanted = new WantedRoute();
  wanted.note({ view: 'join', code: 'K7QM' });
  expect(wanted.take()).toEqual({ view: 'join', code: 'K7QM' });
});
