import { endpointOf, type Input, type Name, type Output } from '../../../shared/contract';
import type { OutboxItem } from '../../../shared/bridge';
import type { ServerEvent } from '../../../shared/client/event-client';
import { isQueued, uploadPartOf } from '../../outbox/queued-calls';
import { LiveReplica } from '../../replica/live-replica';
import { ReplicaReader } from '../../replica/replica-reader';
import type { Answer, ConnectionHandle, ConnectionOptions, Session } from '../../service';
import { EventHub } from '../event-hub';
import { HostRequirement } from './host-requirement';
import { KnownPresence } from './known-presence';
import type { OutboxChange } from './outbox-edits';
import type { SyncedCommunityOptions } from './synced-community-options';
import { replicaFilesOf } from './synced-replica-files';
import { SyncedReads } from './synced-reads';
import { SyncedUploads } from './synced-uploads';
import { SyncedWrites } from './synced-writes';
import { findPlaces } from './unsent-places';
import { unixNow } from '../../unix-time';

export type { SyncedCommunityOptions } from './synced-community-options';

/**
 * A community hosted elsewhere, for one member on this computer: a replica of what they may see, and an outbox of what
 * they do. Has the interface of a community. Calls with other tokens go to the host.
 */
export class SyncedCommunity {
  /** Uploads of pages. */
  readonly uploads: SyncedUploads;
  readonly #options: SyncedCommunityOptions;
  readonly #session: Session;
  readonly #presence = new KnownPresence();
  readonly #live: LiveReplica;
  readonly #hub: EventHub;
  readonly #reads: SyncedReads;
  readonly #writes: SyncedWrites;
  readonly #requirement: HostRequirement;
  /** Resolves when the host has said who is online. */
  #presenceKnown: Promise<void> = Promise.resolve();
  #heardAt: number;
  #isRevoked = false;
  #hasSignedOut = false;
  #isClosed = false;

