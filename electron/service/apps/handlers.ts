import type { Name } from '../../../shared/contract';
import type { Handlers } from '../dispatch';
import { create, list, remove, rotateSecret, update } from './own-apps';

/** Handlers of apps of other makers: their registration, and signing in to them (OAuth 2.1). */
export const appHandlers = {
  'apps.list': list,
  'apps.create': create,
  'apps.update': update,
  'apps.remove': remove,
  'apps.rotateSecret': rotateSecret,
  'apps.user': async (ctx, input) => (await loadTokens()).readTokenUser(ctx, input),
  'apps.request': async (ctx, input) => (await loadAuthorization()).describeRequest(ctx, input),
  'apps.authorize': {
    prepare: async (_ctx, input) => {
      const { authorize } = await loadAuthorization();
      return (inner) => authorize(inner, input);
    },
  },
  'apps.token': {
    joinsRepeats: true,
    prepare: async (ctx, input) => (await loadTokens()).exchangeCode(ctx, input),
  },
  'apps.revoke': {
    joinsRepeats: true,
    prepare: async (ctx, input) => (await loadTokens()).revokeToken(ctx, input),
  },
} satisfies Pick<Handlers, Extract<Name, `apps.${string}`>>;

// Few communities have apps; loading the library of OAuth takes a twentieth of a start.
const loadAuthorization = () => import('./authorization');
const loadTokens = () => import('./tokens');
