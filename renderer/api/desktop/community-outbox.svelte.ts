import type { OutboxAction, OutboxItem } from '../../../shared/bridge';
import type { Bridge } from '../../../shared/channels';
import { failureIn } from '../bridge';
import { communities } from './communities.svelte';

export type { OutboxItem } from '../../../shared/bridge';

/** Receives what the host refused, at the moment it is known. */
export type RefusalListener = (refused: readonly OutboxItem[]) => void;

/**
 * What waits to be sent to the community of these pages, and what its host refused. The desktop program keeps it; empty
 * in a browser and for the person's own community.
 */
export class CommunityOutbox {
  readonly #bridge: Pick<Bridge, 'outbox' | 'onOutbox'> | undefined;
  readonly #listeners = new Set<RefusalListener>();
  #items = $state.raw<readonly OutboxItem[]>([]);
  #isLoaded = false;
  readonly #waiting = $derived(this.#items.filter(({ state }) => state === 'pending'));
  readonly #refused = $derived(this.#items.filter(({ state }) => state === 'refused'));
  readonly #uploads = $derived(
    new Map(this.#waiting.flatMap(({ made, upload }) => (upload ? made.map((id) => [id, upload]) : []))),
  );
  readonly #pendingIds = $derived(new Set(this.#waiting.flatMap(({ made }) => made)));

  /** `bridge` is undefined where there is no outbox. */
  constructor(bridge: Pick<Bridge, 'outbox' | 'onOutbox'> | undefined) {
    this.#bridge = bridge;
    if (!bridge) return;
    bridge.onOutbox((items) => this.#show(items));
    void bridge.outbox({ action: 'look' }).then(
      // A push that came first is newer.
      (answer) => answer.ok && !this.#isLoaded && this.#show(answer.value as OutboxItem[]),
      () => undefined,
    );
  }

  /** Everything unsent, oldest first. Reactive, like all getters here. */
  get items(): readonly OutboxItem[] {
    return this.#items;
  }

  /** What is sent in this order once the host answers. */
  get waiting(): readonly OutboxItem[] {
    return this.#waiting;
  }

  /** What the host refused. */
  get refused(): readonly OutboxItem[] {
    return this.#refused;
  }

  /** Whether something with this ID was made here and waits to be sent. */
  isPending(id: number): boolean {
    return this.#pendingIds.has(id);
  }

  /**
   * The newest edit of something that was refused because that was changed meanwhile; an `id` of 0 is the own profile.
   */
  conflictAbout(name: string, id: number): OutboxItem | undefined {
    return this.#refused.findLast(
      (item) => item.name === name && item.error?.detail === 'version_conflict' && editedId(item) === id,
    );
  }

  /** The file that is uploaded as something with this ID, while it waits to be sent. */
  uploadOf(id: number): OutboxItem['upload'] {
    return this.#uploads.get(id);
  }

  /** Calls a listener when something is refused, until the returned function is called. */
  onRefused(listener: RefusalListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Sends something refused again. Throws AppError, like the other actions. */
  retry(key: string): Promise<void> {
    return this.#do({ action: 'retry', key });
  }

  /** Sends an edit over the version that its conflict shows. */
  overwrite(key: string): Promise<void> {
    return this.#do({ action: 'overwrite', key });
  }

  /** Sends something with another text. */
  edit(key: string, text: string): Promise<void> {
    return this.#do({ action: 'edit', key, text });
  }

  /** Removes something without sending it. */
  discard(key: string): Promise<void> {
    return this.#do({ action: 'discard', key });
  }

  /** Once nobody is signed in: asks where to save everything as text. */
  save(): Promise<void> {
    return this.#do({ action: 'save' });
  }

  /** Once nobody is signed in: deletes everything. */
  discardAll(): Promise<void> {
    return this.#do({ action: 'discardAll' });
  }

  async #do(action: OutboxAction): Promise<void> {
    if (!this.#bridge) return;
    const answer = await this.#bridge.outbox(action);
    if (!answer.ok) throw failureIn(answer);
    this.#show(answer.value as OutboxItem[]);
  }

  #show(items: readonly OutboxItem[]): void {
    const refusedBefore = new Set(this.#refused.map(({ key }) => key));
    const wasLoaded = this.#isLoaded;
    this.#isLoaded = true;
    this.#items = items;
    const newly = this.#refused.filter(({ key }) => !refusedBefore.has(key));
    if (!wasLoaded || newly.length === 0) return;
    for (const listener of this.#listeners) listener(newly);
  }
}

/** The ID of what an edit changes: `message_id`, `post_id` …; 0 for the own profile. */
function editedId({ input }: OutboxItem): number {
  return Number(Object.entries(input).find(([key]) => key.endsWith('_id'))?.[1] ?? 0);
}

/** The outbox of the community of these pages. */
export const communityOutbox = new CommunityOutbox(communities.isElsewhere ? window.courtyard : undefined);
