import type { Output } from '../../../shared/contract';
import { Attempt, call, me } from '../../api';
import { prepareForNewcomers } from '../../newcomers';

/**
 * A card for new members: the welcome post, a greeting to the inviter, the group for everyone, or, for the owner, an
 * offer to set these up. Also its key in the preference of closed cards.
 */
export type Card = 'welcome' | 'hello' | 'commons' | 'offer';

/** The cards that welcome a new member. Each is shown above everyone's posts until it is closed on any device. */
export class Introduction {
  readonly loading = new Attempt();
  readonly acting = new Attempt();
  #data = $state.raw<IntroductionData | null>(null);
  #closed = $state.raw<Partial<Record<Card, number>>>({});

  /** The cards to show, in their order. */
  readonly cards = $derived.by(() => (this.#data ? CARDS.filter((card) => this.#isOpen(card)) : []));

  /** Null until loaded. */
  get data(): IntroductionData | null {
    return this.#data;
  }

  load(): Promise<boolean> {
    return this.loading.refresh(async () => {
      const [data, preferences] = await Promise.all([
        call('community.introduction'),
        call('account.preferences'),
      ]);
      this.#closed = closedIn(preferences[PREFERENCE]);
      this.#data = data;
    });
  }

  /** Closes a card. It is shown again for a different welcome post, inviter or group. */
  async close(card: Card): Promise<void> {
    this.#closed = { ...this.#closed, [card]: this.#subjectOf(card) };
    // If it fails, the card stays closed until the next visit.
    await call('account.updatePreferences', { [PREFERENCE]: this.#closed }).catch(() => undefined);
  }

  /** Creates the chat with the inviter and returns its ID; undefined on failure. */
  async sayHello(): Promise<number | undefined> {
    const inviter = this.#data?.Inviter?.ID ?? 0;
    let dialog: number | undefined;
    await this.acting.run(async () => {
      dialog = (await call('dialogs.createPrivate', { user_id: inviter })).ID;
    });
    if (dialog !== undefined) await this.close('hello');
    return dialog;
  }

  /** Joins the group for everyone and returns its ID; undefined on failure. */
  async joinCommons(): Promise<number | undefined> {
    const dialog = this.#data?.Commons?.ID ?? 0;
    const hasJoined = await this.acting.run(() =>
      call('dialogs.join', { dialog_id: dialog, user_id: '@me' }),
    );
    if (hasJoined) await this.load();
    return hasJoined ? dialog : undefined;
  }

  /** Creates the group and the welcome post for newcomers. For the owner. */
  async prepare(): Promise<void> {
    if (await this.acting.run(() => prepareForNewcomers())) await this.load();
  }

  #isOpen(card: Card): boolean {
    const subject = this.#subjectOf(card);
    return subject !== 0 && this.#closed[card] !== subject;
  }

  /** Returns the ID of the post, person or group that a card shows; 0 if there is nothing to show. */
  #subjectOf(card: Card): number {
    const { Welcome, Inviter, Commons } = this.#data ?? {};
    if (card === 'welcome') return Welcome?.ID ?? 0;
    if (card === 'hello') return Inviter?.ID ?? 0;
    if (card === 'commons') return Commons && !Commons.Joined ? Commons.ID : 0;
    return me.isOwner && !Commons && !Welcome ? 1 : 0;
  }
}

type IntroductionData = Output<'community.introduction'>;

const CARDS: Card[] = ['hello', 'commons', 'offer', 'welcome'];
const PREFERENCE = 'closedCards';

/** Reads the closed cards from a preference. Other clients may have stored anything in it. */
function closedIn(value: unknown): Partial<Record<Card, number>> {
  const entries = Object.entries(typeof value === 'object' && value !== null ? value : {});
  return Object.fromEntries(entries.filter(([, subject]) => typeof subject === 'number'));
}
