import { forgetUpload, openUpload, sendFrom, sentOf, uploadNamed } from '../../../shared/client/bytes';
import type { UploadName } from '../../../shared/client/given';
import { newKey } from '../../../shared/client/persist';
import type { Output } from '../../../shared/contract';
import { callRoute } from '../../../shared/contract/addresses';
import { AppError } from '../../../shared/errors';
import { call } from '../call';
import { session } from '../session.svelte';
import { Speed } from './speed';
import { dropUpload, keepUpload, type StoredUpload } from './store';
import type { UploadTask } from './task';

/**
 * How an upload stands: it waits for its turn; is sent; was paused by the person; failed (`error` says how; one that lost its
 * host goes on by itself); is done; was cancelled.
 */
export type UploadState = 'waiting' | 'sending' | 'paused' | 'failed' | 'done' | 'cancelled';

/** Who gives uploads their turn. */
export interface UploadTurns {
  /** Something has changed that may let another one begin. */
  turn: () => void;
}

/** One file on its way to the host. Everything that is asked of it is reactive. */
export class Upload<N extends UploadName = UploadName> {
  /** The record that the call gave. Rejects only when it is cancelled: what failed can be tried again. */
  readonly finished: Promise<Output<N>>;
  /** Shown among the uploads, and kept over a reload. */
  readonly isShown: boolean;
  readonly #stored: StoredUpload;
  readonly #turns: UploadTurns;
  readonly #settle: PromiseWithResolvers<Output<N>>;
  readonly #pace = new Speed();
  #file = $state.raw<Blob | undefined>();
  #state = $state<UploadState>('waiting');
  #sent = $state(0);
  #speed = $state(0);
  #secondsLeft = $state<number | undefined>();
  #error = $state.raw<AppError | null>(null);
  #stopping: AbortController | undefined;
  #opening: Promise<string> | undefined;
  #piece = PIECES.first;

  constructor(turns: UploadTurns, stored: StoredUpload, file: Blob | undefined, isShown: boolean) {
    this.#turns = turns;
    this.#stored = stored;
    this.#file = file;
    this.isShown = isShown;
    this.#sent = stored.sent;
    if (stored.isPaused || !file) this.#state = 'paused';
    this.#settle = Promise.withResolvers();
    this.finished = this.#settle.promise;
    // Who doesn't wait for it need not hear that it was cancelled.
    this.finished.catch(() => undefined);
  }

  get id(): string {
    return this.#stored.id;
  }

  get name(): string {
    return this.#stored.name;
  }

  /** What its sender's system says that it is: a media type, or "". */
  get type(): string {
    return this.#stored.type;
  }

  get task(): UploadTask {
    return this.#stored.task;
  }

  /** Bytes in all. */
  get size(): number {
    return this.#stored.size;
  }

  /** Bytes that the host has. */
  get sent(): number {
    return this.#sent;
  }

  /** Bytes a second, over the last three; 0 while it is not known. */
  get speed(): number {
    return this.#speed;
  }

  /** Undefined in the first two seconds, and while it is not being sent. */
  get secondsLeft(): number | undefined {
    return this.#secondsLeft;
  }

  get state(): UploadState {
    return this.#state;
  }

  /** What went wrong, while it is `failed`. */
  get error(): AppError | null {
    return this.#error;
  }

  /** Its bytes are not here any more (a reload): it goes on once the same file is chosen again. */
  get needsFile(): boolean {
    return this.#file === undefined;
  }

  /** Failed for as long as the host does not answer; it goes on by itself. */
  get isLost(): boolean {
    return this.#state === 'failed' && TRANSIENT.has(this.#error?.code ?? 'server_error');
  }

  /** Whether a file is the one that this upload is missing. */
  isMissing(file: File, task: UploadTask): boolean {
    const { name, size, modified } = this.#stored;
    const isSame = file.name === name && file.size === size && file.lastModified === modified;
    return this.needsFile && isSame && task.call === this.task.call;
  }

  /** Goes on with the file that was missing. */
  giveFile(file: File): void {
    this.#file = file;
    this.resume();
  }

