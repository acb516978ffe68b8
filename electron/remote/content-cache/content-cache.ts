import { join } from 'node:path';
import { z } from 'zod';
import type { ContentCacheUse } from '../../../shared/offline';
import { SerialQueue } from '../../serial-queue';
import { JsonFile } from '../../json-file';
import { CacheFiles, type IncomingFile } from './cache-files';
import type { ContentFacts, ContentItem } from './content-item';
import { openIndex } from './open-index';
import type { CachedContent, CacheIndex, OfflineMark } from './queries';

/** Where a ContentCache stores files. */
export interface ContentCacheOptions {
  /** The cache's own folder. */
  folder: string;
  /** Unix seconds. */
  now: () => number;
}

/** For whom something is stored: a person in a community, which is named by its key. */
export interface CacheOwner {
  community: string;
  person: number;
}

/** A content that can be served from the disk. */
export type ServedFile = CachedContent & { path: string };

/**
 * A cache on disk of content of communities hosted elsewhere: files by their hash, shared by all communities, and
 * answered only to the person of the community for whom each was fetched. Beyond the budget the least recently used
 * files are deleted, those kept offline never. A disk that fails is as if nothing was cached.
 */
export class ContentCache {
  readonly index: CacheIndex;
  readonly #files: CacheFiles;
  readonly #settings: JsonFile;
  readonly #now: () => number;
  #budget: number | null;
  #evictable = 0;
  readonly #deletions = new SerialQueue();

