import type { WebContents } from 'electron';
import type { Logger } from 'pino';
import { z } from 'zod';
import { offlineKinds, type OfflineItem } from '../../../shared/offline';
import { push, type HandlersOf } from '../../doors/ipc-channels';
import { ContentCache, type CacheOwner } from '../../remote/content-cache/content-cache';
import { FetchQueue } from '../../remote/content-cache/fetch-queue';
import { PersonContent } from '../../remote/content-cache/person-content';
import type { RemoteCommunity } from '../../remote/remote-community';
import type { ContentListener } from '../../replica/replica';
import { communityAt, type ShownCommunity } from '../window/scheme';
import { communityFrom } from '../window/senders';
import type { SessionStore } from './session-store';
import { unixNow } from '../../unix-time';

/** Where RemoteContent stores files, and the communities and sessions it fetches them with. */
export interface RemoteContentOptions {
  /** The folder of the cache. */
  folder: string;
  /** The program's name in the person's list of devices. */
  client: string;
  sessions: Pick<SessionStore, 'of'>;
  communities: {
    /** The connection to a remote community; null if there is none with this ID. */
    find: (id: string) => RemoteCommunity | null;
    /** The keys of all remote communities. */
    readonly remoteKeys: readonly string[];
  };
  /** The page displayed now. */
  page: () => WebContents | null;
  logger: Logger;
}

/** The content of remote communities on this computer: the cache, and what is kept offline. */
export class RemoteContent {
  readonly #options: RemoteContentOptions;
  readonly #cache: ContentCache;
  readonly #queue = new FetchQueue();
  readonly #people = new Map<string, { token: string; key: string; content: PersonContent }>();

  constructor(options: RemoteContentOptions) {
    this.#options = options;
    this.#cache = new ContentCache({ folder: options.folder, now: unixNow });
  }

  /** The IPC handlers for pages. */
  readonly handlers: HandlersOf<'offline' | 'contentCache'> = {
    offline: async (event, asked) => {
      const community = communityFrom(event);
      if (community === null) throw new Error('not answered');
      const action = Offline.parse(asked);
      const content = this.of(community);
      if (!content) return [];
      if (action.action === 'look') content.offline.resume();
      else if (action.action === 'keep') content.offline.keep(action);
      else await content.offline.remove(action);
      return content.offline.list();
    },
    contentCache: async (event, asked) => {
      if (communityFrom(event) === null) throw new Error('not answered');
      const action = Cache.parse(asked);
      if (action.action === 'budget') await this.#cache.setBudget(action.bytes);
      if (action.action === 'clear') await this.#cache.clear();
      await this.#cache.settled();
      return this.#cache.use;
    },
  };

  /** The content of the person signed in to a remote community; null if nobody is. */
  of(id: ShownCommunity): PersonContent | null {
    const community = this.#options.communities.find(id);
    const signedIn = this.#options.sessions.of(id);
    if (!community || !signedIn) return null;
    const { token, id: person } = signedIn;
    const { key } = community.host;
    const known = this.#people.get(id);
    if (known?.token === token && known.key === key) return known.content;
    known?.content.close();
    const session = { token, address: '', userAgent: this.#options.client };
    const content = new PersonContent({
      ...{ cache: this.#cache, queue: this.#queue, community, session, person },
      onOfflineChange: () => this.#notifyPage(id, content.offline.list()),
    });
    this.#people.set(id, { token, key, content });
    return content;
  }

  /** Someone signed in to or out of a community, or left it: what was stored for others there is deleted. */
  onSessionChange(id: ShownCommunity): void {
    const known = this.#people.get(id);
    const signedIn = this.#options.sessions.of(id);
    if (known && known.token !== signedIn?.token) {
      known.content.close();
      this.#people.delete(id);
    }
    const key = this.#options.communities.find(id)?.host.key;
    this.forgetOthers((owner) => owner.community === key && owner.person !== signedIn?.id);
  }

  /** Deletes what a person may no longer see. Never throws. */
  async forget(id: ShownCommunity, lost: Parameters<ContentListener>[0]): Promise<void> {
    try {
      await this.of(id)?.forgetItems(lost);
    } catch (error) {
      this.#options.logger.warn({ err: error }, 'stored content could not be deleted');
    }
  }

  /** Deletes what was stored for communities that were left, and for other given owners. */
  forgetOthers(isForgotten: (owner: CacheOwner) => boolean = () => false): void {
    const { communities, logger } = this.#options;
    const keys = new Set(communities.remoteKeys);
    this.#cache
      .forgetOwners((owner) => !keys.has(owner.community) || isForgotten(owner))
      .catch((error: unknown) => logger.warn({ err: error }, 'stored content could not be deleted'));
  }

  /** Ends all fetches and closes the cache. */
  async close(): Promise<void> {
    for (const { content } of this.#people.values()) content.close();
    await this.#cache.close();
  }

  #notifyPage(id: ShownCommunity, items: OfflineItem[]): void {
    const page = this.#options.page();
    if (page && communityAt(page.getURL()) === id) push(page, 'offlineNow', items);
  }
}

const Item = { kind: z.enum(offlineKinds), id: z.number().int().positive() };
const Offline = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('look') }),
  z.strictObject({ action: z.literal('keep'), ...Item }),
  z.strictObject({ action: z.literal('remove'), ...Item }),
]);
const Cache = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('look') }),
  z.strictObject({ action: z.literal('clear') }),
  z.strictObject({ action: z.literal('budget'), bytes: z.number().int().positive().nullable() }),
]);
