import type { WebContents } from 'electron';
import type { Logger } from 'pino';
import type { PictureDecoder } from '../../content/pictures/picture-decoder';
import { DEMO_ID, type CommunitiesState } from '../../../shared/bridge';
import type { HandlersOf } from '../../doors/ipc-channels';
import { CommunityFinder } from '../../discovery/community-finder';
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
  /** Folder of the replicas and outboxes of remote communities. */
  synced: string;
  /** Turns off network searches for hosts that have moved. */
  quiet: boolean;
  /** The program's name in the person's list of devices. */
  client: string;
  /** The version of this program. */
  version: string;
  /** Decodes pictures in the outbox. */
  pictureDecoder: PictureDecoder;
  /** Prefetches content of a community, given a list of its URLs. */
  fetchAhead: (id: RemoteCommunityId, list: () => Promise<string[]>) => void;
  /** Deletes content of a community from this computer. */
  forgetContent: (id: RemoteCommunityId, ...lost: Parameters<ContentListener>) => void;
  /** Called before a community is left, with the fingerprint of its key. */
  onLeave: (key: string) => Promise<void>;
  /** Shows the pages of a community at a route, by default the start page. */
  show: (community: ShownCommunity, route?: string) => void;
  /** The page displayed now. */
  page: () => WebContents | null;
  logger: Logger;
}

/** Manages the local community and the remote ones: displays one and watches the others for news. */
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
      onRevoked: (id) => void options.sessions.forget(id),
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
      nameOf: async (id) =>
        this.#remote.all.find((community) => community.id === id)?.name ?? (await describe()).name,
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

  /** Returns the connection to a remote community; null if there is none with this ID. */
  find(id: string): RemoteCommunity | null {
    return this.#remote.find(id);
  }

  /** Returns the synced copy of a remote community, or its connection if there is none; null for an unknown ID. */
  serviceOf(id: RemoteCommunityId): SyncedCommunity | RemoteCommunity | null {
    return this.#synced.of(id) ?? this.find(id);
  }

  /** Returns the uploads of the person signed in to a remote community; null if nobody is. */
  uploadsOf(id: RemoteCommunityId): SyncedUploads | null {
    return this.#synced.of(id)?.uploads ?? null;
  }

  /** Reconnects immediately after the computer woke up. */
  reconnect(): void {
    this.#synced.reconnect();
    this.#searchHosts();
  }

  /** The keys of all remote communities. */
  get remoteKeys(): string[] {
    return this.#remote.all.map(({ key }) => key);
  }

  /** Returns the key of a remote community; null if there is none with this ID. */
  keyOf(id: RemoteCommunityId): string | null {
    return this.#remote.all.find((community) => community.id === id)?.key ?? null;
  }

  /** Tries more addresses of a remote community, where another host may have taken over. */
  async tryAddresses(key: string, addresses: readonly string[]): Promise<void> {
    await this.#remote.tryDiscovered(key, addresses);
  }

  /** Opens the replica and outbox of each remote community and connects to its host. */
  begin(): void {
    for (const { id } of this.#remote.all) this.#openSynced(id);
    this.#watchHidden();
    this.#searchHosts();
  }

  /** The IPC handlers for pages. */
  get handlers(): HandlersOf<'communities' | 'outbox'> {
    return { ...this.#requests.handlers, ...this.#outbox.handlers };
  }

  /** Sends the current state to the pages, for example after the number of unread messages changed. */
  announce(): void {
    this.#announcer.announce();
  }

  /** Opens or closes a community after someone signed in or out. */
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

  /** Sets the community whose pages are displayed; null if the program runs without a window. */
  setShown(community: ShownCommunity | null): void {
    this.#displayed = community;
    if (community !== null) this.#shown = community;
    if (community !== null && community !== DEMO_ID) this.#remote.shown = community;
    this.#watchHidden();
  }

  /** Sends a reply that was typed into a system notification of a community whose pages aren't open. */
  answer(community: ShownCommunity, dialog: number, text: string): void {
    if (community === 'main' || this.find(community))
      void this.#background.answer(community as CommunityId, dialog, text).catch(() => undefined);
  }

  /** Closes all connections. */
  async close(): Promise<void> {
    this.#background.close();
    this.#hostSearch.close();
    // In parallel: pending reads end only when the connections close.
    await Promise.all([this.#synced.close(), this.#remote.close(), this.#pictures.settled()]);
  }

  async #leave(id: RemoteCommunityId): Promise<void> {
    const key = this.keyOf(id);
    if (key !== null) await this.#options.onLeave(key);
    const stores = { remote: this.#remote, synced: this.#synced, pictures: this.#pictures };
    const onRemoved = (next: CommunityId) => {
      if (this.#shown === id) this.#options.show((this.#shown = next));
      this.#background.end(id);
    };
    const context = { client: this.#options.client, service: this.serviceOf(id), onRemoved };
    await leaveCommunity(id, { ...this.#options, ...stores }, context);
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

  /** Opens the replica and outbox for the signed-in person; deletes them if nobody is signed in. */
  #openSynced(id: RemoteCommunityId): void {
    const signedIn = this.#options.sessions.of(id);
    const stored = this.#remote.all.find((community) => community.id === id);
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

  /** Watches all communities but the displayed one, whose pages have an event connection of their own. */
  #watchHidden(): void {
    const all = ['main' as const, ...this.#remote.all.map((community) => community.id)];
    this.#background.watch(all.filter((id) => id !== this.#displayed));
  }
}
