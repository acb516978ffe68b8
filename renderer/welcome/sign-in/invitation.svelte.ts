import type { Output } from '../../../shared/contract';
import { Attempt, call } from '../../api';

/** An invitation and its preview, loaded before joining. */
export class Invitation {
  #preview = $state.raw<Output<'dialogs.invitePreview'> | null>(null);
  readonly attempt = new Attempt();
  readonly code: string;

  constructor(code: string) {
    this.code = code;
    void this.load();
  }

  get preview(): Output<'dialogs.invitePreview'> | null {
    return this.#preview;
  }

  /** Whether the invitation doesn't exist, has expired or is malformed. */
  get isWrong(): boolean {
    const code = this.attempt.error?.code;
    return code === 'not_found' || code === 'gone' || code === 'validation_error';
  }

  load(): Promise<boolean> {
    return this.attempt.run(async () => {
      this.#preview = await call('dialogs.invitePreview', { code: this.code });
    });
  }
}
