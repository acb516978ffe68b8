import { SvelteSet } from 'svelte/reactivity';
import type { Given } from '../../../shared/client/given';
import type { DialogModel } from '../../../shared/contract/records';
import { LIMITS } from '../../../shared/limits';
import { Attempt, call, newKey } from '../../api';
import { dialogName } from '../../i18n/dialog';
import { errorText } from '../../i18n/errors';
import { m } from '../../i18n/index.svelte';
import { toasts } from '../../ui';

/** A message without its recipient. */
export type Parcel = Omit<Given<'dialogs.send'>, 'dialog_id' | 'nonce' | 'edit' | 'replyTo'>;

/** Selects chats and sends messages to them. */
export class Sending {
  readonly reading = new Attempt();
  readonly chosen = new SvelteSet<number>();
  /**
   * Idempotency keys by chat ID and message, kept until the chat is reached: a retry after a lost answer does not send
   * twice.
   */
  readonly #keys = new Map<number, Map<string, string>>();
  #dialogs = $state.raw<readonly DialogModel[]>([]);
  #isSending = $state(false);
  /** The search text for chat names. */
  query = $state('');
  /** A text sent before the rest. */
  note = $state('');

  readonly #found = $derived.by(() => {
    const query = this.query.trim().toLocaleLowerCase();
    return this.#dialogs.filter((dialog) => dialogName(dialog).toLocaleLowerCase().includes(query));
  });

  /** The chats the person may write in whose names match `query`. */
  get found(): readonly DialogModel[] {
    return this.#found;
  }
  /** Whether there is no chat to write in. */
  get isEmpty(): boolean {
    return this.#dialogs.length === 0;
  }
  get isSending(): boolean {
    return this.#isSending;
  }

  /** Loads the chats. */
  async load(): Promise<void> {
    await this.reading.run(async () => {
      this.#dialogs = (await call('dialogs.list')).filter(mayWriteIn);
    });
  }

  toggle(dialog: number): void {
    if (!this.chosen.delete(dialog)) this.chosen.add(dialog);
  }

  /**
   * Sends to each selected chat in order, and shows the result in toasts. Chats that were not reached stay selected.
   */
  async send(parcels: readonly Parcel[]): Promise<void> {
    this.#isSending = true;
    const all = withNote(this.note.trim(), parcels);
    const chats = this.#dialogs.filter(({ ID }) => this.chosen.has(ID));
    const reached: string[] = [];
    const missed: string[] = [];
    let why: unknown;
    for (const chat of chats) {
      try {
        for (const [place, parcel] of all.entries())
          await this.#sendOne({ ...parcel, dialog_id: chat.ID }, place);
        this.chosen.delete(chat.ID);
        this.#keys.delete(chat.ID);
        reached.push(dialogName(chat));
      } catch (error) {
        missed.push(dialogName(chat));
        why = error;
      }
    }
    this.#isSending = false;
    this.#tell(reached, missed, why);
  }

  async #sendOne(input: Parcel & { dialog_id: number }, place: number): Promise<void> {
    const keys = this.#keys.get(input.dialog_id) ?? new Map<string, string>();
    this.#keys.set(input.dialog_id, keys);
    const said = JSON.stringify([place, input]);
    const key = keys.get(said) ?? newKey();
    keys.set(said, key);
    await call('dialogs.send', input, { key });
  }

  #tell(reached: string[], missed: string[], why: unknown): void {
    const t = m().media.sendTo;
    const [only] = reached;
    if (only !== undefined) {
      toasts.show({ message: reached.length === 1 ? t.done(only) : t.doneAll(reached.length) });
    }
    if (missed.length) {
      toasts.show({ message: t.notSent(missed.join(', '), errorText(why)), tone: 'danger' });
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
  return first.text ? [{ text }, ...parcels] : [{ ...first, text }, ...rest];
}

/** Returns whether the person may write in a chat. In channels only admins may; deleted people can't be written to. */
function mayWriteIn({ Member, Type, Role, DialogDude }: DialogModel): boolean {
  if (Type === 'private') return Member && !DialogDude?.Deleted;
  return Member && (Type !== 'channel' || Role === 'owner' || Role === 'admin');
}