  constructor(options: SyncedCommunityOptions) {
    this.#options = options;
    this.#heardAt = options.seen;
    const { remote, signedIn, client, version, outbox, retryDelays = RETRY_DELAYS } = options;
    this.#session = { token: signedIn.token, address: '', userAgent: client };
    this.#live = new LiveReplica({
      files: replicaFilesOf(options, { presence: this.#presence, live: () => this.#live }),
      call: (name, input) => remote.call(this.#session, name, input),
      now: unixNow,
      isConnected: () => this.#hub.isConnected,
      retryDelays,
      onReplaced: () => this.#writes.showPending(),
    });
    this.#reads = new SyncedReads({
      live: this.#live,
      hub: () => this.#hub,
      ask: (name, input) => remote.answer(this.#session, name, input),
      presenceKnown: () => this.#presenceKnown,
    });
    this.#requirement = new HostRequirement(version, () => remote.call(this.#session, 'community.get', {}));
    this.#writes = new SyncedWrites({
      outbox,
      live: this.#live,
      hub: () => this.#hub,
      send: async (name, input, key) => {
        await this.#requirement.requireNewEnough();
        return remote.answer(this.#session, name, input, key);
      },
      readChanges: (input) => remote.answer(this.#session, 'sync.changes', input),
      host: remote.uploads(this.#session),
      version,
      now: unixNow,
      retryDelays,
    });
    this.uploads = new SyncedUploads({
      outbox,
      signedIn,
      isConnected: async () => {
        await this.#hub.settled(FIRST_CONNECTION_MS);
        return this.#hub.isConnected;
      },
    });
    this.#hub = new EventHub({
      community: remote,
      client,
      signedIn,
      version,
      cursor: this.#live.replica.cursor,
      retryDelays,
      onState: (isConnected) => this.#changeState(isConnected),
      onFrame: (frame) => this.#writes.durability.onFrame(frame),
      onEvent: (event) => this.#receive(event),
      onRevoked: () => {
        this.#isRevoked = true;
        if (this.isRevoked) options.onRevoked?.();
      },
    });
    // A damaged replica is made again at the first contact.
    this.#writes.showPending().catch(() => undefined);
  }

  /** Whether the person ended their session themselves. */
  get hasSignedOut(): boolean {
    return this.#hasSignedOut;
  }

  /** Whether the host no longer accepts the token, although the person has not signed out. */
  get isRevoked(): boolean {
    return this.#isRevoked && !this.#hasSignedOut;
  }

  /** Whether everything that the person may see has been read once, as far as it is held. */
  get isFilled(): boolean {
    return this.#live.replica.isFilled;
  }

  /** While the host is away and there is a replica: the last contact in Unix seconds. Otherwise 0. */
  get asOf(): number {
    return this.#hub.isConnected || !this.#live.replica.cursor ? 0 : this.#heardAt;
  }

  /** How many items the outbox shows to the person. */
  get unsent(): number {
    return this.outboxItems.length;
  }

  /** What waits to be sent or was refused, oldest first. */
  get outboxItems(): OutboxItem[] {
    return this.#writes.items;
  }

  /** Performs a call, like the service. */
  async call<N extends Name>(session: Session, name: N, input: unknown, key?: string): Promise<Output<N>> {
    return (await this.answer(session, name, input, key)).value;
  }

  /**
   * Performs a call. Writes that may wait go through the outbox. Reads are answered by the replica if it holds
   * everything, else by the host, or as last seen while that is away. Throws the host's errors, and Unreachable for what
   * only the host can do.
   */
  async answer<N extends Name>(
    session: Session,
    name: N,
    input: unknown,
    key?: string,
  ): Promise<Answer<Output<N>>> {
    const { kind, download } = endpointOf(name);
    const isOwn = session.token === this.#session.token && download === undefined;
    if (isOwn && SIGNING_OUT.has(name)) return this.#signOut(session, name, input, key);
    if (!isOwn || (kind === 'write' && !isQueued(name)))
      return this.#options.remote.answer(session, name, input, key);
    await this.#hub.settled(FIRST_CONNECTION_MS);
    if (kind === 'read') return this.#reads.read(name, input);
    const part = uploadPartOf(name);
    const upload = part === null ? null : ((input as Record<string, unknown> | null)?.[part] ?? '');
    if (upload === null || (await this.uploads.isComplete(upload)))
      return this.#writes.write(name, input, key);
    // Its bytes went to the host directly.
    const answer = await this.#options.remote.answer(session, name, input, key);
    await this.uploads.forget(upload);
    return answer;
  }

  async #signOut<N extends Name>(
    session: Session,
    name: N,
    input: unknown,
    key?: string,
  ): Promise<Answer<Output<N>>> {
    const before = this.#hasSignedOut;
    this.#hasSignedOut = true;
    try {
      return await this.#options.remote.answer(session, name, input, key);
    } catch (error) {
      // A person who signs out is done with this program, whatever the host says; the others may be refused.
      if (name !== 'account.logout') this.#hasSignedOut = before;
      throw error;
    }
  }

  /** Opens an event connection that stays open while the host is away. */
  async connect(session: Session, options: ConnectionOptions): Promise<ConnectionHandle> {
    if (session.token !== this.#session.token) return this.#options.remote.connect(session, options);
    // The hub greets at once, but the caller listens only after this call.
    await Promise.resolve();
    return this.#hub.connect(options);
  }

  /** URLs of small pictures that pages will probably show, the likeliest first. */
  async likelyPictures(): Promise<string[]> {
    const { avatars, attached } = await this.#live.replica.likelyPhotos();
    const urls = (ids: readonly number[], size: number) =>
      ids.map((id) => `/content/photo/${id}/photo?size=${size}`);
    return [...urls(avatars, 64), ...urls(attached, 1024), ...urls(avatars, 256)];
  }

  /** Connects again immediately: the computer woke up, or the host was found elsewhere. */
  reconnect(): void {
    this.#options.remote.endSilentConnections();
    this.#hub.reconnect();
  }

  /** Changes the outbox, shows the result, and sends what is to be sent. Throws AppError. */
  changeOutbox(change: OutboxChange): Promise<void> {
    return this.#writes.change(change);
  }

  /** Resolves when nothing is being sent, and what was sent is read from the replica. */
  sent(): Promise<void> {
    return this.#writes.sent();
  }

  /** Closes connections and files. */
  async close(): Promise<void> {
    this.#end();
    await this.#live.close();
  }

  /** Closes everything and deletes the replica. Returns, by key, the names of the places of what was not sent. */
  async wipe(): Promise<Record<string, string>> {
    const items = this.outboxItems;
    const reader = new ReplicaReader(this.#live.replica);
    this.#end();
    const places = await findPlaces(items, (name, input) => reader.asLastSeen(name, input));
    await this.#live.wipe();
    return places;
  }

  #end(): void {
    this.#isClosed = true;
    this.#writes.close();
    this.#hub.close();
    this.#options.outbox.close();
  }

  #receive(event: ServerEvent): void {
    if (event.Type === 'online') this.#presence.set(event.User, event.Online);
    else this.#live.wake();
    if (event.Type === 'community') this.#options.onDescription?.();
  }

  #changeState(isConnected: boolean): void {
    if (this.#isClosed) return;
    this.#presence.clear();
    this.#requirement.forget();
    this.#heardAt = unixNow();
    if (isConnected) {
      const ask = (input: Input<'sync.changes'>) =>
        this.#options.remote.call(this.#session, 'sync.changes', input);
      this.#presenceKnown = this.#presence.load(this.#hub.cursor, ask);
      // What fails is tried again at the next contact.
      this.#comeBack().catch(() => undefined);
    } else {
      this.#writes.hostLeft();
      this.#options.remote.endSilentConnections();
    }
    this.#options.onChange();
  }

  /** The host is back: sends what waited, and lets the pages read again what they know only as last seen. */
  async #comeBack(): Promise<void> {
    this.#live.wake();
    await this.#writes.sendAll();
    if (this.#reads.takeLastSeen()) {
      const { cursor } = this.#hub;
      if (cursor) await this.#live.upTo(cursor).catch(() => false);
      this.#hub.reset();
    }
    await this.#live.idle();
    if (this.isFilled && !this.#isClosed) this.#options.onCaughtUp?.();
  }
}

/** Calls by which a person signs out of this program themselves. */
const SIGNING_OUT: ReadonlySet<Name> = new Set(['account.logout', 'account.logoutAll', 'account.remove']);
/** A host on the same network is tried often, so that everything is there soon after it is back. */
const RETRY_DELAYS = { min: 500, max: 4_000 };
/** Milliseconds that calls wait for the first connection before they are answered as last seen. */
const FIRST_CONNECTION_MS = 1_500;
