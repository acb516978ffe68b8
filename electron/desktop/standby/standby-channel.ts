import type { WebContents } from 'electron';
import type { Logger } from 'pino';
import { z } from 'zod';
import { AppError } from '../../../shared/errors';
import { toAppError } from '../../doors/error-responses';
import { failed } from '../../doors/ipc';
import { push, type HandlersOf } from '../../doors/ipc-channels';
import { communityAt, type ShownCommunity } from '../window/scheme';
import { communityFrom } from '../window/senders';
import type { StandbyCopies } from './standby-copies';

/** The copies that a StandbyChannel gives pages access to, and who may change them. */
export interface StandbyChannelOptions {
  copies: StandbyCopies;
  /** The fingerprint of the key of a community hosted elsewhere; null for any other one. */
  keyOf: (community: ShownCommunity) => string | null;
  /** Whether the community's owner is signed in to its pages. */
  isOwner: (community: ShownCommunity) => Promise<boolean>;
  /** The page displayed now. */
  page: () => Pick<WebContents, 'getURL' | 'send'> | null;
  logger: Logger;
}

/** Lets pages read and change the standby copy of their community on this computer. */
export class StandbyChannel {
  readonly #options: StandbyChannelOptions;

  constructor(options: StandbyChannelOptions) {
    this.#options = options;
  }

  /** The IPC handlers for pages; each page reaches only the copy of its own community. */
  readonly handlers: HandlersOf<'standbyCopy'> = {
    standbyCopy: async (event, request) => {
      const { copies, keyOf, logger } = this.#options;
      try {
        const community = communityFrom(event);
        const key = community && keyOf(community);
        if (community === null || key === null) throw new AppError('access_denied');
        const action = Action.parse(request);
        if (action.action === 'check') return { ok: true, value: await copies.room(key, action.link) };
        if (action.action === 'keep') await copies.keep(key, action.link);
        else if (action.action === 'stop') await copies.remove(key);
        else if (action.action === 'rejoin') await copies.rejoin(key);
        else if (action.action === 'promote') await this.#promote(community, key);
        return { ok: true, value: copies.stateOf(key) };
      } catch (error) {
        return failed(toAppError(error, logger));
      }
    },
  };

  /** Sends the state of a copy to the pages of its community, if they are displayed. */
  announce(key: string): void {
    const { copies, keyOf, page } = this.#options;
    const shown = page();
    const community = shown && communityAt(shown.getURL());
    if (shown && community && keyOf(community) === key) push(shown, 'standbyCopyNow', copies.stateOf(key));
  }

  async #promote(community: ShownCommunity, key: string): Promise<void> {
    if (!(await this.#options.isOwner(community))) throw new AppError('access_denied');
    await this.#options.copies.promote(key);
  }
}

const link = z.string().max(4096);
const Action = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('look') }),
  z.strictObject({ action: z.literal('check'), link }),
  z.strictObject({ action: z.literal('keep'), link }),
  z.strictObject({ action: z.literal('stop') }),
  z.strictObject({ action: z.literal('promote') }),
  z.strictObject({ action: z.literal('rejoin') }),
]);
