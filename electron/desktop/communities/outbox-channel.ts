import type { WebContents } from 'electron';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { OutboxItem } from '../../../shared/bridge';
import { AppError } from '../../../shared/errors';
import { LIMITS } from '../../../shared/limits';
import { toAppError } from '../../doors/error-responses';
import { failed } from '../../doors/ipc';
import { push, type HandlersOf } from '../../doors/ipc-channels';
import type { OutboxChange } from '../../remote/synced/outbox-edits';
import { communityAt, type ShownCommunity } from '../window/scheme';
import { communityFrom } from '../window/senders';

/** The outboxes that an OutboxChannel gives pages access to. */
export interface OutboxChannelOptions {
  /** The outbox of a community, oldest first; empty for one that has none. */
  itemsOf: (community: ShownCommunity) => readonly OutboxItem[];
  /** Changes the outbox of a community. Throws AppError. */
  act: (community: ShownCommunity, change: OutboxChange) => void | Promise<void>;
  /** What was not sent to a community that nobody is signed in to. */
  unsent: {
    /** Asks where to save it as text. */
    save: (community: ShownCommunity) => Promise<void>;
    discard: (community: ShownCommunity) => void;
  };
  /** The page displayed now. */
  page: () => Pick<WebContents, 'getURL' | 'send'> | null;
  logger: Logger;
}

/** Shows pages the outbox of their community, and changes it for them. */
export class OutboxChannel {
  readonly #options: OutboxChannelOptions;
  readonly #changed = new Set<ShownCommunity>();

  constructor(options: OutboxChannelOptions) {
    this.#options = options;
  }

  /** The IPC handlers for pages. */
  readonly handlers: HandlersOf<'outbox'> = {
    outbox: async (event, asked) => {
      const { itemsOf, act, unsent, logger } = this.#options;
      try {
        const community = communityFrom(event);
        if (community === null) throw new AppError('access_denied');
        const action = Action.parse(asked);
        if (action.action === 'save') await unsent.save(community);
        else if (action.action === 'discardAll') unsent.discard(community);
        else if (action.action !== 'look') await act(community, action);
        return { ok: true, value: itemsOf(community) };
      } catch (error) {
        return failed(toAppError(error, logger));
      }
    },
  };

  /**
   * Sends its outbox to the pages of a community, if they are displayed. Call it whenever the outbox has changed: many
   * changes in a row are sent as one.
   */
  announce(community: ShownCommunity): void {
    if (this.#changed.size === 0) setTimeout(() => this.#announceChanged(), COALESCE_MS);
    this.#changed.add(community);
  }

  #announceChanged(): void {
    const changed = [...this.#changed];
    this.#changed.clear();
    const page = this.#options.page();
    const shown = page && communityAt(page.getURL());
    if (page && shown && changed.includes(shown)) push(page, 'outboxNow', [...this.#options.itemsOf(shown)]);
  }
}

/** Milliseconds for which changes are gathered. */
const COALESCE_MS = 30;

const key = z.string().min(1).max(LIMITS.keyMax);

const Action = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('look') }),
  z.strictObject({ action: z.literal('save') }),
  z.strictObject({ action: z.literal('discardAll') }),
  z.strictObject({ action: z.literal('retry'), key }),
  z.strictObject({ action: z.literal('overwrite'), key }),
  z.strictObject({ action: z.literal('edit'), key, text: z.string().max(LIMITS.post) }),
  z.strictObject({ action: z.literal('discard'), key }),
]);
