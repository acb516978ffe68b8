import { SvelteMap } from 'svelte/reactivity';
import type { Photo } from '../../../shared/contract/records';
import { LIMITS } from '../../../shared/limits';
import { type AppError, isStarting, newKey, photos, uploads, type Upload, type UploadTask } from '../../api';
import { m } from '../../i18n/index.svelte';
import { toasts } from '../../ui';
import { keepLocalVoice, type VoiceFacts, type VoiceRecording } from '../voice/recording';
import { LocalPicture, localPictures } from './local-pictures.svelte';
import type { StoredAttachment } from './tray/stored-attachments';
import { kindFor, taskFor } from './upload-tasks';

/** An attachment of a draft: being uploaded, or already on the host. */
export interface DraftAttachment {
  key: string;
  kind: StoredAttachment['kind'];
  name: string;
  /** Bytes. */
  size: number;
  /** Null if it was already on the host. */
  upload: Upload | null;
  /** For photos chosen on this device. */
  picture: LocalPicture | null;
  /** Its ID on the host; 0 until it is uploaded. */
  item: number;
  voice?: VoiceFacts | undefined;
  /** Where a voice message recorded on this page is played from. */
  url?: string;
}

/** What is stored of an attachment with its upload. */
type UploadDetails = Pick<StoredAttachment, 'kind' | 'voice'>;

/** The attachments of a message or a post being written. Files are uploaded as soon as they are chosen. */
export class AttachmentTray {
  readonly #all = new SvelteMap<string, DraftAttachment>();
  readonly #draft: string;
  readonly #onchange: () => void;

  /**
   * `draft` names the draft to which uploads return that leaving the page interrupted. `onchange` is called when the
   * attachments stored on the host change, so that a draft can be saved.
   */
  constructor(draft: string, kept: readonly StoredAttachment[], onchange: () => void) {
    this.#draft = draft;
    this.#onchange = onchange;
    for (const one of kept) this.#put({ ...one, key: newKey(), upload: null, picture: null });
    void this.#restore();
  }

