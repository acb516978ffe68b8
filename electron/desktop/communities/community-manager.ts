import type { WebContents } from 'electron';
import type { Logger } from 'pino';
import type { PictureDecoder } from '../../content/pictures/picture-decoder';
import { DEMO_ID, type CommunitiesState } from '../../../shared/bridge';
import type { HandlersOf } from '../../doors/ipc-channels';
import { CommunityFinder } from '../../discovery/finder';
import { isRemoteCommunityId, type RemoteCommunityId } from '../../remote/addresses';
import type { CommunityApi } from '../../remote/event-transport';
import type { RemoteCommunity } from '../../remote/remote-community';
import type { SyncedCommunity } from '../../remote/synced/synced-community';
import type { SyncedUploads } from '../../remote/synced/synced-uploads';
import { RemoteCommunities } from '../../remote/remote-communities';
import { HostSearch } from '../../remote/host-search';
import type { ContentListener } from '../../replica/replica';
import type { Service } from '../../service';
import { THIS_MACHINE } from '../../sharing/reachable-addresses';
import type { SystemAlerts } from './system-alerts';
import type { Badge } from '../window/badge';
import { BackgroundCommunities, type CommunityId } from './background-communities';
import { AvatarCache } from './avatar-cache';
import type { AnswerBytes, ShownCommunity } from '../window/scheme';
import { OutboxChannel } from './outbox-channel';
import { CommunitiesAnnouncer } from './communities-announcer';
import { CommunityRequests } from './community-requests';
import { describeOwn, stateOfCommunities } from './communities-state';
import { leaveCommunity } from './leave-community';
import type { SessionStore } from './session-store';
import { saveUnsent } from './save-unsent';
import { SyncedCommunities } from './synced-communities';

/** Where CommunityManager stores its files, and how it reaches the window. */
export interface CommunityManagerOptions {
  /** File with the list of remote communities. */
  path: string;
  /** The local community. */
  own: Service;
  sessions: SessionStore;
  badge: Badge;
  alerts: SystemAlerts;
  /** File of cached avatars. */
  pictures: string;
  answerBytes: AnswerBytes;
  /** Folder of what is kept of remote communities, and of what waits to be sent to them. */
  synced: string;
  /** No network searches: hosts that have moved are not looked for. */
  quiet: boolean;
  /** The program's name in the person's list of devices. */
  client: string;
  /** The version of this program. */
  version: string;
  /** Decodes pictures that wait to be sent. */
  pictureDecoder: PictureDecoder;
  /** Fetches content of a community ahead, given a list of its URLs. */
  fetchAhead: (id: RemoteCommunityId, list: () => Promise<string[]>) => void;
  /** Deletes content of a community from this computer. */
  forgetContent: (id: RemoteCommunityId, ...lost: Parameters<ContentListener>) => void;
  /** A community is about to be left, given the fingerprint of its key. */
  onLeave: (key: string) => Promise<void>;
  /** Shows the pages of a community, at a route or at their start. */
  show: (community: ShownCommunity, place?: string) => void;
  /** The page displayed now. */
  page: () => WebContents | null;
  logger: Logger;
}

/** Manages the local community and the remote ones: which one is displayed, and what is new in the others. */
export class CommunityManager {
  readonly #options: CommunityManagerOptions;
  readonly #announcer: CommunitiesAnnouncer;
  readonly #remote: RemoteCommunities;
  readonly #hostSearch: HostSearch;
  readonly #synced: SyncedCommunities;
  readonly #pictures: AvatarCache;
  readonly #background: BackgroundCommunities;
  readonly #outbox: OutboxChannel;
  readonly #requests: CommunityRequests;
  #shown: ShownCommunity;
  #displayed: ShownCommunity | null;

