import { SvelteSet } from 'svelte/reactivity';
import type { Given } from '../../shared/client/given';
import type { DialogModel } from '../../shared/contract/records';
import { Attempt, call } from '../api';
import { dialogName } from '../i18n/dialog';
import { errorWords } from '../i18n/errors';
import { m } from '../i18n/index.svelte';
import { toasts } from '../ui';

/** A message to be sent to chats that are yet to be chosen. */
export type Parcel = Omit<Given<'dialogs.send'>, 'dialog_id' | 'nonce' | 'edit' | 'replyTo'>;

/** To which chats something is sent, and its sending. */
export class Sending {
  readonly reading = new Attempt();
  readonly chosen = new SvelteSet<number>();
  #dialogs = $state.raw<readonly DialogModel[]>([]);
  #isSending = $state(false);
  /** What is looked for among the names. */
  words = $state('');
  /** Sent before the rest. */
  note = $state('');

  readonly #found = $derived.by(() => {
    const words = this.words.trim().toLocaleLowerCase();
    return this.#dialogs.filter((dialog) => dialogName(dialog).toLocaleLowerCase().includes(words));
  });

  /** Where one may write, by the name that is looked for. */
  get found(): readonly DialogModel[] {
    return this.#found;
  }
  /** There is nowhere to write at all. */
  get isEmpty(): boolean {
    return this.#dialogs.length === 0;
  }
  get isSending(): boolean {
    return this.#isSending;
  }

  /** Reads the chats. */
  async load(): Promise<void> {
    await this.reading.run(async () => {
      this.#dialogs = (await call('dialogs.list')).filter(mayWriteIn);
    });
  }

  toggle(dialog: number): void {
    if (!this.chosen.delete(dialog)) this.chosen.add(dialog);
  }

  /** Sends to each chat that was chosen, in order, and says how it went. The chats that it did not reach stay chosen. */
  async send(parcels: readonly Parcel[]): Promise<void> {
    this.#isSending = true;
    const all = this.note.trim() ? [{ text: this.note.trim() }, ...parcels] : parcels;
    const chats = this.#dialogs.filter(({ ID }) => this.chosen.has(ID));
    const reached: string[] = [];
    const missed: string[] = [];
    let why: unknown;
    for (const chat of chats) {
      try {
        for (const parcel of all) await call('dialogs.send', { ...parcel, dialog_id: chat.ID });
        this.chosen.delete(chat.ID);
        reached.push(dialogName(chat));
      } catch (error) {
        missed.push(dialogName(chat));
        why = error;
      }
    }
    this.#isSending = false;
    this.#tell(reached, missed, why);
  }

  #tell(reached: string[], missed: string[], why: unknown): void {
    const words = m().media.sendTo;
    const [only] = reached;
    if (only !== undefined) {
      toasts.show({ words: reached.length === 1 ? words.done(only) : words.doneAll(reached.length) });
    }
    if (missed.length) {
      toasts.show({ words: words.notSent(missed.join(', '), errorWords(why)), tone: 'danger' });
    }
  }
}

/** In channels only their admins write. */
function mayWriteIn({ Member, Type, Role }: DialogModel): boolean {
  return Member && (Type !== 'channel' || Role === 'owner' || Role === 'admin');
}