  get all(): readonly DraftAttachment[] {
    return [...this.#all.values()];
  }
  get isEmpty(): boolean {
    return this.#all.size === 0;
  }
  /** The photos in their order, which can be changed. */
  get photos(): readonly DraftAttachment[] {
    return this.all.filter(({ kind }) => kind === 'photo');
  }
  get others(): readonly DraftAttachment[] {
    return this.all.filter(({ kind }) => kind !== 'photo');
  }
  /** Whether some attachments are not on the host yet. */
  get isBusy(): boolean {
    return this.all.some(({ item }) => item === 0);
  }
  /** Whether an upload failed and does not retry on its own. */
  get hasFailed(): boolean {
    return this.all.some((one) => failureOf(one) !== null || one.upload?.needsFile === true);
  }
  /** The attachments already on the host, in order. */
  get attached(): readonly StoredAttachment[] {
    return this.all.flatMap((one) => storedOf(one) ?? []);
  }

  /** Waits until the current uploads are finished or removed. */
  async ready(): Promise<void> {
    await Promise.allSettled(this.all.map(({ upload }) => upload?.finished));
  }

  /**
   * Adds files that were chosen, dropped or pasted, as `only` or as the kind that fits each. Shows a toast if there are
   * too many.
   */
  add(files: Iterable<File>, only?: StoredAttachment['kind']): void {
    let isFull = false;
    for (const file of files) {
      const kind = only ?? kindFor(file);
      if (this.#hasRoom(kind)) this.#send(file, kind, taskFor(file, kind));
      else isFull = true;
    }
    if (isFull) toasts.show({ message: m().media.attaching.tooMany(MAX_OF_KIND), tone: 'danger' });
  }

  /** Adds a recorded voice message, even to a full tray: nothing recorded may be lost. */
  addVoice({ file, folder, voice }: VoiceRecording): void {
    const { waveform, gain } = voice;
    const input = { filename: file.name, folder, waveform, gain };
    this.#send(file, 'file', { call: 'files.upload', input }, voice);
  }

  /** Adds an attachment that is already on the host. */
  attach(one: StoredAttachment): void {
    this.#put({ ...one, key: newKey(), upload: null, picture: null });
    this.#onchange();
  }

  /** Replaces the attachments on the host by `kept`. Running uploads stay. */
  follow(kept: readonly StoredAttachment[]): void {
    const isIn = (all: readonly StoredAttachment[], { kind, item }: StoredAttachment) =>
      all.some((one) => one.kind === kind && one.item === item);
    for (const one of this.all) if (one.item && !isIn(kept, one)) this.#forget(one);
    for (const one of kept) {
      if (!isIn(this.all, one)) this.#put({ ...one, key: newKey(), upload: null, picture: null });
    }
  }

  /** Moves a photo one position back (-1) or forward (1). */
  move(key: string, by: -1 | 1): void {
    const photos = [...this.photos];
    const from = photos.findIndex((one) => one.key === key);
    const [photo, other] = [photos[from], photos[from + by]];
    if (!photo || !other) return;
    photos[from + by] = photo;
    photos[from] = other;
    const all = [...photos, ...this.others];
    this.#all.clear();
    for (const one of all) this.#put(one);
    this.#onchange();
  }

  /** Removes an attachment and cancels its upload. */
  remove(key: string): void {
    const one = this.#all.get(key);
    if (!one) return;
    one.upload?.cancel();
    this.#forget(one);
    this.#onchange();
  }

  /** Removes attachments that were sent. Those added in the meantime stay. */
  release(sent: readonly StoredAttachment[]): void {
    const items = new Set(sent.map(({ item }) => item));
    for (const one of this.all) if (items.has(one.item)) this.#forget(one);
    this.#onchange();
  }

  /** Removes all attachments. Files already uploaded stay in the person's libraries. */
  clear(): void {
    for (const one of this.all) {
      one.upload?.cancel();
      this.#forget(one);
    }
    this.#onchange();
  }

  /** Returns the attachments on the host and empties the tray. */
  take(): readonly StoredAttachment[] {
    const taken = this.attached;
    for (const one of this.all) this.#forget(one);
    return taken;
  }

  /** Returns all attachments, also those still being uploaded, and empties the tray. The uploads go on. */
  takeAll(): readonly DraftAttachment[] {
    const { all } = this;
    this.#all.clear();
    for (const { upload } of all) upload?.release();
    return all;
  }

  #send(file: File, kind: StoredAttachment['kind'], task: UploadTask, voice?: VoiceFacts): void {
    const details: UploadDetails = { kind, ...(voice && { voice }) };
    const upload = uploads.add(file, task, { isShown: false, draft: { key: this.#draft, details } });
    this.#follow(upload as Upload, details);
  }

  /** Puts back the uploads that were interrupted by leaving the page. */
  async #restore(): Promise<void> {
    for (const upload of await uploads.ofDraft(this.#draft)) {
      if (!this.#all.has(upload.id)) this.#follow(upload, upload.draft?.details as UploadDetails);
    }
  }

  /** Shows an upload until it becomes an attachment on the host. */
  #follow(upload: Upload, { kind, voice }: UploadDetails): void {
    const { id: key, name, size, file } = upload;
    const picture = kind === 'photo' && file ? new LocalPicture(file) : null;
    const url = voice && file ? URL.createObjectURL(file) : undefined;
    const one: DraftAttachment = { key, kind, name, size, upload, picture, item: 0, ...(voice && { voice }) };
    if (url) one.url = url;
    this.#put(one);
    upload.finished.then(
      (record) => {
        if (url) keepLocalVoice(record.ID, url);
        if (picture) {
          photos.put([record as Photo]);
          localPictures.keep(record.ID, picture);
        }
        if (!this.#all.has(one.key)) return;
        this.#put({ ...one, item: record.ID });
        this.#onchange();
      },
      () => {
        picture?.release();
        if (url) URL.revokeObjectURL(url);
      },
    );
  }

  #put(one: DraftAttachment): void {
    this.#all.set(one.key, one);
  }

  #forget(one: DraftAttachment): void {
    this.#all.delete(one.key);
  }

  #hasRoom(kind: StoredAttachment['kind']): boolean {
    const isPhoto = kind === 'photo';
    return this.all.filter((one) => (one.kind === 'photo') === isPhoto).length < MAX_OF_KIND;
  }
}

/**
 * Returns an attachment as it is stored on the host; null while it is being uploaded, and if its upload was cancelled.
 */
export function storedOf({
  kind,
  item,
  name,
  size,
  upload,
  voice,
}: DraftAttachment): StoredAttachment | null {
  const id = item || (upload?.recordId ?? 0);
  return id ? { kind, item: id, name, size, ...(voice && { voice }) } : null;
}

/** The uploaded share of an attachment, from 0 to 1; undefined until its first piece has arrived. Reactive. */
export function shareOf({ upload, size }: DraftAttachment): number | undefined {
  if (upload && isStarting(upload)) return undefined;
  return size ? (upload?.sent ?? 0) / size : 0;
}

/**
 * The error of a failed upload. An upload that lost the connection resumes on its own and counts as running. Reactive.
 */
export function failureOf({ upload }: DraftAttachment): AppError | null {
  return upload?.state === 'failed' && !upload.isLost ? upload.error : null;
}

/** The limit for photos, and for all other attachments together. */
const MAX_OF_KIND = LIMITS.attachmentsEach;
