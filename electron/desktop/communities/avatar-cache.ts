import { z } from 'zod';
import { JsonFile } from '../../json-file';
import type { CommunityApi } from '../../remote/event-transport';
import type { Session } from '../../service';
import { ownAddress, type AnswerBytes, type ShownCommunity } from '../window/scheme';

/** Where an AvatarCache stores avatars, and where it gets them. */
export interface AvatarCacheOptions {
  /** File of the cache. */
  path: string;
  /** Answers byte requests of a community's pages. */
  answerBytes: AnswerBytes;
  /** Called when a picture changes. */
  onChange: () => void;
}

/** Caches the small avatars of communities, for pages of other communities and while a host is offline. */
export class AvatarCache {
  readonly #options: AvatarCacheOptions;
  readonly #file: JsonFile;
  #cached: z.infer<typeof CacheFile>;

  constructor(options: AvatarCacheOptions) {
    this.#options = options;
    this.#file = new JsonFile(options.path);
    this.#cached = this.#file.read((value) => CacheFile.parse(value)) ?? {};
  }

  /** A community's avatar as a data: URI; '' for none. */
  of(id: ShownCommunity): string {
    return this.#cached[id]?.picture ?? '';
  }

  /** Fetches the avatar if it has changed. Throws if the community cannot be reached or answers unexpectedly. */
  async refresh(id: ShownCommunity, community: CommunityApi, session: Session): Promise<void> {
    const { Avatar: photo } = CommunityAnswer.parse(await community.call(session, 'community.get', {}));
    if (photo === (this.#cached[id]?.photo ?? 0)) return;
    if (photo === 0) return this.forget(id);
    const [found] = PhotosAnswer.parse(await community.call(session, 'photos.some', { ids: [photo] }));
    const url = found && new URL(found.Url, ownAddress(id));
    if (!url?.href.startsWith(`${ownAddress(id)}content/`)) return;
    url.searchParams.set('size', String(PIXELS));
    const response = await this.#options.answerBytes(new Request(url));
    const type = response?.headers.get('content-type') ?? '';
    if (!response?.ok || !TYPES.has(type)) return void response?.body?.cancel();
    const bytes = await readAll(response);
    this.#persist({
      ...this.#cached,
      [id]: { photo, picture: `data:${type};base64,${bytes.toString('base64')}` },
    });
  }

  /** Removes the avatar of a community. */
  forget(id: ShownCommunity): void {
    const { [id]: gone, ...others } = this.#cached;
    if (gone) this.#persist(others);
  }

  /** Resolves when everything is written. */
  settled(): Promise<void> {
    return this.#file.settled();
  }

  #persist(cached: z.infer<typeof CacheFile>): void {
    this.#cached = cached;
    // On a full disk the pictures remain until the program ends.
    this.#file.write(cached).catch(() => undefined);
    this.#options.onChange();
  }
}

/** The thumbnail size closest to a tile on a high-density screen, in pixels. */
const PIXELS = 64;
/** Maximum bytes of an avatar; hosts are not trusted. */
const MAX_BYTES = 64 * 1024;
const TYPES = new Set(['image/webp', 'image/jpeg', 'image/png', 'image/gif', 'image/avif']);

/** The parts of a community's answers that are used. */
const CommunityAnswer = z.object({ Avatar: z.number().int().nonnegative() });
const PhotosAnswer = z.array(z.object({ Url: z.string().startsWith('/content/').max(2048) }));

const CacheFile = z.record(
  z.string(),
  z.object({ photo: z.number(), picture: z.string().startsWith('data:image/') }),
);

async function readAll(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop early cancels the response too.
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error('the picture is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
