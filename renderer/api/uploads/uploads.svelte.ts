import { untrack } from 'svelte';
import { Backoff } from '../../../shared/client/backoff';
import type { UploadName } from '../../../shared/client/given';
import { newKey } from '../../../shared/client/idempotency-key';
import { isInBrowser } from '../bridge';
import { connection } from '../connection.svelte';
import { session } from '../session.svelte';
import { lockUpload } from './upload-lock';
import {
  dropUpload,
  storeBytes,
  storeUpload,
  storedBytes,
  storedUploads,
  type StoredUpload,
  type UploadDraft,
} from './store';
import type { UploadTask } from './task';
import { Upload } from './upload.svelte';

interface UploadOptions {
  isShown?: boolean;
  isBackground?: boolean;
  draft?: UploadDraft;
}

/**
 * The person's upload queue: three uploads at a time, in order. Uploads that lost the connection resume when it is
 * back; those in the list also resume after a reload.
 */
class Uploads {
  #all = $state.raw<readonly Upload[]>([]);
  readonly #background = new WeakSet<object>();
  #last = 0;
  #isTurning = false;
  #willTurn = false;
  /** Those that need their file, by its name; while files are being added only. */
  #needing: Map<string, Upload[]> | null = null;
  readonly #backoff = new Backoff(RETRY_DELAYS);

  /** The uploads that appear in the list, in order. */
  get shown(): readonly Upload[] {
    return this.#all.filter((upload) => upload.isShown);
  }

