import { SvelteMap } from 'svelte/reactivity';
import type { Given } from '../../../shared/client/given';
import { LIMITS } from '../../../shared/limits';
import { call, newKey } from '../../api';
import { errorText, messageErrorText } from '../../i18n/errors';
import { m } from '../../i18n/index.svelte';
import { toasts } from '../../ui';
import { dialogOf, Targets, type Target } from './targets.svelte';

/** A message without its recipient. */
export type Parcel = Omit<Given<'dialogs.send'>, 'dialog_id' | 'nonce' | 'edit' | 'replyTo'>;

/** Selects chats and people, and sends messages to them. */
export class Sending {
  readonly targets = new Targets();
  /** The selected targets by key, in the order of selection. */
  readonly chosen = new SvelteMap<string, Target>();
  /**
   * Idempotency keys by chat ID and message, kept until the chat is reached: a retry after a lost answer does not send
   * twice.
   */
  readonly #keys = new Map<number, Map<string, string>>();
  #isSending = $state(false);
  /** A text sent before the rest. */
  note = $state('');

  get isSending(): boolean {
    return this.#isSending;
  }

  toggle(target: Target): void {
    if (!this.chosen.delete(target.key)) this.chosen.set(target.key, target);
  }

  /**
   * Sends to each selected chat in order, and shows the result in toasts. Chats that were not reached stay selected.
   * Does nothing while it is sending already.
   */
  async send(parcels: readonly Parcel[]): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    const all = withNote(this.note.trim(), parcels);
    const reached: string[] = [];
    const missed: string[] = [];
    let why = '';
    for (const target of [...this.chosen.values()]) {
      try {
        const dialog_id = await dialogOf(target);
        for (const [place, parcel] of all.entries()) await this.#sendOne({ ...parcel, dialog_id }, place);
        this.chosen.delete(target.key);
        this.#keys.delete(dialog_id);
        reached.push(target.name);
      } catch (error) {
        missed.push(target.name);
        why = target.person === undefined ? errorText(error) : messageErrorText(error);
      }
    }
    this.#isSending = false;
    this.#notify(reached, missed, why);
  }

  async #sendOne(input: Parcel & { dialog_id: number }, place: number): Promise<void> {
    const keys = this.#keys.get(input.dialog_id) ?? new Map<string, string>();
    this.#keys.set(input.dialog_id, keys);
    const said = JSON.stringify([place, input]);
    const key = keys.get(said) ?? newKey();
    keys.set(said, key);
    // The chat itself isn't open: its unread messages stay unread.
    await call('dialogs.send', { ...input, read: false }, { key });
  }

  #notify(reached: string[], missed: string[], why: string): void {
    const t = m().media.sendTo;
    const [only] = reached;
    if (only !== undefined) {
      toasts.show({ message: reached.length === 1 ? t.done(only) : t.doneAll(reached.length) });
    }
    if (missed.length) {
      toasts.show({ message: t.notSent(missed.join(', '), why), tone: 'danger' });
    }
  }
}

/** Splits library items into messages, each with at most `LIMITS.attachmentsEach` attachments. */
export function parcelsOf(things: NonNullable<Parcel['attachments']>): Parcel[] {
  const parcels: Parcel[] = [];
  for (let from = 0; from < things.length; from += LIMITS.attachmentsEach)
    parcels.push({ attachments: things.slice(from, from + LIMITS.attachmentsEach) });
  return parcels;
}

/** Adds the person's text to the first message, or as a message before it if that has its own text. */
function withNote(text: string, parcels: readonly Parcel[]): readonly Parcel[] {
  const [first, ...rest] = parcels;
  if (!text || !first) return parcels;
  return first.text || first.forward ? [{ text }, ...parcels] : [{ ...first, text }, ...rest];
}
