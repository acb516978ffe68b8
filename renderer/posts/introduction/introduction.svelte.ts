import type { Output } from '../../../shared/contract';
import { Attempt, call, own } from '../../api';
import { prepareForNewcomers } from '../../newcomers';

type Introduced = Output<'community.introduction'>;
/** A card above the posts of everyone; also the name of the preference that says whether the person closed it. */
export type Card = 'welcome' | 'hello' | 'commons' | 'offer';

/** The cards that welcome a new member. Each is shown above the posts of everyone until the person closes it. */
export class Introduction {
  readonly reading = new Attempt();
  readonly acting = new Attempt();
  #introduced = $state.raw<Introduced | null>(null);
  #closed = $state.raw<Partial<Record<Card, number>>>({});

  /** The cards to show, in their order. */
  readonly cards = $derived.by(() => (this.#introduced ? CARDS.filter((card) => this.#isOpen(card)) : []));

  /** Null until loaded. */
  get introduced(): Introduced | null {
    return this.#introduced;
  }

  load(): Promise<boolean> {
    return this.reading.refresh(async () => {
      const [introduced, preferences] = await Promise.all([
        call('community.introduction'),
        call('account.preferences'),
      ]);
      this.#closed = closedIn(preferences[PREFERENCE]);
      this.#introduced = introduced;
    });
  }

  /** Closes a card at once; another welcome post or group is shown again. */
  async close(card: Card): Promise<void> {
    this.#closed = { ...this.#closed, [card]: this.#subjectOf(card) };
    // Without an answer it is only closed until the next visit.
    await call('account.updatePreferences', { [PREFERENCE]: this.#closed }).catch(() => undefined);
  }

  /** Creates the chat with the inviter and returns its ID; undefined on failure. */
  async sayHello(): Promise<number | undefined> {
    const inviter = this.#introduced?.Inviter?.ID ?? 0;
    let dialog: number | undefined;
    await this.acting.run(async () => {
      dialog = (await call('dialogs.createPrivate', { user_id: inviter })).ID;
    });
    if (dialog !== undefined) await this.close('hello');
    return dialog;
  }

  /** Joins the group of everyone and returns its ID; undefined on failure. */
  async joinCommons(): Promise<number | undefined> {
    const dialog = this.#introduced?.Commons?.ID ?? 0;
    const isIn = await this.acting.run(() => call('dialogs.join', { dialog_id: dialog, user_id: '@me' }));
    if (isIn) await this.load();
    return isIn ? dialog : undefined;
  }

  /** Adds, as the owner, what newcomers meet. */
  async prepare(): Promise<void> {
    if (await this.acting.run(() => prepareForNewcomers())) await this.load();
  }

  #isOpen(card: Card): boolean {
    const subject = this.#subjectOf(card);
    return subject !== 0 && this.#closed[card] !== subject;
  }

  /** What a card is about, by ID; 0 if there is nothing to show. */
  #subjectOf(card: Card): number {
    const { Welcome, Inviter, Commons } = this.#introduced ?? {};
    if (card === 'welcome') return Welcome?.ID ?? 0;
    if (card === 'hello') return Inviter?.ID ?? 0;
    if (card === 'commons') return Commons && !Commons.Joined ? Commons.ID : 0;
    return own.isOwner && !Commons && !Welcome ? 1 : 0;
  }
}

const CARDS: Card[] = ['hello', 'commons', 'offer', 'welcome'];
const PREFERENCE = 'closedCards';

/** Other clients may write preferences too. */
function closedIn(value: unknown): Partial<Record<Card, number>> {
  const entries = Object.entries(typeof value === 'object' && value !== null ? value : {});
  return Object.fromEntries(entries.filter(([, subject]) => typeof subject === 'number'));
}