  constructor(options: CommunityManagerOptions) {
    this.#options = options;
    this.#announcer = new CommunitiesAnnouncer(() => this.#state(), options.page);
    const { path, own, client, pictures, answerBytes, version, logger } = options;
    const describe = () => describeOwn(own, client);
    const sweepTargets = { hosts: () => [], ports: [] };
    const finder = new CommunityFinder({ machine: THIS_MACHINE, sweepTargets });
    this.#hostSearch = new HostSearch(finder, (found) => {
      for (const { key, addresses } of found)
        void this.#remote.tryDiscovered(key, addresses).then((isNew) => isNew && this.#synced.reconnect());
    });
    this.#remote = new RemoteCommunities({
      path,
      client,
      onChange: () => this.#announcer.announce(),
      onLost: (isNewlyLost) => this.#searchHosts(isNewlyLost),
    });
    this.#synced = new SyncedCommunities({
      folder: options.synced,
      client,
      version,
      onChange: (id) => {
        this.#outbox.announce(id);
        this.#announcer.announce();
      },
      onCaughtUp: (id, community) => {
        options.fetchAhead(id, () => community.likelyPictures());
        this.#refreshPicture(id, community);
      },
      onDescription: (id, community) => this.#refreshPicture(id, community),
      onContentLost: options.forgetContent,
      pictureDecoder: options.pictureDecoder,
      logger,
    });
    this.#outbox = new OutboxChannel({
      itemsOf: (community) => (isRemoteCommunityId(community) ? this.#synced.unsentOf(community) : []),
      unsent: {
        save: (community) => saveUnsent(this.#synced, this.#remote, community),
        discard: (community) => {
          if (isRemoteCommunityId(community)) this.#synced.discardUnsent(community);
        },
      },
      act: (community, change) => this.#syncedAt(community)?.changeOutbox(change),
      page: options.page,
      logger,
    });
    this.#pictures = new AvatarCache({
      path: pictures,
      answerBytes,
      onChange: () => this.#announcer.announce(),
    });
    this.#background = new BackgroundCommunities({
      ...options,
      onAvailable: (id, community) => this.#refreshPicture(id, community),
      connectionTo: (id) => (id === 'main' ? null : this.serviceOf(id)) ?? own,
      nameOf: async (id) => this.#remote.all.find((one) => one.id === id)?.name ?? (await describe()).name,
      onUnreadChange: () => this.#announcer.announce(),
    });
    this.#requests = new CommunityRequests({
      remote: this.#remote,
      own: describe,
      state: () => this.#state(),
      show: options.show,
      leave: (id) => this.#leave(id),
      logger,
    });
    const { shown } = this.#remote;
    this.#shown = this.#displayed = shown === 'main' || this.find(shown) ? shown : 'main';
  }

  /** The displayed community, initially the one displayed when the program ended. */
  get shown(): ShownCommunity {
    return this.#shown;
  }

  /** The connection to a remote community; null if there is none with this ID. */
  find(id: string): RemoteCommunity | null {
    return this.#remote.find(id);
  }

  /** A remote community as the signed-in person has it on this computer; null if there is none with this ID. */
  serviceOf(id: RemoteCommunityId): SyncedCommunity | RemoteCommunity | null {
    return this.#synced.of(id) ?? this.find(id);
  }

  /** Uploads of the person signed in to a remote community; null if nobody is. */
  uploadsOf(id: RemoteCommunityId): SyncedUploads | null {
    return this.#synced.of(id)?.uploads ?? null;
  }

  /** Connects again immediately: the computer woke up. */
  reconnect(): void {
    this.#synced.reconnect();
    this.#searchHosts();
  }

  /** The keys of all remote communities. */
  get remoteKeys(): string[] {
    return this.#remote.all.map(({ key }) => key);
  }

  /** The key of a remote community; null if there is none with this ID. */
  keyOf(id: RemoteCommunityId): string | null {
    return this.#remote.all.find((one) => one.id === id)?.key ?? null;
  }

  /** Tries more addresses of a remote community, at which another host may have taken over. */
  async tryAddresses(key: string, addresses: readonly string[]): Promise<void> {
    await this.#remote.tryDiscovered(key, addresses);
  }

  /** Opens what is kept of each community, and connects to it. */
  begin(): void {
    for (const { id } of this.#remote.all) this.#openSynced(id);
    this.#watchHidden();
    this.#searchHosts();
  }

  /** Answers our pages. */
  get handlers(): HandlersOf<'communities' | 'outbox'> {
    return { ...this.#requests.handlers, ...this.#outbox.handlers };
  }

  /** Pages learn of a change: a community has another number of unread messages. */
  announce(): void {
    this.#announcer.announce();
  }

  /** Someone signed in to or out of a community. */
  onSessionChange(community: ShownCommunity): void {
    if (community === DEMO_ID) return;
    this.#background.end(community);
    if (community !== 'main') this.#openSynced(community);
    const { sessions, badge, alerts } = this.#options;
    if (!sessions.of(community)) {
      badge.setUnread(community, 0);
      alerts.endAll(community);
    }
    this.#watchHidden();
    this.#announcer.announce();
  }

  /** The pages of a community are displayed from now on; null for none: the program goes on without a window. */
  setShown(community: ShownCommunity | null): void {
    this.#displayed = community;
    if (community !== null) this.#shown = community;
    if (community !== null && community !== DEMO_ID) this.#remote.shown = community;
    this.#watchHidden();
  }

  /** A reply to a dialog was typed into a notification of a community whose pages aren't open. */
  answer(community: ShownCommunity, dialog: number, text: string): void {
    if (community === 'main' || this.find(community))
      void this.#background.answer(community as CommunityId, dialog, text).catch(() => undefined);
  }

  /** Closes all connections. */
  async close(): Promise<void> {
    this.#background.close();
    this.#hostSearch.close();
    // Together: what is being read ends when the connections close.
    await Promise.all([this.#synced.close(), this.#remote.close(), this.#pictures.settled()]);
  }

  async #leave(id: RemoteCommunityId): Promise<void> {
    const key = this.keyOf(id);
    if (key !== null) await this.#options.onLeave(key);
    const own = { remote: this.#remote, synced: this.#synced, pictures: this.#pictures };
    const onRemoved = (next: CommunityId) => {
      if (this.#shown === id) this.#options.show((this.#shown = next));
      this.#background.end(id);
    };
    const parting = { client: this.#options.client, service: this.serviceOf(id), onRemoved };
    await leaveCommunity(id, { ...this.#options, ...own }, parting);
  }

  /** Also while all hosts answer: another computer may have taken over from one of them. */
  #searchHosts(isNewlyLost = false): void {
    if (!this.#options.quiet && this.#remote.all.length > 0) this.#hostSearch.start(isNewlyLost);
  }

  #refreshPicture(id: CommunityId, community: CommunityApi): void {
    const { sessions, client } = this.#options;
    const token = sessions.of(id)?.token;
    if (token === undefined) return;
    // If fetching fails, the next contact tries again.
    this.#pictures.refresh(id, community, { token, address: '', userAgent: client }).catch(() => undefined);
  }

  /** Opens what is kept of a community for who is signed in; deletes it if nobody is. */
  #openSynced(id: RemoteCommunityId): void {
    const signedIn = this.#options.sessions.of(id);
    const stored = this.#remote.all.find((one) => one.id === id);
    const remote = this.find(id);
    if (signedIn && stored && remote) this.#synced.signIn(stored, remote, signedIn);
    else void this.#synced.signOut(id);
  }

  #syncedAt(community: ShownCommunity): SyncedCommunity | null {
    return isRemoteCommunityId(community) ? this.#synced.of(community) : null;
  }

  #state(): Promise<CommunitiesState> {
    const { own, badge, client } = this.#options;
    return stateOfCommunities({
      own: describeOwn(own, client),
      remote: this.#remote,
      synced: this.#synced,
      pictures: this.#pictures,
      badge,
    });
  }

  /** The displayed community's pages have an event connection of their own. */
  #watchHidden(): void {
    const all = ['main' as const, ...this.#remote.all.map((one) => one.id)];
    this.#background.watch(all.filter((id) => id !== this.#displayed));
  }
}
