import { LIMITS } from '../../../shared/limits';
import { Attempt, call, me, session, solveCaptcha } from '../../api';
import { errorText } from '../../i18n/errors';
import { m } from '../../i18n/index.svelte';

/** Changes the e-mail address in two steps: a request with the password, then the code sent to the new address. */
export class EmailChange {
  readonly attempt = new Attempt();
  email = $state('');
  password = $state('');
  code = $state('');
  #step = $state<'ask' | 'code'>('ask');

  get step(): 'ask' | 'code' {
    return this.#step;
  }

  turn(step: 'ask' | 'code'): void {
    this.attempt.clear();
    this.#step = step;
  }

  faultAt(field: 'email' | 'password' | 'code'): string | undefined {
    const { error } = this.attempt;
    const t = m().settings.account.errors;
    if (field === 'email' && error?.code === 'conflict') return t.emailTaken;
    if (field === 'code' && (error?.code === 'gone' || error?.code === 'not_found')) return t.code;
    return this.attempt.isAt(field) ? t[field] : undefined;
  }

  /** The error message when no field is at fault. */
  get failure(): string | undefined {
    const { error } = this.attempt;
    if (!error || (['email', 'password', 'code'] as const).some((field) => this.faultAt(field)))
      return undefined;
    return this.attempt.isAt('captcha') ? m().settings.account.errors.captcha : errorText(error);
  }

  /** Requests the change; the host sends a code to the new address. Moves to the code step on success. */
  async ask(): Promise<void> {
    const { email, password } = this;
    if (!/^[^\s@]+@\S+$/.test(email.trim())) return this.attempt.refuse({ email: 'is no address' });
    const isSent = await this.attempt.run(() => call('account.changeEmail', { email, password }));
    if (isSent) this.turn('code');
  }

  /** Confirms the new address with the code. Returns true when the account has been changed. */
  async confirm(): Promise<boolean> {
    if (!this.code.trim()) {
      this.attempt.refuse({ code: 'is required' });
      return false;
    }
    return this.attempt.run(async () => {
      const { code } = this;
      const email = this.email.trim();
      // Who got the code from an admin may not have typed the address again.
      await call('account.confirm', { code, ...(email && { email }), captcha: await solveCaptcha() });
      await me.load();
    });
  }
}

/** Changes the password; requires the current one. */
export class PasswordChange {
  readonly attempt = new Attempt();
  old = $state('');
  next = $state('');

  faultAt(field: 'old' | 'new'): string | undefined {
    if (!this.attempt.isAt(field)) return undefined;
    const t = m().settings.account.errors;
    if (field === 'old') return t.password;
    // If the length is fine, the host has rejected the password because it is common.
    return isLongEnough(this.next) ? t.commonPassword : t.newPassword(LIMITS.passwordMin);
  }

  /** The error message when no field is at fault. */
  get failure(): string | undefined {
    const { error } = this.attempt;
    return error && !this.faultAt('old') && !this.faultAt('new') ? errorText(error) : undefined;
  }

  /** Returns true when the password has been changed. */
  async change(): Promise<boolean> {
    const { old, next } = this;
    if (!isLongEnough(next)) {
      this.attempt.refuse({ new: 'is too short' });
      return false;
    }
    const isDone = await this.attempt.run(() => call('account.changePassword', { old, new: next }));
    if (isDone) this.old = this.next = '';
    return isDone;
  }
}

function isLongEnough(password: string): boolean {
  return [...password].length >= LIMITS.passwordMin;
}

/** Deletes the signed-in person's account; requires the password. */
export class AccountDeletion {
  readonly attempt = new Attempt();
  password = $state('');

  get fault(): string | undefined {
    return this.attempt.isAt('password') ? m().settings.account.errors.password : undefined;
  }

  /** The error message when the password is not at fault. */
  get failure(): string | undefined {
    const { error } = this.attempt;
    if (!error || this.fault) return undefined;
    return error.code === 'conflict' ? m().settings.account.removal.ownerFirst : errorText(error);
  }

  /** Returns true when the account has been deleted and the session has ended. */
  remove(): Promise<boolean> {
    return this.attempt.run(() => session.endBy(() => call('account.remove', { password: this.password })));
  }
}
