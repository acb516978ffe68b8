import { Attempt, call } from '../../api';
import { errorText } from '../../i18n/errors';
import { m } from '../../i18n/index.svelte';

/** The recovery code of the signed-in person, which is shown only when it is made. */
export class RecoveryCode {
  readonly loading = new Attempt();
  readonly attempt = new Attempt();
  password = $state('');
  #exists = $state(false);
  #code = $state('');

  /** Whether there is one; false until `load` has an answer. */
  get exists(): boolean {
    return this.#exists;
  }

  /** The code that was just made, in groups of four; "" before. */
  get code(): string {
    return this.#code;
  }

  get fault(): string | undefined {
    return this.attempt.isAt('password') ? m().settings.account.errors.password : undefined;
  }

  /** The error message when the password is not at fault. */
  get failure(): string | undefined {
    const { error } = this.attempt;
    return error && !this.fault ? errorText(error) : undefined;
  }

  /** Asks whether there is one. */
  async load(): Promise<void> {
    await this.loading.run(async () => (this.#exists = (await call('account.recoveryCode', {})).Exists));
  }

  /** Makes a code, which replaces an earlier one. */
  async make(): Promise<void> {
    const { password } = this;
    await this.attempt.run(async () => {
      const { Code } = await call('account.createRecoveryCode', { password });
      this.#code = Code.replace(/(.{4})(?=.)/g, '$1-');
      this.#exists = true;
      this.password = '';
    });
  }

  /** Forgets the code that was made. */
  close(): void {
    this.#code = this.password = '';
    this.attempt.clear();
  }
}
