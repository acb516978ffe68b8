import { expect, test } from 'vitest';
import { LastRoutes } from '../../../electron/desktop/window/last-routes';

const JOINED = 'joined-b65fdcce28f9dca6';

test('each community has the route at which it was left', () => {
  const routes = new LastRoutes();
  routes.store('courtyard-app://main/#/chats/7');
  routes.store(`courtyard-app://${JOINED}/#/settings/network`);
  expect(routes.of('main')).toBe('#/chats/7');
  expect(routes.of(JOINED)).toBe('#/settings/network');
});

test.each(['#/joining', '#/sign-in', '#/register', '#/nothing-here', '#/join/code'])(
  'a community left at %s begins at its start',
  (hash) => {
    const routes = new LastRoutes();
    routes.store('courtyard-app://main/#/chats/7');
    routes.store(`courtyard-app://main/${hash}`);
    expect(routes.of('main')).toBeUndefined();
  },
);

test('a community begins at its start after a change of session', () => {
  const routes = new LastRoutes();
  routes.store('courtyard-app://main/#/chats/7');
  routes.forget('main');
  expect(routes.of('main')).toBeUndefined();
});

test('addresses of others are ignored', () => {
  const routes = new LastRoutes();
  for (const address of ['', 'about:blank', 'https://example.org/#/chats/7']) routes.store(address);
  expect(routes.of('main')).toBeUndefined();
});
