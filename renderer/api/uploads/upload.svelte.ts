import { forgetUpload, openUpload, sendFrom, sentOf, uploadNamed } from '../../../shared/client/bytes';
import type { UploadName } from '../../../shared/client/given';
import { newKey } from '../../../shared/client/idempotency-key';
import type { Output } from '../../../shared/contract';
import { callRoute } from '../../../shared/contract/addresses';
import { AppError } from '../../../shared/errors';
import { call } from '../call';
import { session } from '../session.svelte';
import { Speed } from './speed';
import { dropUpload, storeUpload, type StoredUpload, type UploadDraft } from './store';
import type { UploadState, UploadTask, UploadTurns } from './task';
import { toAppError, isUploadGone, isRejected, isUnreadable, mayRetry, TRANSIENT } from './upload-failures';

/** One file being uploaded to the host. The properties that change are reactive. */
export class Upload<N extends UploadName = UploadName> {
  /** Resolves to the record returned by the call. Rejects only on cancel: failed uploads can be retried. */
  readonly finished: Promise<Output<N>>;
  readonly id: string;
  readonly name: string;
  /** The media type reported by the browser, or "". */
  readonly type: string;
  /** The file size in bytes. */
  readonly size: number;
  readonly task: UploadTask;
  /** Whether it appears in the list of uploads. */
  readonly isShown: boolean;
  readonly #stored: StoredUpload;
  readonly #turns: UploadTurns;
  readonly #settle = Promise.withResolvers<Output<N>>();
  readonly #pace = new Speed();
  #file = $state.raw<Blob | undefined>();
  #state = $state<UploadState>('waiting');
  #sent = $state(0);
  #speed = $state(0);
  #secondsLeft = $state<number | undefined>();
  #error = $state.raw<AppError | null>(null);
  #recordId = $state(0);
  #isExisting = $state(false);
  #stopping: AbortController | undefined;
  #opening: Promise<string> | undefined;
  #isReleased = false;
  readonly #earlierRefusal: AppError | null;

