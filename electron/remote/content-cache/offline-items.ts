import { z } from 'zod';
import type { OfflineItem, OfflineKind } from '../../../shared/offline';
import { Unreachable } from '../../../shared/client/transport';
import type { Name } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { LIMITS } from '../../../shared/limits';
import type { ContentCache } from './content-cache';
import type { ContentItem, FetchOptions } from './content-item';
import type { OfflinePart } from './queries';

/** Whose items are kept offline, and how their content is fetched and stored. */
export interface OfflineItemsOptions {
  cache: ContentCache;
  /** The person in the cache. */
  owner: number;
  /** Calls the host as the person. */
  call: (name: Name, input: unknown) => Promise<unknown>;
  fetch: (item: ContentItem, options: FetchOptions) => Promise<void>;
  /** Called when the state of an item changes, and for each further percent of it. */
  onChange: () => void;
}

type Mark = Pick<OfflineItem, 'kind' | 'id'>;
type Progress = Pick<OfflineItem, 'state' | 'share'> & {
  aborting: AbortController | null;
  /** Whether the host was asked in this run what belongs to the item. */
  isCurrent: boolean;
};

/** What a person keeps offline of a community: tracks, playlists and videos, each with its contents and pictures. */
export class OfflineItems {
  readonly #options: OfflineItemsOptions;
  readonly #progress = new Map<string, Progress>();
  #isClosed = false;

  constructor(options: OfflineItemsOptions) {
    this.#options = options;
  }

  /** Everything that is kept, or is to be kept once it is fetched. */
  list(): OfflineItem[] {
    const { cache, owner } = this.#options;
    return cache.index.listMarks(owner).map((mark) => {
      const { kind, id } = mark as Mark;
      const { state, share } = this.#progressOf({ kind, id });
      return { kind, id, state, share };
    });
  }

  /** Keeps an item from now on, and begins to fetch it. */
  keep(mark: Mark): void {
    const { cache, owner } = this.#options;
    cache.index.addMark(owner, mark);
    this.#start(mark);
  }

  /** Deletes an item from this computer, except for what belongs to another one too. */
  async remove(mark: Mark): Promise<void> {
    const { cache, owner } = this.#options;
    this.#progress.get(keyOf(mark))?.aborting?.abort();
    this.#progress.delete(keyOf(mark));
    const parts = cache.index.listParts(owner, mark);
    cache.index.deleteMark(owner, mark);
    this.#options.onChange();
    await cache.forgetItems(
      owner,
      parts.filter((part) => !cache.index.isPart(owner, part)),
    );
  }

  /** Goes on with everything that is incomplete, and looks once per run whether playlists have changed. */
  resume(): void {
    for (const { kind, id, state } of this.list()) {
      const isOutdated = kind === 'playlist' && !this.#progressOf({ kind, id }).isCurrent;
      if (isOutdated || state === 'waiting') this.#start({ kind, id });
    }
  }

