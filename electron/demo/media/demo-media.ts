import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { parseDataFile } from '../data-file';
import videoContent from '../data/videos.json';
import evening from '../data/videos/evening.mp4?asset';
import pitch from '../data/videos/pitch.mp4?asset';
import river from '../data/videos/river.mp4?asset';
import { bytesOf, demoDocuments } from './document-files';
import { synthesize } from './music-synthesizer';
import { draw } from './picture-renderer';
import { demoTracks, type DemoTrack } from '../track-data';
import type { DemoClient } from '../demo-client';

const Video = z.strictObject({ key: z.string(), name: z.string(), description: z.string() });

const videos = parseDataFile('videos.json', z.array(Video), videoContent);
/** The path of each video by key. */
const VIDEO_PATHS: Readonly<Record<string, string>> = { evening, pitch, river };

/** Creates and uploads photos, files, tracks and videos of the demo's people, each at its first use. */
export class DemoMedia {
  readonly #client: DemoClient;
  readonly #drawn = new Map<string, ReturnType<typeof draw>>();
  readonly #brought = new Map<string, Promise<number>>();

  constructor(client: DemoClient) {
    this.#client = client;
  }

  /** Draws pictures ahead of their use, one after the other. An error is thrown when the picture is used. */
  async prepare(wanted: Iterable<readonly [words: string, shape: 'photo' | 'square']>): Promise<void> {
    for (const [words, shape] of wanted) await this.#draw(words, shape).catch(() => undefined);
  }

  /** Returns the ID of a person's photo. `words` is its description for picture-renderer.ts. */
  photo(key: string, words: string, shape: 'photo' | 'square' = 'photo', caption = ''): Promise<number> {
    return this.#once(`photo ${shape} ${key} ${words}`, async () => {
      const { bytes } = await this.#draw(words, shape);
      return (await this.#client.upload(key, 'photos.upload', bytes, { caption })).ID;
    });
  }

  /** Returns the ID of a person's copy of a document, in the document's folder. */
  file(key: string, name: string): Promise<number> {
    return this.#once(`file ${key} ${name}`, async () => {
      const document = demoDocuments.find((one) => one.key === name);
      if (!document) throw new Error(`there is no document ${name}`);
      const bytes = await bytesOf(document);
      const { ID } = await this.#client.upload(key, 'files.upload', bytes, { filename: document.name });
      if (document.folder) {
        await this.#client.call(key, 'files.update', { file_id: ID, folder: document.folder });
      }
      return ID;
    });
  }

  /** Returns the ID of a person's copy of a video, with a preview picture. */
  video(key: string, name: string): Promise<number> {
    return this.#once(`video ${key} ${name}`, async () => {
      const clip = videos.find(({ key }) => key === name);
      const path = VIDEO_PATHS[name];
      if (!clip || path === undefined) throw new Error(`there is no video ${name}`);
      const bytes = await readFile(path);
      const { ID } = await this.#client.upload(key, 'videos.upload', bytes, {
        filename: `${name}.mp4`,
        description: clip.description,
      });
      const preview = await this.photo(key, `${name} 5`, 'photo', clip.name);
      await this.#client.call(key, 'videos.update', { video_id: ID, name: clip.name, preview });
      return ID;
    });
  }

  /** Returns the ID of a track, synthesized and shared by its artist. */
  track(name: string): Promise<number> {
    return this.#once(`track ${name}`, async () => {
      const at = demoTracks.findIndex((one) => one.key === name);
      const track = demoTracks[at];
      if (!track) throw new Error(`there is no track ${name}`);
      return this.#share(track, at + 1);
    });
  }

  async #share({ by, ...track }: DemoTrack, seed: number): Promise<number> {
    const cover = await this.photo(by, track.cover, 'square', track.release || track.name);
    const { ID } = await this.#client.upload(by, 'music.upload', await synthesize({ by, ...track }, seed), {
      filename: `${track.key}.wav`,
      name: track.name,
      author: track.artist,
      release: track.release,
      cover,
    });
    await this.#client.call(by, 'music.updateTrack', {
      track_id: ID,
      genre: track.genre,
      text: track.lyrics,
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
