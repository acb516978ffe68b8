import { AppError } from '../../shared/errors';
import { LIMITS } from '../../shared/limits';
import { Attempt, call, session, solveCaptcha } from '../api';
import { readForTab, storeForTab } from '../api/storage';
import { errorText } from '../i18n/errors';
import { m } from '../i18n/index.svelte';

export type EntranceField = 'name' | 'surname' | 'email' | 'password' | 'code';

/**
 * The state of the entrance pages. Entered values persist while the person switches between signing in and registering,
 * and the email of a new account until they sign in, because reading the mailed code may reload the page.
 */
export class Entrance {
  name = $state('');
  surname = $state('');
  email = $state(readForTab(EMAIL) ?? '');
  password = $state('');
  code = $state('');
  /** The request of the current page and its error. */
  readonly attempt = new Attempt();
  /** A success message from the previous page, such as "The password is set". */
  notice = $state('');
  /** The e-mail address of an account that was created and confirmed, so only sign-in remains. */
  #ready = '';

  /** Returns the error message of a field. */
  faultAt(field: EntranceField): string | undefined {
    const { error } = this.attempt;
    const t = m().welcome.errors;
    if (field === 'email' && error?.code === 'conflict') return t.emailTaken;
    if (field === 'code' && this.#isWrongCode) return t.code;
    if (!this.attempt.isAt(field)) return undefined;
    if ((field === 'name' || field === 'code') && !this[field].trim()) return m().common.failed.required;
    if (field === 'password') {
      // If the length is fine, the host has rejected the password because it is common.
      return isLongEnough(this.password) ? t.commonPassword : t.password(LIMITS.passwordMin);
    }
    return field === 'email' ? t.email : field === 'code' ? t.code : t.name;
  }

  /** The error message when no field is at fault. */
  get failure(): string | undefined {
    const { error } = this.attempt;
    if (!error || error.code === 'conflict' || this.#isWrongCode) return undefined;
    if (error.code === 'auth_failed') return m().welcome.errors.signIn;
    if (this.attempt.isAt('ban')) return m().welcome.errors.banned(error.fields?.['ban'] ?? '');
    if (error.code === 'validation_error' && this.attempt.isAt('captcha')) return m().welcome.errors.captcha;
    if (error.fields && FIELDS.some((field) => this.attempt.isAt(field))) return undefined;
    return errorText(error);
  }

  /** Whether the host rejected the invitation or the code. */
  get isUninvited(): boolean {
    return this.attempt.isAt('invite') || this.#isWrongCode;
  }

  /** Prepares for another page: keeps the entered values, clears the error and sets the notice. */
  turn(notice = ''): void {
    this.attempt.clear();
    this.notice = notice;
  }

  signIn(): Promise<boolean> {
    // What went before no longer matters, and must not contradict the answer.
    this.notice = '';
    return this.attempt.run(() => this.#signIn());
  }

  /** Registers an account; the host sends a code by e-mail. Calling it again sends another code. */
  register(): Promise<boolean> {
    return this.#isFilled(['name', 'email', 'password'])
      ? this.attempt.run(() => this.#register())
      : Promise.resolve(false);
  }

  /** Registers with an invitation, which also confirms the account, and signs in. */
  enter(invite: string): Promise<boolean> {
    if (!this.#isFilled(['name', 'email', 'password'])) return Promise.resolve(false);
    return this.attempt.run(async () => {
      if (this.#ready !== this.email) {
        await this.#register(invite);
        await this.#confirm(invite);
      }
      await this.#signIn();
    });
  }

  /** Confirms the account with the mailed code. Signs in if the password is still in memory. */
  confirm(): Promise<boolean> {
    if (!this.#isFilled(['code'])) return Promise.resolve(false);
    return this.attempt.run(async () => {
      await this.#confirm(this.code);
      if (this.password) await this.#signIn();
    });
  }

  sendResetCode(): Promise<boolean> {
    if (!this.#isFilled(['email'])) return Promise.resolve(false);
    return this.attempt.run(() => call('account.reset', { email: this.email }));
  }

  setPassword(): Promise<boolean> {
    if (!this.#isFilled(['code', 'password'])) return Promise.resolve(false);
    const { code, password, email } = this;
    return this.attempt.run(() => call('account.resetConfirm', { code, password, ...(email && { email }) }));
  }

  /** Validates fields locally. Returns false and sets the errors when some are invalid. */
  check(fields: EntranceField[]): boolean {
    return this.#isFilled(fields);
  }

  /** Returns the fields that are invalid. */
  wrongOf(fields: EntranceField[]): EntranceField[] {
    const isGood: Record<EntranceField, () => boolean> = {
      name: () => this.name.trim() !== '',
      surname: () => true,
      email: () => /^[^\s@]+@\S+$/.test(this.email.trim()),
      password: () => isLongEnough(this.password),
      code: () => this.code.trim() !== '',
    };
    return fields.filter((field) => !isGood[field]());
  }

  get #isWrongCode(): boolean {
    const code = this.attempt.error?.code;
    return code === 'gone' || code === 'not_found';
  }

  #isFilled(fields: EntranceField[]): boolean {
    const wrong = this.wrongOf(fields);
    if (wrong.length === 0) return true;
    this.attempt.refuse(Object.fromEntries(wrong.map((field) => [field, 'is not right'])));
    return false;
  }

  async #register(invite = ''): Promise<void> {
    const { name, surname, email, password } = this;
    await call('account.register', { name, surname, email, password, ...(invite && { invite }) });
    storeForTab(EMAIL, email);
  }

  async #confirm(code: string): Promise<void> {
    await call('account.confirm', {
      code,
      captcha: await solveCaptcha(),
      ...(this.email && { email: this.email }),
    });
    this.#ready = this.email;
  }

  async #signIn(): Promise<void> {
    const { token, ID } = await this.#login();
    this.password = this.code = '';
    storeForTab(EMAIL, null);
    session.begin({ token, id: ID });
  }

  /** The host may throttle an account after wrong passwords from others. Then retries with a solved captcha. */
  async #login() {
    const { email, password } = this;
    try {
      return await call('account.login', { email, password });
    } catch (error) {
      const isDelayed = error instanceof AppError && error.code === 'rate_limit_exceeded';
      if (!isDelayed || error.fields?.['captcha'] === undefined) throw error;
      return call('account.login', { email, password, captcha: await solveCaptcha() });
    }
  }
}

function isLongEnough(password: string): boolean {
  return [...password].length >= LIMITS.passwordMin;
}

const EMAIL = 'courtyard.registered';
const FIELDS: EntranceField[] = ['name', 'surname', 'email', 'password', 'code'];
