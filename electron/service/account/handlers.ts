import type { Handlers } from '../dispatch';
import { changeEmail, changePassword } from './credentials';
import { exportAccount } from './export/export';
import { cancelImport, importAccount, readImport } from '../importing/import';
import { createCaptcha } from './captcha';
import { confirm } from './confirmation';
import { login } from './login';
import { readPreferences, updatePreferences } from './preferences';
import { prepareProfile } from './profile';
import { claimPromo } from './promo';
import { register } from './registration';
import { createRecoveryCode, recoveryCode } from './recovery';
import { removeAccount } from './removal';
import { reset, resetConfirm } from './password-reset';
import { createToken, logout, logoutAll, revokeToken, tokens } from './sign-in';

/**
 * Handlers of the caller's account, and of registration. Slow ones let retries join, so that a retry during password
 * hashing is neither hashed nor counted twice.
 */
export const accountHandlers = {
  'account.captcha': createCaptcha,
  'account.register': { joinsRepeats: true, prepare: register },
  'account.confirm': { joinsRepeats: true, prepare: confirm },
  'account.login': { joinsRepeats: true, prepare: login },
  'account.logout': logout,
  'account.logoutAll': logoutAll,
  'account.reset': reset,
  'account.resetConfirm': { joinsRepeats: true, prepare: resetConfirm },
  'account.promo': claimPromo,
  'account.tokens': tokens,
  'account.createToken': createToken,
  'account.revokeToken': revokeToken,
  'account.updateProfile': { prepare: prepareProfile },
  'account.changePassword': { joinsRepeats: true, prepare: changePassword },
  'account.recoveryCode': recoveryCode,
  'account.createRecoveryCode': { joinsRepeats: true, prepare: createRecoveryCode },
  'account.changeEmail': { joinsRepeats: true, prepare: changeEmail },
  'account.preferences': readPreferences,
  'account.updatePreferences': updatePreferences,
  'account.export': exportAccount,
  'account.import': { joinsRepeats: true, prepare: importAccount },
  'account.importState': readImport,
  'account.cancelImport': cancelImport,
  'account.remove': { joinsRepeats: true, prepare: removeAccount },
} satisfies Partial<Handlers>;