  /** Stops for now; what the host has stays there. */
  pause(): void {
    if (this.#state !== 'waiting' && this.#state !== 'sending' && this.#state !== 'failed') return;
    this.#become('paused');
    this.#stored.isPaused = true;
    this.#keep();
  }

  /** Goes on from where it stands: after a pause or a failure. */
  resume(): void {
    if (this.needsFile || (this.#state !== 'paused' && this.#state !== 'failed')) return;
    this.#stored.isPaused = false;
    this.#keep();
    this.#become('waiting');
  }

  /** Gives it up, here and on the host. */
  cancel(): void {
    if (this.#state === 'done' || this.#state === 'cancelled') return;
    this.#become('cancelled');
    const { path } = this.#stored;
    if (path !== null) void forgetUpload(host(), path);
    if (this.isShown) void dropUpload(this.id);
    this.#settle.reject(new DOMException('The upload was cancelled.', 'AbortError'));
  }

  /** Stops without a word to anybody: the person has gone, and finds it again when they come back. */
  leave(): void {
    this.#stopping?.abort();
  }

  /** Sends it: called by the queue when its turn has come. */
  async send(): Promise<void> {
    const file = this.#file;
    if (this.#state !== 'waiting' || !file) return;
    this.#become('sending');
    const stopping = (this.#stopping = new AbortController());
    try {
      const record = await this.#sendAll(file, stopping.signal);
      if (stopping.signal.aborted) return;
      this.#become('done');
      this.#sent = this.size;
      if (this.isShown) void dropUpload(this.id);
      this.#settle.resolve(record);
    } catch (error) {
      if (stopping.signal.aborted) return;
      this.#error = failureOf(error);
      if (isUnreadable(error)) this.#file = undefined;
      this.#become('failed');
    }
  }

  async #sendAll(file: Blob, signal: AbortSignal): Promise<Output<N>> {
    const isKnown = await this.#sendBytes(file, signal);
    try {
      // Also where the host knows it no more: it may have used it, and the answer was lost. The key tells.
      return await this.#use(signal);
    } catch (error) {
      if (isKnown || !this.#isMissed(error)) throw error;
    }
    // The host has forgotten what it had (a day is over): once more from the beginning.
    this.#stored.path = null;
    this.#stored.key = newKey();
    await this.#sendBytes(file, signal);
    return this.#use(signal);
  }

  /** False where the host knows the upload no more. */
  async #sendBytes(file: Blob, signal: AbortSignal): Promise<boolean> {
    try {
      await this.#sendRest(file, signal);
      return true;
    } catch (error) {
      const isGone = error instanceof AppError && (error.code === 'not_found' || error.code === 'gone');
      if (isGone && this.#stored.path !== null) return false;
      throw error;
    }
  }

  async #sendRest(file: Blob, signal: AbortSignal): Promise<void> {
    const { task, name, size } = this.#stored;
    const kind = callRoute(task.call).upload?.kind ?? 'file';
    if (this.#stored.path === null) {
      const { filename = name } = task.input as { filename?: string };
      // Not stopped by a pause: the host would keep room for one that nobody knows of.
      this.#opening ??= openUpload(host(), { size, kind, filename }, {});
      try {
        this.#stored.path = await this.#opening;
      } finally {
        this.#opening = undefined;
      }
      if (this.#state === 'cancelled') void forgetUpload(host(), this.#stored.path);
      signal.throwIfAborted();
      this.#note(0);
      this.#keep();
    }
    const path = this.#stored.path;
    const from = this.#sent === 0 ? 0 : await sentOf(host(), path, { signal });
    this.#pace.clear();
    await sendFrom(host(), path, file, from, {
      signal,
      piece: () => this.#piece,
      onProgress: (sent) => this.#note(sent),
    });
  }

  async #use(signal: AbortSignal): Promise<Output<N>> {
    const { task, path, key } = this.#stored;
    const part = callRoute(task.call).upload?.part ?? 'file';
    const input = { ...task.input, [part]: uploadNamed(path ?? '') };
    return (await call(task.call, input as never, { key, signal })) as Output<N>;
  }

  #isMissed(error: unknown): boolean {
    const part = callRoute(this.task.call).upload?.part ?? 'file';
    return error instanceof AppError && error.fields?.[part] !== undefined;
  }

  #note(sent: number): void {
    const before = this.#sent;
    this.#sent = sent;
    this.#pace.note(sent, performance.now());
    const speed = (this.#speed = this.#pace.perSecond);
    this.#secondsLeft = this.#pace.secondsFor(this.size - sent);
    // As much as goes in half a second: often enough to be seen, rarely enough to be cheap.
    if (speed > 0) this.#piece = Math.min(PIECES.most, Math.max(PIECES.least, Math.round(speed / 2)));
    if (sent === before) return;
    this.#stored.sent = sent;
    this.#keep();
  }

  #become(state: UploadState): void {
    this.#state = state;
    if (state !== 'failed') this.#error = null;
    if (state !== 'sending') {
      this.#stopping?.abort();
      this.#speed = 0;
      this.#secondsLeft = undefined;
    }
    this.#turns.turn();
  }

  #keep(): void {
    if (this.isShown && this.#state !== 'cancelled' && this.#state !== 'done') void keepUpload(this.#stored);
  }
}

/** Bytes of one request: at first, and between what bounds it follows the speed. */
const PIECES = { first: 1024 * 1024, least: 128 * 1024, most: 8 * 1024 * 1024 };

/** What ends by itself. */
const TRANSIENT = new Set<string>(['unavailable', 'rate_limit_exceeded', 'auth_failed']);

function host() {
  return { url: location.href, token: session.token ?? '' };
}

/** A file that was moved, changed or taken away since it was chosen. */
function isUnreadable(error: unknown): boolean {
  return (
    error instanceof DOMException && (error.name === 'NotReadableError' || error.name === 'NotFoundError')
  );
}

function failureOf(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError('server_error', undefined, { cause: error });
}
