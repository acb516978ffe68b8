import { readFile } from 'node:fs/promises';
import evening from './media/evening.mp4?asset';
import pitch from './media/pitch.mp4?asset';
import river from './media/river.mp4?asset';
import { documents } from './documents';
import { record } from './music';
import { draw } from './pictures';
import { pieces, type Piece } from './records';
import type { Town } from './town';

/** What clips there are, with what is said of them. */
const clips: Record<string, { path: string; name: string; description: string }> = {
  evening: { path: evening, name: 'Двір увечері', description: 'Сім хвилин, стиснутих у сім секунд.' },
  pitch: { path: pitch, name: 'Sunday, 7 : 6', description: 'The pass. Some say shot.' },
  river: { path: river, name: 'The river loop', description: 'Turn left at the heron.' },
};

/** Pictures, files, tracks and videos of the people of a town, each made and brought in when it is first asked for. */
export class Belongings {
  readonly #town: Town;
  readonly #drawn = new Map<string, ReturnType<typeof draw>>();
  readonly #brought = new Map<string, Promise<number>>();

  constructor(town: Town) {
    this.#town = town;
  }

  /** Draws pictures one after the other while other things happen, so that they lie ready. Failures show at their use. */
  async prepare(wanted: Iterable<readonly [words: string, shape: 'photo' | 'square']>): Promise<void> {
    for (const [words, shape] of wanted) await this.#draw(words, shape).catch(() => undefined);
  }

  /** Somebody's photo of a scene, by the words of pictures.ts. */
  photo(key: string, words: string, shape: 'photo' | 'square' = 'photo', caption = ''): Promise<number> {
    return this.#once(`photo ${shape} ${key} ${words}`, async () => {
      const { bytes } = await this.#draw(words, shape);
      return (await this.#town.upload(key, 'photos.upload', bytes, { caption })).ID;
    });
  }

  /** Somebody's copy of a document, in their folder for it. */
  file(key: string, name: string): Promise<number> {
    return this.#once(`file ${key} ${name}`, async () => {
      const document = documents.find((one) => one.key === name);
      if (!document) throw new Error(`there is no document ${name}`);
      const bytes = await document.make();
      const { ID } = await this.#town.upload(key, 'files.upload', bytes, { filename: document.name });
      if (document.folder) {
        await this.#town.call(key, 'files.update', { file_id: ID, folder: document.folder });
      }
      return ID;
    });
  }

  /** Somebody's copy of a clip, with a picture for it. */
  video(key: string, name: string): Promise<number> {
    return this.#once(`video ${key} ${name}`, async () => {
      const clip = clips[name];
      if (!clip) throw new Error(`there is no clip ${name}`);
      const bytes = await readFile(clip.path);
      const { ID } = await this.#town.upload(key, 'videos.upload', bytes, {
        filename: `${name}.mp4`,
        description: clip.description,
      });
      const preview = await this.photo(key, `${name} 5`, 'photo', clip.name);
      await this.#town.call(key, 'videos.update', { video_id: ID, name: clip.name, preview });
      return ID;
    });
  }

  /** A piece of music, which everybody may hear; it is recorded and shared by the one whose it is. */
  track(name: string): Promise<number> {
    return this.#once(`track ${name}`, async () => {
      const at = pieces.findIndex((one) => one.key === name);
      const piece = pieces[at];
      if (!piece) throw new Error(`there is no piece ${name}`);
      return this.#share(piece, at + 1);
    });
  }

  async #share({ by, ...piece }: Piece, seed: number): Promise<number> {
    const cover = await this.photo(by, piece.cover, 'square', piece.release || piece.name);
    const { ID } = await this.#town.upload(by, 'music.upload', await record({ by, ...piece }, seed), {
      filename: `${piece.key}.wav`,
      name: piece.name,
      author: piece.artist,
      release: piece.release,
      cover,
    });
    await this.#town.call(by, 'music.updateTrack', {
      track_id: ID,
      genre: piece.genre,
      text: piece.words,
    });
    return ID;
  }

  #draw(words: string, shape: 'photo' | 'square'): ReturnType<typeof draw> {
    const drawn = this.#drawn.get(`${shape} ${words}`) ?? draw(words, shape);
    this.#drawn.set(`${shape} ${words}`, drawn);
    return drawn;
  }

  #once(name: string, bring: () => Promise<number>): Promise<number> {
    const brought = this.#brought.get(name) ?? bring();
    this.#brought.set(name, brought);
    return brought;
  }
}
