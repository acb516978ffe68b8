import { join } from 'node:path';
import type { Logger } from 'pino';
import type { PictureDecoder } from '../../content/pictures/picture-decoder';
import type { OutboxItem, SignedIn } from '../../../shared/bridge';
import { AppError } from '../../../shared/errors';
import type { ProgramTexts } from '../../../shared/texts/program';
import { Outbox } from '../../outbox/outbox';
import type { RemoteCommunityId } from '../../remote/addresses';
import type { ContentListener } from '../../replica/replica';
import type { StoredCommunity } from '../../remote/stored-list';
import { SyncedCommunity, type SyncedCommunityOptions } from '../../remote/synced/synced-community';
import { LeftOutboxes } from './left-outboxes';
import { unsentText } from './unsent-text';

/** Where SyncedCommunities stores its files, and whom it notifies of changes. */
export interface SyncedCommunitiesOptions {
  /** Folder of replicas and outboxes. */
  folder: string;
  /** The program's name in the person's list of devices, and its version. */
  client: string;
  version: string;
  /** A host connected or disconnected, or an outbox changed. */
  onChange: (id: RemoteCommunityId) => void;
  /** The replica of a community has caught up: content may be fetched ahead. */
  onCaughtUp: (id: RemoteCommunityId, community: SyncedCommunity) => void;
  /** The name, picture or settings of a community changed. */
  onDescription: (id: RemoteCommunityId, community: SyncedCommunity) => void;
  /** The host no longer accepts the token of the person who is signed in. */
  onRevoked: (id: RemoteCommunityId) => void;
  /** A person can no longer see something, because they lost access to where it was. */
  onContentLost: (id: RemoteCommunityId, ...lost: Parameters<ContentListener>) => void;
  /** Decodes pictures that wait to be sent. */
  pictureDecoder: PictureDecoder;
  logger: Logger;
}

/** The communities hosted elsewhere that someone is signed in to, each with its replica and outbox. */
export class SyncedCommunities {
  readonly #options: SyncedCommunitiesOptions;
  readonly #open = new Map<RemoteCommunityId, OpenCommunity>();
  readonly #left: LeftOutboxes;
  /** Replicas that are being deleted. */
  readonly #leaving = new Set<Promise<void>>();

  constructor(options: SyncedCommunitiesOptions) {
    this.#options = options;
    this.#left = new LeftOutboxes(join(options.folder, 'outboxes'));
  }

  /** Returns the community of the signed-in person; null if nobody is signed in. */
  of(id: RemoteCommunityId): SyncedCommunity | null {
    return this.#open.get(id)?.community ?? null;
  }

  /** Returns the unsent items of a community, oldest first, even if nobody is signed in to it any more. */
  unsentOf(id: RemoteCommunityId): readonly OutboxItem[] {
    return this.of(id)?.outboxItems ?? this.#left.itemsOf(id);
  }

  /** Returns the unsent items of a community that nobody is signed in to as text. */
  unsentTextOf(id: RemoteCommunityId, community: string, texts: ProgramTexts['unsent']): string {
    const places = this.#left.placesOf(id);
    return unsentText(this.#left.itemsOf(id), { community, places, texts });
  }

  /** Deletes the unsent items of a community. Throws `conflict` while someone is signed in to it. */
  discardUnsent(id: RemoteCommunityId): void {
    if (this.#open.has(id)) throw new AppError('conflict');
    this.#left.remove(id);
    this.#options.onChange(id);
  }

  get all(): SyncedCommunity[] {
    return [...this.#open.values()].map(({ community }) => community);
  }

  /** Opens the replica and outbox of the person who is signed in now. */
  signIn(
    { id, number, key, seen }: Pick<StoredCommunity, 'id' | 'number' | 'key' | 'seen'>,
    remote: SyncedCommunityOptions['remote'],
    signedIn: SignedIn,
  ): void {
    const open = this.#open.get(id);
    if (open?.token === signedIn.token) return;
    if (open) void this.#logFailure(open.community.close());
    this.#left.forget(id);
    const {
      folder,
      client,
      version,
      onChange,
      onCaughtUp,
      onDescription,
      onRevoked,
      onContentLost,
      pictureDecoder,
      logger,
    } = this.#options;
    const name = `${id}-${signedIn.id}`;
    const path = join(folder, 'outboxes', `${name}.db`);
    let outbox: Outbox | undefined;
    // Even if this one can't be opened, the one of the person before is closed.
    this.#open.delete(id);
    try {
      outbox = new Outbox(path, { pictureDecoder });
      outbox.onChange(() => onChange(id));
      const community = new SyncedCommunity({
        remote,
        signedIn,
        client,
        version,
        community: { id: number, key },
        replica: { folder: join(folder, 'replicas'), name },
        seen,
        outbox,
        onChange: () => onChange(id),
        onCaughtUp: () => onCaughtUp(id, community),
        onDescription: () => onDescription(id, community),
        onRevoked: () => onRevoked(id),
        onContentLost: (lost) => onContentLost(id, lost),
      });
      this.#open.set(id, { token: signedIn.token, community, outbox: path });
    } catch (error) {
      // On a full disk, for example: the community still works while its host can be reached.
      logger.warn({ err: error }, 'a replica could not be opened');
      outbox?.close();
    }
  }

  /**
   * Closes a community that nobody is signed in to any more, and deletes its replica. Deletes its outbox too if the
   * person signed out; not if the host revoked the token.
   */
  async signOut(id: RemoteCommunityId): Promise<void> {
    const open = this.#open.get(id);
    if (!open) return;
    this.#open.delete(id);
    this.#left.forget(id);
    const { community, outbox } = open;
    const wiped = community.wipe();
    // Before the replica is deleted: the same person may sign in again meanwhile.
    if (community.hasSignedOut) this.#left.removeFile(outbox);
    const leaving = this.#logFailure(
      wiped.then((places) => {
        if (!community.hasSignedOut) this.#left.storePlaces(outbox, places);
      }),
    );
    this.#leaving.add(leaving);
    await leaving;
    this.#leaving.delete(leaving);
    this.#options.onChange(id);
  }

  /** Connects again immediately: the computer woke up. */
  reconnect(): void {
    for (const community of this.all) community.reconnect();
  }

  /** Closes all connections and files. */
  async close(): Promise<void> {
    const all = this.all;
    this.#open.clear();
    await Promise.all([...this.#leaving, ...all.map((community) => this.#logFailure(community.close()))]);
  }

  #logFailure(work: Promise<void>): Promise<void> {
    return work.catch((error: unknown) =>
      this.#options.logger.warn({ err: error }, 'a replica could not be closed'),
    );
  }
}

interface OpenCommunity {
  token: string;
  community: SyncedCommunity;
  /** The path of its outbox. */
  outbox: string;
}
