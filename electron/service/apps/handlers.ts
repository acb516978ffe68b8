import type { Name } from '../../../shared/contract';
import type { Handlers } from '../dispatch';
import { authorize, describeRequest } from './authorization';
import { create, list, remove, rotateSecret, update } from './own-apps';
import { exchangeCode, readTokenUser, revokeToken } from './tokens';

/** Handlers of apps of other makers: their registration, and signing in to them (OAuth 2.1). */
export const appHandlers = {
  'apps.list': list,
  'apps.create': create,
  'apps.update': update,
  'apps.remove': remove,
  'apps.rotateSecret': rotateSecret,
  'apps.user': readTokenUser,
  'apps.request': describeRequest,
  'apps.authorize': authorize,
  'apps.token': { joinsRepeats: true, prepare: exchangeCode },
  'apps.revoke': { joinsRepeats: true, prepare: revokeToken },
} satisfies Pick<Handlers, Extract<Name, `apps.${string}`>>;
