import type { Logger } from 'pino';
import { z } from 'zod';
import type { CommunitiesState, CommunitiesAction } from '../../../shared/bridge';
import { AppError } from '../../../shared/errors';
import { toAppError } from '../../doors/error-responses';
import { failed } from '../../doors/ipc';
import type { HandlersOf } from '../../doors/ipc-channels';
import { isRemoteCommunityId, type RemoteCommunityId } from '../../remote/addresses';
import type { RemoteCommunities } from '../../remote/remote-communities';
import type { ShownCommunity } from '../window/scheme';
import { communityFrom } from '../window/senders';
import type { LocalCommunity } from './communities-state';

/** What CommunityRequests uses to answer pages. */
export interface CommunityRequestsOptions {
  remote: RemoteCommunities;
  own: () => Promise<LocalCommunity>;
  /** All communities that the window can show. */
  state: () => Promise<CommunitiesState>;
  /** Shows the pages of a community, at a route or at their start. */
  show: (community: ShownCommunity, place?: string) => void;
  /** Signs out of a community and deletes all local data of it. */
  leave: (id: RemoteCommunityId) => Promise<void>;
  logger: Logger;
}

/** Answers what pages ask of the list of communities: to show, find, join, move or leave one. */
export class CommunityRequests {
  readonly #options: CommunityRequestsOptions;

  constructor(options: CommunityRequestsOptions) {
    this.#options = options;
  }

  readonly handlers: HandlersOf<'communities'> = {
    communities: async (event, asked) => {
      try {
        if (communityFrom(event) === null) throw new AppError('access_denied');
        return { ok: true, value: await this.#do(Action.parse(asked)) };
      } catch (error) {
        return failed(toAppError(error, this.#options.logger));
      }
    },
  };

  async #do(asked: CommunitiesAction): Promise<unknown> {
    const { remote, show, leave, state } = this.#options;
    switch (asked.action) {
      case 'show':
        if (asked.id === 'main' || remote.find(asked.id)) show(asked.id as ShownCommunity, asked.place);
        break;
      case 'preview':
        return this.#preview(asked.address);
      case 'join':
        show(await remote.join(asked), asked.place);
        break;
      case 'leave':
        if (remote.find(asked.id) && isRemoteCommunityId(asked.id)) await leave(asked.id);
        break;
      case 'move':
        await remote.move(asked.id, asked.before);
        break;
      case 'trust':
        await remote.trust(asked.id, asked.key);
        break;
    }
    return state();
  }

  async #preview(address: string): Promise<unknown> {
    const preview = await this.#options.remote.preview(address);
    const { key } = await this.#options.own();
    return key === preview.key ? { ...preview, id: 'main' } : preview;
  }
}

const Place = z.string().startsWith('#/').max(2048);
const Id = z.string().max(40);
const Key = z.string().length(64);

const Action = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('look') }),
  z.strictObject({ action: z.literal('show'), id: Id, place: Place.optional() }),
  z.strictObject({ action: z.literal('preview'), address: z.string().max(2048) }),
  z.strictObject({
    action: z.literal('join'),
    address: z.string().max(300),
    key: Key,
    name: z.string().max(200).optional(),
    place: Place.optional(),
  }),
  z.strictObject({ action: z.literal('leave'), id: Id }),
  z.strictObject({ action: z.literal('move'), id: Id, before: Id.nullable() }),
  z.strictObject({ action: z.literal('trust'), id: Id, key: Key }),
]);
