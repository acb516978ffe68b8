import { LIMITS } from '../../../shared/limits';
import { Attempt, call, own, session, solvedCaptcha } from '../../api';
import { errorText } from '../../i18n/errors';
import { m } from '../../i18n/index.svelte';

/** Another e-mail address: asked for with the password, made one's own by the code that is sent there. */
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
    const t = m().settings.account.faults;
    if (field === 'email' && error?.code === 'conflict') return t.emailTaken;
    if (field === 'code' && (error?.code === 'gone' || error?.code === 'not_found')) return t.code;
    return this.attempt.isAt(field) ? t[field] : undefined;
  }

  /** What went wrong where no field is to blame. */
  get failure(): string | undefined {
    const { error } = this.attempt;
    if (!error || (['email', 'password', 'code'] as const).some((field) => this.faultAt(field)))
      return undefined;
    return this.attempt.isAt('captcha') ? m().settings.account.faults.captcha : errorText(error);
  }

  /** Has a code sent to the new address. */
  async ask(): Promise<void> {
    const { email, password } = this;
    if (!/^[^\s@]+@\S+$/.test(email.trim())) return this.attempt.refuse({ email: 'is no address' });
    const isSent = await this.attempt.run(() => call('account.changeEmail', { email, password }));
    if (isSent) this.turn('code');
  }

  /** True when the address is the own one now. */
  async confirm(): Promise<boolean> {
    if (!this.code.trim()) {
      this.attempt.refuse({ code: 'is required' });
      return false;
    }
    return this.attempt.run(async () => {
      const { code, email } = this;
      await call('account.confirm', { code, email, captcha: await solvedCaptcha() });
      await own.load();
    });
  }
}

/** Another password, for who knows the one now. */
export class PasswordChange {
  readonly attempt = new Attempt();
  old = $state('');
  next = $state('');

  faultAt(field: 'old' | 'new'): string | undefined {
    if (!this.attempt.isAt(field)) return undefined;
    const t = m().settings.account.faults;
    if (field === 'old') return t.password;
    // The host refuses one that is long enough because it is common.
    return isLongEnough(this.next) ? t.commonPassword : t.newPassword(LIMITS.passwordMin);
  }

  /** What went wrong where no field is to blame. */
  get failure(): string | undefined {
    const { error } = this.attempt;
    return error && !this.faultAt('old') && !this.faultAt('new') ? errorText(error) : undefined;
  }

  /** True when it is changed. */
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

/** The end of the own account, for who knows its password. */
export class Removal {
  readonly attempt = new Attempt();
  password = $state('');

  get fault(): string | undefined {
    return this.attempt.isAt('password') ? m().settings.account.faults.password : undefined;
  }

  /** What went wrong where the password is not to blame. */
  get failure(): string | undefined {
    const { error } = this.attempt;
    if (!error || this.fault) return undefined;
    return error.code === 'conflict' ? m().settings.account.removal.ownerFirst : errorText(error);
  }

  /** True when it is gone, and nobody is signed in here any more. */
  remove(): Promise<boolean> {
    return this.attempt.run(() => session.endBy(() => call('account.remove', { password: this.password })));
  }
}