  /** Whether the person waits for an upload to be finished. */
  get hasUnfinished(): boolean {
    return this.#all.some(
      (upload) => upload.state !== 'done' && upload.state !== 'cancelled' && !this.#background.has(upload),
    );
  }

  /**
   * Adds a file to the queue. If an unfinished upload needs this very file, resumes that one instead. With `isShown:
   * false` it does not appear in the list of uploads: the caller shows it, and it is lost on reload, unless it is an
   * attachment of a `draft`, which finds it again by `ofDraft`. With `isBackground`, the person hasn't asked for it and
   * isn't asked about it when leaving.
   */
  add<N extends UploadName>(
    file: File,
    task: UploadTask<N>,
    { isShown = true, isBackground = false, draft }: UploadOptions = {},
  ): Upload<N> {
    return untrack(() => {
      const missing = this.#needingFile(file.name).find(
        (upload) => upload.isMissing(file, task as UploadTask) && upload.draft?.key === draft?.key,
      );
      if (missing) {
        missing.giveFile(file);
        return missing as Upload as Upload<N>;
      }
      this.#last = Math.max(Date.now(), this.#last + 1);
      const stored = storedOf(file, $state.snapshot(task) as UploadTask, this.#last);
      if (draft) stored.draft = draft;
      const upload = new Upload<N>(this, stored, file, isShown);
      if (isBackground) this.#background.add(upload);
      if (isShown || draft) {
        void lockUpload(stored.id);
        void storeUpload(stored);
        void storeBytes(stored.id, file);
      }
      this.#put([...this.#all, upload as Upload]);
      return upload;
    });
  }

  /** Returns the unfinished uploads attached to a draft: those of this page, and those that a reload interrupted. */
  async ofDraft(key: string): Promise<readonly Upload[]> {
    await this.#find(session.id, (stored) => stored.draft?.key === key);
    return this.#all.filter((upload) => upload.draft?.key === key && upload.state !== 'cancelled');
  }

  /** Removes an upload from the list, and cancels it if it is not finished. */
  dismiss(upload: Upload): void {
    upload.cancel();
    this.#put(this.#all.filter((one) => one !== upload));
  }

  /** Starts as many uploads as the limit allows, and drops cancelled and finished hidden ones. */
  turn(): void {
    if (this.#isTurning) return;
    this.#isTurning = true;
    untrack(() => {
      if (this.#all.some(isForgotten)) this.#all = this.#all.filter((upload) => !isForgotten(upload));
      const waiting = this.#all.filter((upload) => upload.state === 'waiting');
      const free = MAX_PARALLEL - this.#all.filter((upload) => upload.state === 'sending').length;
      for (const upload of waiting.slice(0, Math.max(0, free))) void upload.send();
      if (this.#all.some((upload) => upload.isLost)) this.#tryLater();
      else this.#backoff.reset();
    });
    this.#isTurning = false;
  }

  /**
   * Restores unfinished uploads and retries when the connection is back. Returns the function that stops it. Called
   * once, by the app frame.
   */
  follow(): () => void {
    return $effect.root(() => {
      $effect(() => {
        const { id } = session;
        if (id) untrack(() => void this.#restore(id));
        return () => this.#leave();
      });
      $effect(() => {
        if (connection.isConnected) untrack(() => this.#retryLost());
      });
      $effect(() => {
        // A reload resumes them. In the desktop app they would wait until this community is shown again.
        if (isInBrowser) return undefined;
        const ask = (event: Event) => {
          if (this.#all.some((upload) => isRunning(upload) && !this.#background.has(upload)))
            event.preventDefault();
        };
        addEventListener('beforeunload', ask);
        return () => removeEventListener('beforeunload', ask);
      });
    });
  }

  async #restore(person: number): Promise<void> {
    await this.#find(person, (stored) => !stored.draft);
    const oldest = Date.now() - DRAFT_LIFETIME_MS;
    for (const { id, at, draft } of await storedUploads(person)) {
      if (draft && at < oldest && (await lockUpload(id))) void dropUpload(id);
    }
  }

  /** Restores the stored uploads that `isWanted` chooses. */
  async #find(person: number, isWanted: (stored: StoredUpload) => boolean): Promise<void> {
    for (const stored of (await storedUploads(person)).filter(isWanted)) {
      if (!(await lockUpload(stored.id))) continue;
      const bytes = await storedBytes(stored.id);
      if (session.id !== person) return;
      if (this.#all.some((upload) => upload.id === stored.id)) continue;
      this.#put([...this.#all, new Upload(this, stored, bytes, !stored.draft)]);
    }
  }

  /** The uploads that need a file of this name. Collected once for all the files that are added at once. */
  #needingFile(name: string): readonly Upload[] {
    if (this.#needing === null) {
      this.#needing = Map.groupBy(
        this.#all.filter((upload) => upload.needsFile),
        (upload) => upload.name,
      );
      queueMicrotask(() => (this.#needing = null));
    }
    return this.#needing.get(name) ?? [];
  }

  /** Thousands of files may be added at once. */
  #put(all: readonly Upload[]): void {
    this.#all = all;
    if (this.#willTurn) return;
    this.#willTurn = true;
    queueMicrotask(() => {
      this.#willTurn = false;
      this.turn();
    });
  }

  #leave(): void {
    this.#backoff.cancel();
    for (const upload of this.#all) upload.leave();
    this.#all = [];
  }

  #tryLater(): void {
    // While disconnected there is nothing to do: `follow` retries on reconnection.
    this.#backoff.schedule(() => connection.isConnected && this.#retryLost());
  }

  #retryLost(): void {
    this.#backoff.cancel();
    for (const upload of this.#all) if (upload.isLost) upload.resume();
  }
}

/** How many uploads run at once; the host allows four. */
const MAX_PARALLEL = 3;
/** Milliseconds before an upload that lost the connection is retried. */
const RETRY_DELAYS = { min: 2_000, max: 30_000 };

/** Milliseconds after which an attachment is discarded whose draft was not opened again. */
const DRAFT_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

function storedOf(file: File, task: UploadTask, at: number): StoredUpload {
  const { name, type, size, lastModified: modified } = file;
  const own = { id: newKey(), key: newKey(), person: session.id, at };
  return { ...own, name, type, size, modified, task, path: null, sent: 0, isPaused: false };
}

function isRunning({ state }: Upload): boolean {
  return state === 'waiting' || state === 'sending';
}

function isForgotten({ state, isShown }: Upload): boolean {
  return state === 'cancelled' || (state === 'done' && !isShown);
}

/** The uploads of the signed-in person. */
export const uploads = new Uploads();