  constructor({ folder, now }: ContentCacheOptions) {
    this.index = openIndex(folder);
    this.#files = new CacheFiles(folder);
    this.#settings = new JsonFile(join(folder, 'settings.json'));
    this.#budget = this.#settings.read((value) => Settings.parse(value))?.budget ?? DEFAULT_BUDGET;
    if (this.#budget === UNLIMITED) this.#budget = null;
    this.#now = now;
    this.recount();
    const sweep = () => this.#files.sweep((hash) => this.index.hasFile(hash));
    this.#deletions.run(sweep).catch(() => undefined);
  }

  get use(): ContentCacheUse {
    const { evictable, kept } = this.index.sizes();
    return { cached: evictable, kept, budget: this.#budget };
  }

  /** Changes the budget. Throws the file system's error if it cannot be stored. */
  async setBudget(budget: number | null): Promise<void> {
    await this.#settings.write({ budget: budget ?? UNLIMITED });
    this.#budget = budget;
    this.#evict();
  }

  /** The ID under which the content of a person in a community is stored. */
  ownerOf(community: string, person: number): number {
    return this.index.ownerOf(community, person);
  }

  /** Returns a content that is completely stored for this person. */
  async find(owner: number, item: ContentItem): Promise<ServedFile | null> {
    return this.#checked(this.#tried(() => this.index.find(owner, item)));
  }

  /** Returns the largest stored variant of a content. */
  async findLargest(owner: number, item: ContentItem): Promise<ServedFile | null> {
    return this.#checked(this.#tried(() => this.index.findLargest(owner, item)));
  }

  /** Whether a content is recorded as stored for this person. */
  has(owner: number, item: ContentItem): boolean {
    return this.#tried(() => this.index.find(owner, item)) !== undefined;
  }

  /** Begins to store a content; null if it is too large for the budget or the disk. */
  async receive(
    owner: number,
    item: ContentItem,
    facts: ContentFacts,
    isKept = false,
  ): Promise<IncomingContent | null> {
    const { size } = facts;
    if (!isKept && this.#budget !== null && size > this.#budget * MAX_SHARE) return null;
    const file = await this.#files
      .hasRoomFor(size)
      .then((hasRoom) => (hasRoom ? this.#files.create() : null))
      .catch(() => null);
    return file && new IncomingContent(file, facts, () => this.#add(owner, item, facts, file));
  }

  /** Deletes everything that is not kept offline. */
  async clear(): Promise<void> {
    await this.#deletions.run(() => this.#deleteEvictable(0));
  }

  /** Deletes what was stored for the people of a community, or for one of them. */
  forget(community: string, person?: number): Promise<void> {
    return this.forgetOwners((one) => one.community === community && (person ?? one.person) === one.person);
  }

  /** Deletes what was stored for some people. */
  async forgetOwners(isForgotten: (owner: CacheOwner) => boolean): Promise<void> {
    const forgotten = this.index.listOwners().filter(isForgotten);
    for (const owner of forgotten) this.index.deleteOwner(owner.id);
    if (forgotten.length > 0) await this.#deleteUnreferenced(() => this.index.listUnreferenced());
  }

  /** Deletes contents that a person may no longer see, in all variants. */
  async forgetItems(owner: number, items: readonly OfflineMark[]): Promise<void> {
    const hashes = items.flatMap((item) => {
      this.index.deleteMark(owner, item);
      return this.index.deleteReferences(owner, item);
    });
    await this.#deleteUnreferenced(() => hashes.filter((hash) => !this.index.isReferenced(hash)));
  }

  /** Call it when something is kept offline or no longer: other files may be deleted now. */
  recount(): void {
    this.#evictable = this.index.sizes().evictable;
    this.#evict();
  }

  /** Resolves when everything that was to be deleted is deleted. */
  settled(): Promise<void> {
    return this.#deletions.settled();
  }

  async close(): Promise<void> {
    await this.#deletions.settled();
    await this.#settings.settled();
    this.index.close();
  }

  /** Records a complete file. Throws if its bytes are not what the host said, or its person is gone. */
  async #add(owner: number, item: ContentItem, facts: ContentFacts, file: IncomingFile): Promise<void> {
    if (file.size !== facts.size) throw new Error('the content is incomplete');
    const hash = await this.#files.add(file);
    // A thumbnail's ETag is that of its photo, with its size.
    const [, said] = /^"([0-9a-f]{32,64})"$/.exec(facts.etag) ?? [];
    try {
      if (said !== undefined && !hash.startsWith(said)) throw new Error('the content has another hash');
      const isNew = this.index.put(owner, item, { ...facts, hash }, this.#now());
      if (isNew) this.#evictable += facts.size;
    } catch (error) {
      if (!this.#tried(() => this.index.hasFile(hash))) await this.#files.remove(hash);
      throw error;
    }
    this.#evict();
  }

  async #checked(found: CachedContent | undefined): Promise<ServedFile | null> {
    if (!found) return null;
    const { hash, size } = found;
    const onDamaged = () => void this.#deletions.run(() => this.#delete(hash)).catch(() => undefined);
    if (!(await this.#files.isIntact(hash, size, onDamaged))) {
      await this.#delete(hash).catch(() => undefined);
      return null;
    }
    this.#tried(() => this.index.touch(hash, this.#now()));
    return { ...found, path: this.#files.pathOf(hash) };
  }

  /** Deletes some more than needed, so that not every further file has to make room for itself. */
  #evict(): void {
    const budget = this.#budget;
    if (budget === null || this.#evictable <= budget) return;
    void this.#deletions
      .run(async () => {
        this.#evictable = this.index.sizes().evictable;
        if (this.#evictable > budget) await this.#deleteEvictable(budget * FILLED_SHARE);
      })
      .catch(() => undefined);
  }

  async #deleteEvictable(target: number): Promise<void> {
    let { evictable } = this.index.sizes();
    while (evictable > target) {
      const files = this.index.listEvictable(BATCH);
      for (const file of files) {
        if (evictable <= target) break;
        await this.#delete(file.hash);
        evictable -= file.size;
      }
      if (files.length === 0) break;
    }
    this.#evictable = evictable;
  }

  #deleteUnreferenced(list: () => string[]): Promise<void> {
    return this.#deletions.run(async () => {
      for (const hash of list()) await this.#delete(hash);
      this.#evictable = this.index.sizes().evictable;
    });
  }

  /** The row first: a file without one is removed at the next start. */
  async #delete(hash: string): Promise<void> {
    this.index.deleteFile(hash);
    await this.#files.remove(hash);
  }

  /** A damaged index or a full disk must not keep a content from being fetched. */
  #tried<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch {
      return undefined;
    }
  }
}

/** A content that is being stored as it arrives. A disk that fails ends the storing, not the arriving. */
export class IncomingContent {
  readonly facts: ContentFacts;
  readonly #file: IncomingFile;
  readonly #add: () => Promise<void>;
  #isFailed = false;

  constructor(file: IncomingFile, facts: ContentFacts, add: () => Promise<void>) {
    this.#file = file;
    this.facts = facts;
    this.#add = add;
  }

  async write(chunk: Uint8Array): Promise<void> {
    if (this.#isFailed) return;
    if (this.#file.size + chunk.length > this.facts.size) return this.discard();
    await this.#file.write(chunk).catch(() => this.discard());
  }

  /** Stores the content; false if it is incomplete, damaged, or could not be written. */
  async commit(): Promise<boolean> {
    if (this.#isFailed) return false;
    return this.#add().then(
      () => true,
      () => this.discard().then(() => false),
    );
  }

  async discard(): Promise<void> {
    this.#isFailed = true;
    await this.#file.discard();
  }
}

/** 2 GB, in the decimal units in which sizes are shown. */
const DEFAULT_BUDGET = 2e9;
/** The stored form of "no limit". */
const UNLIMITED = -1;
const Settings = z.object({ budget: z.number().int().min(UNLIMITED) });
/** A single file may take this share of the budget. */
const MAX_SHARE = 0.5;
/** How full the cache is after something was deleted from it. */
const FILLED_SHARE = 0.9;
/** Files deleted between two looks at the order of use. */
const BATCH = 100;
