import { call, currentCommunity } from '../../api';
import { errorText } from '../../i18n/errors';
import { m } from '../../i18n/index.svelte';
import { createCommons, writeWelcome } from '../../newcomers';

type Part = 'commons' | 'welcome' | 'joinNotices' | 'dailyCoins';

/** Changes what people meet when they join, as the owner. */
export class NewcomerSettings {
  #busy = $state<Part | null>(null);
  #saved = $state<Part | null>(null);
  #failed = $state.raw<{ part: Part; error: unknown } | null>(null);

  isBusy(part: Part): boolean {
    return this.#busy === part;
  }

  /** The note of the row of a part: that the setting was saved, or what failed. */
  noteOf(part: Part): { saved: string | undefined; error: string | undefined } {
    return {
      saved: this.#saved === part ? m().common.saved : undefined,
      error: this.#failed?.part === part ? errorText(this.#failed.error) : undefined,
    };
  }

  async createCommons(): Promise<void> {
    await this.#run('commons', createCommons);
  }

  /** Writes the welcome post and returns its ID; undefined on failure. */
  async writeWelcome(): Promise<number | undefined> {
    let post: number | undefined;
    await this.#run('welcome', async () => {
      post = await writeWelcome();
    });
    return post;
  }

  /** Changes a setting. */
  async change(part: 'joinNotices' | 'dailyCoins', value: boolean | number): Promise<void> {
    await this.#run(part, async () => {
      currentCommunity.set(await call('community.update', { [part]: value }));
      this.#saved = part;
    });
  }

  async #run(part: Part, work: () => Promise<void>): Promise<void> {
    if (this.#busy) return;
    this.#busy = part;
    this.#saved = this.#failed = null;
    try {
      await work();
    } catch (error) {
      this.#failed = { part, error };
    } finally {
      this.#busy = null;
    }
  }
}
