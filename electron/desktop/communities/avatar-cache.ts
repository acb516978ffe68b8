import { z } from 'zod';
import { JsonFile } from '../../remote/json-file';
import type { CommunityApi } from '../../remote/event-watch';
import type { Session } from '../../service';
import { ownAddress, type AnswerBytes, type ShownCommunity } from '../window/scheme';

export interface PicturesOptions {
  /** The file that they lie in. */
  path: string;
  /** Answers what the pages of a community would ask for. */
  answerBytes: AnswerBytes;
  /** One of them is another. */
  onchange: () => void;
}

/** The pictures of communities in small, kept for pages of others and for while a host is away. */
export class Pictures {
  readonly #options: PicturesOptions;
  readonly #file: JsonFile;
  #kept: z.infer<typeof Kept>;

  constructor(options: PicturesOptions) {
    this.#options = options;
    this.#file = new JsonFile(options.path);
    this.#kept = this.#file.read((value) => Kept.parse(value)) ?? {};
  }

  /** That of a community as a data: URI; '' for none. */
  of(id: ShownCommunity): string {
    return this.#kept[id]?.picture ?? '';
  }

  /** Fetches it where it is another than the one that is kept. Throws where the community can't be asked, or answers something else. */
  async look(id: ShownCommunity, community: CommunityApi, session: Session): Promise<void> {
    const { Avatar: photo } = Said.parse(await community.call(session, 'community.get', {}));
    if (photo === (this.#kept[id]?.photo ?? 0)) return;
    if (photo === 0) return this.forget(id);
    const [found] = Found.parse(await community.call(session, 'photos.some', { ids: [photo] }));
    const place = found && new URL(found.Url, ownAddress(id));
    if (!place?.href.startsWith(`${ownAddress(id)}content/`)) return;
    place.searchParams.set('size', String(PIXELS));
    const response = await this.#options.answerBytes(new Request(place));
    const type = response?.headers.get('content-type') ?? '';
    if (!response?.ok || !TYPES.has(type)) return void response?.body?.cancel();
    const bytes = await wholeOf(response);
    this.#keep({
      ...this.#kept,
      [id]: { photo, picture: `data:${type};base64,${bytes.toString('base64')}` },
    });
  }

  /** Keeps none of a community any more. */
  forget(id: ShownCommunity): void {
    const { [id]: gone, ...others } = this.#kept;
    if (gone) this.#keep(others);
  }

  /** Waits until all of it is written. */
  settled(): Promise<void> {
    return this.#file.settled();
  }

  #keep(kept: z.infer<typeof Kept>): void {
    this.#kept = kept;
    // A disk that is full shows them until the program ends.
    this.#file.write(kept).catch(() => undefined);
    this.#options.onchange();
  }
}

/** The size of those that are made of every photo which is nearest to a tile's on a sharp screen. */
const PIXELS = 64;
/** Bytes of one; a host may send what it likes. */
const LARGEST = 64 * 1024;
const TYPES = new Set(['image/webp', 'image/jpeg', 'image/png', 'image/gif', 'image/avif']);

/** What of a community's answers is used. */
const Said = z.object({ Avatar: z.number().int().nonnegative() });
const Found = z.array(z.object({ Url: z.string().startsWith('/content/').max(2048) }));

const Kept = z.record(
  z.string(),
  z.object({ photo: z.number(), picture: z.string().startsWith('data:image/') }),
);

async function wholeOf(response: Response): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop early ends the answer too.
  for await (const piece of response.body ?? []) {
    size += piece.length;
    if (size > LARGEST) throw new Error('the picture is too large');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
