import { ANYONE, SIGNED_IN, UNKNOWN, nothing, row, type Row } from './answers';
import { received } from '../../support/content';
import { smallExport } from '../../support/export-archive';
import type { TestService } from '../../support/service';
import type { SignedIn, World } from './world';

export const accountRows: Row[] = [
  row('account.captcha', '', nothing, ANYONE),
  row('account.register', '', () => newAccount('newer@example.org'), ANYONE),
  row(
    'account.confirm',
    '',
    async (w, _, t) => ({ code: w.communityCode, captcha: await t.captcha() }),
    ANYONE,
  ),
  row('account.login', 'oneself', credentials, [200, 200, 200, 200, 200, 403, 200]),
  row('account.logout', '', nothing, SIGNED_IN),
  row('account.logoutAll', '', nothing, SIGNED_IN),
  row('account.reset', '', (w) => ({ email: w.ann.email }), ANYONE),
  row('account.resetConfirm', '', (w) => ({ code: w.resetCode, password: 'another one' }), ANYONE),
  row('account.tokens', '', nothing, SIGNED_IN),
  row('account.createToken', '', () => ({ name: 'bot' }), SIGNED_IN),
  row('account.revokeToken', 'own', (w, caller) => ({ token_id: tokenOf(w, caller) }), SIGNED_IN),
  row(
    'account.revokeToken',
    'another person',
    (w, caller) => ({ token_id: w.tokens[caller === 'member' ? 'admin' : 'member'] }),
    UNKNOWN,
  ),
  row('account.updateProfile', '', () => ({ about: 'Here' }), SIGNED_IN),
  row(
    'account.changePassword',
    '',
    (w, caller) => ({ old: credentials(w, caller).password, new: 'another one' }),
    SIGNED_IN,
  ),
  row(
    'account.changeEmail',
    '',
    (w, caller) => ({ password: credentials(w, caller).password, email: 'next@example.org' }),
    SIGNED_IN,
  ),
  row('account.recoveryCode', '', nothing, SIGNED_IN),
  row(
    'account.createRecoveryCode',
    '',
    (w, caller) => ({ password: credentials(w, caller).password }),
    SIGNED_IN,
  ),
  row('account.preferences', '', nothing, SIGNED_IN),
  row('account.updatePreferences', '', () => ({ theme: 'dark' }), SIGNED_IN),
  row('account.promo', '', (w) => ({ promo: w.promo }), SIGNED_IN),
  row('account.export', '', nothing, SIGNED_IN),
  row('account.importState', '', nothing, SIGNED_IN),
  row('account.cancelImport', '', nothing, SIGNED_IN),
  row('account.import', '', importing, SIGNED_IN),
  row('account.remove', '', (w, caller) => ({ password: credentials(w, caller).password }), SIGNED_IN),
];

/** The banned may not upload, and those who are not signed in can't. */
async function importing(w: World, caller: SignedIn | 'ann', t: TestService) {
  const by = caller === 'ann' || caller === 'banned' ? w.ann : w.callers[caller];
  return received(t, by, 'account.import', await smallExport());
}

function credentials(w: World, caller: SignedIn | 'ann'): { email: string; password: string } {
  const { email, password } = caller === 'ann' ? w.ann : w.callers[caller];
  return { email, password };
}

function newAccount(email: string) {
  return { name: 'Newer', email, password: 'Newer has a password' };
}

function tokenOf(w: World, caller: SignedIn | 'ann'): number {
  return w.tokens[caller === 'ann' ? 'member' : caller];
}
