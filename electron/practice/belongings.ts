import { documents } from './documents';
import { draw } from './pictures';
import type { Town } from './town';

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
