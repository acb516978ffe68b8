import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError, invalid } from '../../../shared/errors';
import type { StandbyCopyRoom, StandbyCopyState } from '../../../shared/standby-copy';
import { JsonFile } from '../../json-file';
import { deleteCopy, hasOwnData } from '../../standby/copy/delete-copy';
import { parseLink, type StandbyLink } from '../../standby/link';
import { StandbyCopy, type StandbyCopyOptions } from './standby-copy';
import { SerialQueue } from '../../serial-queue';

/** Where StandbyCopies stores all copies, and whom it notifies of changes. */
export interface StandbyCopiesOptions extends Omit<
  StandbyCopyOptions,
  'folder' | 'link' | 'onChange' | 'onHosting'
> {
  /** Folder of all copies, and of the list of them. */
  folder: string;
  /** The state of a community's copy changed; `key` is the fingerprint of the community's key. */
  onChange: (key: string) => void;
  /** Called again and again while this computer hosts a community: the `HOST:PORT` where it is shared. */
  onHosting: (key: string, addresses: readonly string[]) => void;
}

/** The copies of communities that this computer keeps as their standby, and the communities that it hosts from them. */
export class StandbyCopies {
  readonly #options: StandbyCopiesOptions;
  readonly #file: JsonFile;
  /** The link of each copy, by the key of its community. */
  #links: Links;
  readonly #copies = new Map<string, StandbyCopy>();
  readonly #queue = new SerialQueue();

  constructor(options: StandbyCopiesOptions) {
    this.#options = options;
    this.#file = new JsonFile(`${options.folder}.json`);
    this.#links = this.#file.read((value) => LinksSchema.parse(value)) ?? {};
  }

  /** Starts all copies. */
  begin(): void {
    for (const [key, link] of Object.entries(this.#links)) this.#open(key, link).begin();
  }

  stateOf(key: string): StandbyCopyState {
    const state = this.#copies.get(key)?.state ?? NONE;
    const folder = this.#folderOf(key);
    return hasOwnData(folder) ? { ...state, ownData: folder } : state;
  }

  /** The room that the copy of a link needs; none if it is here already, whatever is new. Throws as `keep`. */
  async room(key: string, text: string): Promise<StandbyCopyRoom> {
    const { size = 0 } = requireLink(key, text);
    return { needed: this.#copies.has(key) ? 0 : size, free: await freeSpace(this.#options.folder) };
  }

  /**
   * Makes this computer the standby of a community. Throws `validation_error` for something that is no link, `conflict`
   * for the link of another community or while it is hosted here, and `too_large` if the disk has no room.
   */
  keep(key: string, text: string): Promise<void> {
    return this.#queue.run(async () => {
      const { needed, free } = await this.room(key, text);
      const before = this.#copies.get(key);
      if (before?.isHost) throw new AppError('conflict');
      if (!before && needed + RESERVE > free) throw new AppError('too_large');
      await this.#persist({ ...this.#links, [key]: text.trim() });
      await before?.stop();
      this.#open(key, text.trim()).begin();
    });
  }

  /**
   * Ends a copy and deletes it, apart from what only this computer has. Throws `conflict` while the community is hosted
   * from it.
   */
  remove(key: string): Promise<void> {
    return this.#queue.run(async () => {
      const copy = this.#copies.get(key);
      if (!copy) return;
      await copy.stop();
      if (copy.isHost) {
        copy.begin();
        throw new AppError('conflict');
      }
      const { [key]: _removed, ...others } = this.#links;
      await this.#persist(others);
      this.#copies.delete(key);
      await deleteCopy(this.#folderOf(key));
      this.#options.onChange(key);
    });
  }

  /**
   * Hosts the community from its copy. The state says when that is done, or why it failed. Throws `not_found` without
   * one.
   */
  promote(key: string): Promise<void> {
    return this.#queue.run(async () => {
      const copy = this.#copies.get(key);
      if (!copy || !copy.state.isComplete) throw new AppError('not_found');
      if (!copy.isHost) await copy.promote();
    });
  }

  /** Makes this computer the standby of the one that took over from it. Throws `conflict` if there is none. */
  rejoin(key: string): Promise<void> {
    return this.#queue.run(async () => {
      const copy = this.#copies.get(key);
      if (copy?.state.status !== 'superseded') throw new AppError('conflict');
      await copy.rejoin();
    });
  }

  /** Whether this computer hosts the community: its data must not be deleted. */
  isHost(key: string): boolean {
    return this.#copies.get(key)?.isHost ?? false;
  }

  /** Ends all processes. */
  async close(): Promise<void> {
    await this.#queue.settled();
    await Promise.all([...this.#copies.values()].map((copy) => copy.stop()));
    await this.#file.settled();
  }

  #open(key: string, link: string): StandbyCopy {
    const { onChange, onHosting, ...options } = this.#options;
    const copy = new StandbyCopy({
      ...options,
      folder: this.#folderOf(key),
      link,
      onChange: () => onChange(key),
      onHosting: (addresses) => onHosting(key, addresses),
    });
    this.#copies.set(key, copy);
    return copy;
  }

  /** Short, because some systems limit the length of paths. */
  #folderOf(key: string): string {
    return join(this.#options.folder, key.slice(0, 16));
  }

  async #persist(links: Links): Promise<void> {
    try {
      await this.#file.write(links);
    } catch (cause) {
      throw new AppError('unavailable', undefined, { cause });
    }
    this.#links = links;
  }
}

type Links = z.infer<typeof LinksSchema>;
const LinksSchema = z.record(z.string().regex(/^[0-9a-f]{64}$/), z.string());

const NONE: StandbyCopyState = {
  status: 'none',
  ...{ done: 0, total: 0, since: 0, problem: null, addresses: [], newHost: '' },
  ...{ isComplete: false, lacksContents: false },
};

/** Bytes of the disk that a copy must leave. */
const RESERVE = 500e6;

function requireLink(key: string, text: string): StandbyLink {
  const link = parseLink(text.trim());
  if (link === null) throw invalid('link', 'must be a link for a standby');
  if (link.key !== key) throw new AppError('conflict');
  return link;
}

async function freeSpace(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(join(folder, '..'));
  return bavail * bsize;
}
