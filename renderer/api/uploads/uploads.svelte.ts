import { untrack } from 'svelte';
import { Backoff } from '../../../shared/client/backoff';
import type { UploadName } from '../../../shared/client/given';
import { newKey } from '../../../shared/client/persist';
import { connection } from '../connection.svelte';
import { session } from '../session.svelte';
import { hold } from './hold';
import { keepBytes, keepUpload, keptBytes, keptUploads, type StoredUpload } from './store';
import type { UploadTask } from './task';
import { Upload } from './upload.svelte';

/**
 * The person's uploads: three at a time, in order. Those that lost their host go on when it is there again; those that are
 * shown go on after a reload, too.
 */
class Uploads {
  #all = $state.raw<readonly Upload[]>([]);
  #last = 0;
  #isTurning = false;
  readonly #backoff = new Backoff(RETRY_DELAYS);

  /** Those of the list of uploads, in order. */
  get shown(): readonly Upload[] {
    return this.#all.filter((upload) => upload.isShown);
  }

  /**
   * Takes a file: it is sent when its turn comes. Where one is missing just this file, that one goes on. `isShown: false` keeps
   * it from the list of uploads: whoever added it shows it, and it ends with the page.
   */
  add<N extends UploadName>(
    file: File,
    task: UploadTask<N>,
    { isShown = true }: { isShown?: boolean } = {},
  ): Upload<N> {
    return untrack(() => {
      const missing = this.#all.find((upload) => upload.isMissing(file, task as UploadTask));
      if (missing) {
        missing.giveFile(file);
        return missing as Upload as Upload<N>;
      }
      this.#last = Math.max(Date.now(), this.#last + 1);
      const stored = storedOf(file, $state.snapshot(task) as UploadTask, this.#last);
      const upload = new Upload<N>(this, stored, file, isShown);
      if (isShown) {
        void hold(stored.id);
        void keepUpload(stored);
        void keepBytes(stored.id, file);
      }
      this.#put([...this.#all, upload as Upload]);
      return upload;
    });
  }

  /** Takes one off the list; where it is not over, it is given up. */
  dismiss(upload: Upload): void {
    upload.cancel();
    this.#put(this.#all.filter((one) => one !== upload));
  }

  /** Begins as many as may be sent, and forgets what nobody looks at any more. */
  turn(): void {
    if (this.#isTurning) return;
    this.#isTurning = true;
    untrack(() => {
      if (this.#all.some(isForgotten)) this.#all = this.#all.filter((upload) => !isForgotten(upload));
      const waiting = this.#all.filter((upload) => upload.state === 'waiting');
      const free = AT_ONCE - this.#all.filter((upload) => upload.state === 'sending').length;
      for (const upload of waiting.slice(0, Math.max(0, free))) void upload.send();
      if (this.#all.some((upload) => upload.isLost)) this.#tryLater();
      else this.#backoff.reset();
    });
    this.#isTurning = false;
  }

  /** Finds what was not finished, and follows the connection; gives the way to stop. Done once, by the frame of the pages. */
  follow(): () => void {
    return $effect.root(() => {
      $effect(() => {
        const { id } = session;
        if (id) untrack(() => void this.#find(id));
        return () => this.#leave();
      });
      $effect(() => {
        if (connection.isConnected) untrack(() => this.#retryLost());
      });
    });
  }

  async #find(person: number): Promise<void> {
    for (const stored of await keptUploads(person)) {
      if (!(await hold(stored.id))) continue;
      const bytes = await keptBytes(stored.id);
      if (session.id !== person) return;
      if (this.#all.some((upload) => upload.id === stored.id)) continue;
      this.#put([...this.#all, new Upload(this, stored, bytes, true)]);
    }
  }

  #put(all: readonly Upload[]): void {
    this.#all = all;
    this.turn();
  }

  #leave(): void {
    this.#backoff.cancel();
    for (const upload of this.#all) upload.leave();
    this.#all = [];
  }

  #tryLater(): void {
    // A lost connection is watched already: `follow` retries when it is back.
    this.#backoff.schedule(() => connection.isConnected && this.#retryLost());
  }

  #retryLost(): void {
    this.#backoff.cancel();
    for (const upload of this.#all) if (upload.isLost) upload.resume();
  }
}

/** How many are sent at once; the host takes four. */
const AT_ONCE = 3;
/** Before an upload that lost its host is retried, in milliseconds. */
const RETRY_DELAYS = { first: 2_000, longest: 30_000 };

function storedOf(file: File, task: UploadTask, at: number): StoredUpload {
  const { name, type, size, lastModified: modified } = file;
  const own = { id: newKey(), key: newKey(), person: session.id, at };
  return { ...own, name, type, size, modified, task, path: null, sent: 0, isPaused: false };
}

function isForgotten({ state, isShown }: Upload): boolean {
  return state === 'cancelled' || (state === 'done' && !isShown);
}

/** Those of whoever is signed in. */
export const uploads = new Uploads();
