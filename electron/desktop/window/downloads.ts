import type { BrowserWindow, DownloadItem, Event } from 'electron';
import { chmodSync, closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, extname, join, basename } from 'node:path';
import { z } from 'zod';
import type { FileDownload } from '../../../shared/downloads';
import { safeFileName } from '../../../shared/file-names';
import { push, type HandlersOf } from '../../doors/ipc-channels';
import { savedFileMode } from '../../private-files';
import { isOwnPage } from './scheme';
import { communityFrom } from './senders';

/** Where Downloads saves files and shows its progress. */
export interface DownloadsOptions {
  /** The person's Downloads folder. Throws if the system has none. */
  folder: () => string;
  window: () => Pick<BrowserWindow, 'setProgressBar' | 'webContents'> | null;
  /** Shows a file in its folder. */
  reveal: (path: string) => void;
}

/** The used part of Electron's DownloadItem. */
export interface DownloadingItem extends Pick<
  DownloadItem,
  'cancel' | 'getFilename' | 'getReceivedBytes' | 'getTotalBytes' | 'getURL' | 'setSavePath'
> {
  on: (event: 'updated', listener: (event: Event, state: 'progressing' | 'interrupted') => void) => unknown;
  once: (
    event: 'done',
    listener: (event: Event, state: 'completed' | 'cancelled' | 'interrupted') => void,
  ) => unknown;
}

/**
 * Saves what our pages download in the Downloads folder, never over another file, and shows the progress in the taskbar
 * and to the pages.
 */
export class Downloads {
  readonly #options: DownloadsOptions;
  readonly #all = new Map<number, Running>();
  #lastId = 0;

  constructor(options: DownloadsOptions) {
    this.#options = options;
  }

  /** The IPC handlers for pages. */
  readonly handlers: HandlersOf<'downloads'> = {
    downloads: (event, asked) => {
      if (communityFrom(event) === null) throw new Error('only our own pages may ask this');
      const action = Action.parse(asked);
      if (action.action !== 'look') {
        const found = this.#all.get(action.id);
        if (action.action === 'cancel') found?.item.cancel();
        else if (found?.download.state === 'done') this.#options.reveal(found.path);
      }
      return this.#list();
    },
  };

  /** Handles `will-download` of the session. Where the Downloads folder can't be written, Electron asks for a place. */
  begin(event: Pick<Event, 'preventDefault'>, item: DownloadingItem): void {
    if (!isOwnPage(item.getURL().replace(/^blob:/, ''))) return event.preventDefault();
    const path = this.#reserve(safeFileName(item.getFilename()));
    if (path === null) return;
    item.setSavePath(path);
    // A new batch replaces the finished one.
    if (!this.#isRunning) this.#all.clear();
    const id = ++this.#lastId;
    const download: FileDownload = { id, name: basename(path), received: 0, size: 0, state: 'running' };
    this.#all.set(id, { item, path, download });
    item.on('updated', (_event, state) => {
      if (state === 'interrupted') {
        void this.#end(id, 'interrupted');
        return item.cancel();
      }
      this.#update(id, { received: item.getReceivedBytes(), size: item.getTotalBytes() });
    });
    item.once('done', (_event, state) => void this.#end(id, state));
    this.#update(id, { size: item.getTotalBytes() });
  }

  /** Cancels what is running, so that no partial files are left behind. */
  close(): void {
    for (const { item, download, path } of this.#all.values()) {
      if (download.state !== 'running') continue;
      item.cancel();
      rmSync(path, { force: true });
    }
  }

  get #isRunning(): boolean {
    return this.#list().some(({ state }) => state === 'running');
  }

  #list(): FileDownload[] {
    return [...this.#all.values()].map(({ download }) => download);
  }

  /** Creates an empty file under a free name, which no other download can take any more; null if it can't. */
  #reserve(name: string): string | null {
    try {
      const folder = this.#options.folder();
      mkdirSync(folder, { recursive: true });
      const extension = extname(name);
      const body = name.slice(0, name.length - extension.length);
      for (let number = 0; number < MAX_COPIES; number++) {
        const path = join(folder, number === 0 ? name : `${body} (${number})${extension}`);
        try {
          closeSync(openSync(path, 'wx', 0o600));
          return path;
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        }
      }
    } catch {
      // Electron asks for another place.
    }
    return null;
  }

  async #end(id: number, ended: 'completed' | 'cancelled' | 'interrupted'): Promise<void> {
    const running = this.#all.get(id);
    if (running?.download.state !== 'running' || running.isEnding) return;
    running.isEnding = true;
    const { item, path, download } = running;
    if (ended === 'completed') {
      makeUsable(path);
      return this.#update(id, { received: item.getReceivedBytes(), state: 'done' });
    }
    // Electron doesn't say why.
    const isFull = ended === 'interrupted' && (await hasNoRoomFor(path, download));
    rmSync(path, { force: true });
    this.#update(id, { state: ended === 'cancelled' ? 'cancelled' : isFull ? 'disk_full' : 'failed' });
  }

  #update(id: number, change: Partial<FileDownload>): void {
    const running = this.#all.get(id);
    if (!running) return;
    running.download = { ...running.download, ...change };
    const window = this.#options.window();
    if (!window) return;
    window.setProgressBar(progressOf(this.#list()));
    push(window.webContents, 'downloadsNow', this.#list());
  }
}

interface Running {
  item: DownloadingItem;
  path: string;
  download: FileDownload;
  isEnding?: boolean;
}

/** Negative removes the progress, more than 1 shows one without an end. */
function progressOf(downloads: readonly FileDownload[]): number {
  if (!downloads.some(({ state }) => state === 'running')) return -1;
  const counted = downloads.filter(({ state }) => state === 'running' || state === 'done');
  if (counted.some(({ size }) => size === 0)) return 2;
  const sum = (key: 'received' | 'size') => counted.reduce((all, one) => all + one[key], 0);
  return Math.min(1, sum('received') / sum('size'));
}

async function hasNoRoomFor(path: string, { size, received }: FileDownload): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(dirname(path));
    return bavail * bsize < Math.max(MIN_ROOM, size - received);
  } catch {
    return false;
  }
}

function makeUsable(path: string): void {
  try {
    chmodSync(path, savedFileMode());
  } catch {
    // Some disks have no file modes.
  }
}

const Id = z.number();
const Action = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('look') }),
  z.strictObject({ action: z.literal('cancel'), id: Id }),
  z.strictObject({ action: z.literal('reveal'), id: Id }),
]);

/** Files of the same name, after which Electron asks. */
const MAX_COPIES = 1000;
/** A disk with fewer free bytes counts as full. */
const MIN_ROOM = 64 * 1024;