  /** The host answers: what waited for it is fetched. */
  resumeWaiting(): void {
    const isWaiting = [...this.#progress.values()].some(({ state }) => state === 'waiting');
    if (isWaiting) this.resume();
  }

  /** Ends what is being fetched. */
  close(): void {
    this.#isClosed = true;
    for (const { aborting } of this.#progress.values()) aborting?.abort();
  }

  #progressOf(mark: Mark): Progress {
    const known = this.#progress.get(keyOf(mark));
    if (known) return known;
    const { cache, owner } = this.#options;
    const isReady = cache.index.isComplete(owner, mark);
    const progress: Progress = {
      state: isReady ? 'ready' : 'waiting',
      share: isReady ? 1 : 0,
      aborting: null,
      isCurrent: false,
    };
    this.#progress.set(keyOf(mark), progress);
    return progress;
  }

  #start(mark: Mark): void {
    if (this.#isClosed || this.#progress.get(keyOf(mark))?.state === 'fetching') return;
    const progress: Progress = {
      state: 'fetching',
      share: 0,
      aborting: new AbortController(),
      isCurrent: false,
    };
    this.#progress.set(keyOf(mark), progress);
    this.#options.onChange();
    this.#fetch(mark, progress)
      .then(
        () => ({ state: 'ready', share: 1 }) as const,
        (error: unknown) => ({
          state: error instanceof Unreachable ? ('waiting' as const) : ('failed' as const),
        }),
      )
      .then((end) => {
        // Removed meanwhile, or everything was closed.
        if (this.#isClosed || this.#progress.get(keyOf(mark)) !== progress) return;
        Object.assign(progress, end, { aborting: null });
        this.#options.onChange();
      })
      .catch(() => undefined);
  }

  async #fetch(mark: Mark, progress: Progress): Promise<void> {
    const { cache, owner, fetch } = this.#options;
    const parts = await PARTS_OF[mark.kind](this.#options.call, mark.id);
    const signal = progress.aborting?.signal;
    signal?.throwIfAborted();
    progress.isCurrent = true;
    cache.index.replaceParts(owner, mark, parts);
    cache.recount();
    const total = parts.reduce((sum, { size }) => sum + size, 0);
    let done = 0;
    for (const part of parts) {
      const onBytes = (bytes: number) => this.#advance(progress, (done + Math.min(bytes, part.size)) / total);
      await fetch(part, { isKept: true, onBytes, ...(signal && { signal }) }).catch((error: unknown) => {
        // A missing picture is no reason to do without the music.
        const isOptional = part.size === 0 && error instanceof AppError && !(error instanceof Unreachable);
        if (!isOptional) throw error;
      });
      this.#advance(progress, (done += part.size) / total);
    }
  }

  #advance(progress: Progress, share: number): void {
    const percent = Math.floor(share * 100) / 100;
    if (!(percent > progress.share)) return;
    progress.share = percent;
    if (!this.#isClosed) this.#options.onChange();
  }
}

function keyOf({ kind, id }: Mark): string {
  return `${kind}/${id}`;
}

/** Fields of the host's records that are used; the host is not trusted. */
const Count = z.number().int().nonnegative();
const TrackRecord = z.object({ ID: Count, Size: Count, Cover: Count });
const VideoRecord = z.object({ ID: Count, Size: Count, Preview: Count });
const PlaylistRecord = z.object({ Tracks: z.array(Count).max(LIMITS.playlistTracks), Cover: Count });

type Call = OfflineItemsOptions['call'];

/** The contents of each kind of item. */
const PARTS_OF: Record<OfflineKind, (call: Call, id: number) => Promise<OfflinePart[]>> = {
  track: async (call, id) => partsOfTracks([TrackRecord.parse(await call('music.track', { track_id: id }))]),
  video: async (call, id) => {
    const { Size: size, Preview } = VideoRecord.parse(await call('videos.get', { video_id: id }));
    return [{ kind: 'video', id, variant: '', size }, ...pictureOf(Preview, POSTER_SIZE)];
  },
  playlist: async (call, id) => {
    const { Tracks, Cover } = PlaylistRecord.parse(await call('music.playlist', { playlist_id: id }));
    const parts = pictureOf(Cover, COVER_SIZE);
    for (let from = 0; from < Tracks.length; from += LIMITS.pageMax) {
      const ids = Tracks.slice(from, from + LIMITS.pageMax);
      parts.push(...partsOfTracks(z.array(TrackRecord).parse(await call('music.some', { ids }))));
    }
    return parts;
  },
};

/** Thumbnails in which covers and posters are shown. */
const COVER_SIZE = '256';
const POSTER_SIZE = '1024';

function partsOfTracks(tracks: readonly z.infer<typeof TrackRecord>[]): OfflinePart[] {
  return tracks.flatMap(({ ID: id, Size: size, Cover }) => [
    { kind: 'track', id, variant: '', size },
    ...pictureOf(Cover, COVER_SIZE),
  ]);
}

function pictureOf(photo: number, variant: string): OfflinePart[] {
  return photo === 0 ? [] : [{ kind: 'photo', id: photo, variant, size: 0 }];
}
