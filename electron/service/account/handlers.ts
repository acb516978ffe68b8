import type { Handlers } from '../dispatch';
import { changeEmail, changePassword } from './credentials';
import { exportAll } from './export';
import { makeChallenge } from './captcha';
import { confirm } from './confirmation';
import { readPreferences, updatePreferences } from './preferences';
import { updateProfile } from './profile';
import { claimPromo } from './promo';
import { register } from './registration';
import { removeAccount } from './removal';
import { reset, resetConfirm } from './reset';
import { createToken, login, logout, revokeToken, tokens } from './sign-in';

/** Everything that a person does with their own account, and how one comes to be. */
export const accountHandlers = {
  'account.captcha': makeChallenge,
  'account.register': { outside: register },
  'account.confirm': { outside: confirm },
  'account.login': { outside: login },
  'account.logout': logout,
  'account.reset': reset,
  'account.resetConfirm': { outside: resetConfirm },
  'account.promo': claimPromo,
  'account.tokens': tokens,
  'account.createToken': createToken,
  'account.revokeToken': revokeToken,
  'account.updateProfile': updateProfile,
  'account.changePassword': { outside: changePassword },
  'account.changeEmail': { outside: changeEmail },
  'account.preferences': readPreferences,
  'account.updatePreferences': updatePreferences,
  'account.export': exportAll,
  'account.remove': { outside: removeAccount },
} satisfies Partial<Handlers>;