  constructor(turns: UploadTurns, stored: StoredUpload, file: Blob | undefined, isShown: boolean) {
    this.#turns = turns;
    this.#stored = stored;
    ({ id: this.id, name: this.name, type: this.type, size: this.size, task: this.task } = stored);
    this.#file = file;
    this.isShown = isShown;
    this.#sent = stored.sent;
    this.#error = this.#earlierRefusal = stored.refusal ? AppError.fromBody(stored.refusal) : null;
    if (this.#error || stored.isPaused || !file) this.#state = this.#error ? 'failed' : 'paused';
    this.finished = this.#settle.promise;
    // Avoids an unhandled rejection if nobody awaits `finished`.
    this.finished.catch(() => undefined);
  }

  /** The bytes; undefined if they are no longer available. */
  get file(): Blob | undefined {
    return this.#file;
  }

  /** The draft of which it is an attachment; undefined after the draft was sent. */
  get draft(): UploadDraft | undefined {
    return this.#isReleased ? undefined : this.#stored.draft;
  }

  /** The number of bytes the host has received. */
  get sent(): number {
    return this.#sent;
  }

  /** Bytes per second over the last three seconds; 0 while unknown. */
  get speed(): number {
    return this.#speed;
  }

  /** Undefined in the first two seconds, and while it is not sending. */
  get secondsLeft(): number | undefined {
    return this.#secondsLeft;
  }

  get state(): UploadState {
    return this.#state;
  }

  /** The ID of the record that it became; 0 before it is done. */
  get recordId(): number {
    return this.#recordId;
  }

  /** The host had a record of the same bytes, which it returned instead of storing them again. */
  get isExisting(): boolean {
    return this.#isExisting;
  }

  /** The error while the state is `failed`. */
  get error(): AppError | null {
    return this.#error;
  }

  /** Whether the bytes are no longer available. It resumes when the person chooses the same file again. */
  get needsFile(): boolean {
    return this.#file === undefined;
  }

  /** Whether a retry may help after a failure. */
  get canRetry(): boolean {
    return this.#state === 'failed' && mayRetry(this.#error, this.#error === this.#earlierRefusal);
  }

  /** Whether it failed for a temporary reason, such as a lost connection. It resumes on its own. */
  get isLost(): boolean {
    return this.#state === 'failed' && TRANSIENT.has(this.#error?.code ?? 'server_error');
  }

  /** Returns whether this is the file the upload needs to resume. */
  isMissing(file: File, task: UploadTask): boolean {
    const { name, size, modified } = this.#stored;
    const isSame = file.name === name && file.size === size && file.lastModified === modified;
    return isSame && this.needsFile && task.call === this.task.call;
  }

  /** Takes it out of its draft, whose message waits for it now. After a reload the draft has it again. */
  release(): void {
    this.#isReleased = true;
  }

  /** Resumes with the missing file. */
  giveFile(file: File): void {
    this.#file = file;
    this.resume();
  }

  /** Pauses the upload. The host keeps what it has received. */
  pause(): void {
    if (this.#state !== 'waiting' && this.#state !== 'sending' && this.#state !== 'failed') return;
    this.#setState('paused');
    this.#stored.isPaused = true;
    this.#store();
  }

  /** Resumes after a pause or a failure. */
  resume(): void {
    if (this.needsFile || (this.#state !== 'paused' && this.#state !== 'failed')) return;
    this.#stored.isPaused = false;
    this.#stored.refusal = undefined;
    this.#store();
    this.#setState('waiting');
  }

  /** Cancels the upload and deletes it on the host. */
  cancel(): void {
    if (this.#state === 'done' || this.#state === 'cancelled') return;
    this.#setState('cancelled');
    const { path } = this.#stored;
    if (path !== null) void forgetUpload(host(), path);
    if (this.#isStored) void dropUpload(this.id);
    this.#settle.reject(new DOMException('The upload was cancelled.', 'AbortError'));
  }

  /** Stops sending when the person signs out. They find the upload again when they sign in. */
  leave(): void {
    this.#stopping?.abort();
  }

  /** Sends the file. Called by the queue. */
  async send(): Promise<void> {
    const file = this.#file;
    if (this.#state !== 'waiting' || !file) return;
    this.#setState('sending');
    const stopping = (this.#stopping = new AbortController());
    try {
      const record = await this.#sendAll(file, stopping.signal);
      if (stopping.signal.aborted) return;
      this.#recordId = record.ID;
      this.#isExisting = 'Existing' in record;
      this.#setState('done');
      this.#sent = this.size;
      if (this.#isStored) void dropUpload(this.id);
      this.#settle.resolve(record);
    } catch (error) {
      if (stopping.signal.aborted) return;
      this.#error = toAppError(error);
      if (isUnreadable(error)) this.#file = undefined;
      if (isRejected(this.#error)) this.#stored.refusal = this.#error.toBody();
      this.#setState('failed');
      this.#store();
    }
  }

  async #sendAll(file: Blob, signal: AbortSignal): Promise<Output<N>> {
    const isKnown = await this.#sendBytes(file, signal);
    try {
      // Also called if the host no longer has the upload: the call may have succeeded and only its answer was lost. The
      // idempotency key returns the same record then.
      return await this.#use(signal);
    } catch (error) {
      if (isKnown || !isUploadGone(error, this.task)) throw error;
    }
    // The host deletes incomplete uploads after a day: start over.
    this.#stored.path = null;
    this.#stored.key = newKey();
    await this.#sendBytes(file, signal);
    return this.#use(signal);
  }

  /** Returns false if the host no longer has the upload. */
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
      // Not aborted by a pause, which would leave an upload on the host whose path is unknown here.
      this.#opening ??= openUpload(host(), { size, kind, filename }, {});
      try {
        this.#stored.path = await this.#opening;
      } finally {
        this.#opening = undefined;
      }
      if (this.#state === 'cancelled') void forgetUpload(host(), this.#stored.path);
      signal.throwIfAborted();
      this.#note(0);
      this.#store();
    }
    const path = this.#stored.path;
    const from = this.#sent === 0 ? 0 : await sentOf(host(), path, { signal });
    this.#pace.clear();
    await sendFrom(host(), path, file, from, {
      signal,
      piece: () => this.#pace.piece,
      onProgress: (sent) => this.#note(sent),
    });
  }

  async #use(signal: AbortSignal): Promise<Output<N>> {
    const { task, path, key } = this.#stored;
    const part = callRoute(task.call).upload?.part ?? 'file';
    const input = { ...task.input, [part]: uploadNamed(path ?? '') };
    return (await call(task.call, input as never, { key, signal })) as Output<N>;
  }

  #note(sent: number): void {
    const before = this.#sent;
    this.#sent = sent;
    this.#pace.note(sent, performance.now());
    this.#speed = this.#pace.perSecond;
    this.#secondsLeft = this.#pace.secondsFor(this.size - sent);
    if (sent === before) return;
    this.#stored.sent = sent;
    this.#store();
  }

  #setState(state: UploadState): void {
    this.#state = state;
    if (state !== 'failed') this.#error = null;
    if (state !== 'sending') {
      this.#stopping?.abort();
      this.#speed = 0;
      this.#secondsLeft = undefined;
    }
    this.#turns.turn();
  }

  get #isStored(): boolean {
    return this.isShown || this.#stored.draft !== undefined;
  }

  #store(): void {
    if (this.#isStored && this.#state !== 'cancelled' && this.#state !== 'done')
      void storeUpload(this.#stored);
  }
}

const host = () => ({ url: location.href, token: session.token ?? '' });
