import { SvelteMap } from 'svelte/reactivity';
import type { Attachment, PostModel } from '../../../shared/contract/records';
import { LIMITS } from '../../../shared/limits';
import { newKey, uploads, type Upload, type UploadTask } from '../../api';
import { m } from '../../i18n/index.svelte';
import { toasts } from '../../ui';
import { PHOTO_TYPES } from './kinds';

/** Something that the host has and that is to go with a message or a post: plain data, kept with a draft. */
export interface Attached {
  kind: 'photo' | Exclude<Attachment['Type'], 'post'>;
  /** Its number on the host. */
  item: number;
  name: string;
  /** Bytes; 0 where that is not known. */
  size: number;
}

/** Something that was chosen to go with what is written: on its way to the host, or there. */
export interface Attaching {
  key: string;
  kind: Attached['kind'];
  name: string;
  /** Bytes. */
  size: number;
  /** Null where the host had it before. */
  upload: Upload | null;
  /** Its picture, of a photo that was chosen here. */
  preview: string | null;
  /** Its number on the host; 0 before it is there. */
  item: number;
}

/** What goes with a message or a post that is being written: files are sent to the host as soon as they are chosen. */
export class AttachmentTray {
  readonly #all = new SvelteMap<string, Attaching>();
  readonly #mode: 'public' | 'private';
  readonly #onchange: () => void;

  /**
   * `private`: photos and tracks are seen only where they are sent to, and don't come to the person's own page. `onchange`
   * hears that what the host has of it has changed, for a draft.
   */
  constructor(mode: 'public' | 'private', kept: readonly Attached[], onchange: () => void) {
    this.#mode = mode;
    this.#onchange = onchange;
    for (const one of kept) this.#put({ ...one, key: newKey(), upload: null, preview: null });
  }

  get all(): readonly Attaching[] {
    return [...this.#all.values()];
  }
  get isEmpty(): boolean {
    return this.#all.size === 0;
  }
  /** In their order, which may be changed. */
  get photos(): readonly Attaching[] {
    return this.all.filter(({ kind }) => kind === 'photo');
  }
  get others(): readonly Attaching[] {
    return this.all.filter(({ kind }) => kind !== 'photo');
  }
  /** Some of it is not on the host yet. */
  get isBusy(): boolean {
    return this.all.some(({ item }) => item === 0);
  }
  /** Something failed, and does not go on by itself. */
  get hasFailed(): boolean {
    return this.all.some(({ upload }) => upload?.state === 'failed' && !upload.isLost);
  }
  /** What the host has of it, in order. */
  get attached(): readonly Attached[] {
    return this.all.flatMap(({ kind, item, name, size }) => (item ? [{ kind, item, name, size }] : []));
  }

  /** Waits until what is on its way now is on the host or was left out. */
  async ready(): Promise<void> {
    await Promise.allSettled(this.all.map(({ upload }) => upload?.finished));
  }

  /** Takes files that were chosen, dropped or pasted, each as what it is or all of a kind; says where they are too many. */
  add(files: Iterable<File>, only?: Attached['kind']): void {
    let isFull = false;
    for (const file of files) {
      const kind = only ?? kindFor(file);
      if (this.#hasRoom(kind)) this.#send(file, kind);
      else isFull = true;
    }
    if (isFull) toasts.show({ message: m().media.attaching.tooMany(MOST), tone: 'danger' });
  }

  /** Takes something that the host has already. */
  attach(one: Attached): void {
    this.#put({ ...one, key: newKey(), upload: null, preview: null });
    this.#onchange();
  }

  /** Holds just these of what the host has; what is on its way stays. */
  follow(kept: readonly Attached[]): void {
    const isIn = (all: readonly Attached[], { kind, item }: Attached) =>
      all.some((one) => one.kind === kind && one.item === item);
    for (const one of this.all) if (one.item && !isIn(kept, one)) this.#forget(one);
    for (const one of kept) {
      if (!isIn(this.all, one)) this.#put({ ...one, key: newKey(), upload: null, preview: null });
    }
  }

  /** Puts a photo before (-1) or behind (1) its neighbour. */
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

  /** Leaves one out; what is on its way is given up. */
  remove(key: string): void {
    const one = this.#all.get(key);
    if (!one) return;
    one.upload?.cancel();
    this.#forget(one);
    this.#onchange();
  }

  /** Leaves out what has gone; what was added meanwhile stays. */
  release(sent: readonly Attached[]): void {
    const items = new Set(sent.map(({ item }) => item));
    for (const one of this.all) if (items.has(one.item)) this.#forget(one);
    this.#onchange();
  }

  /** Leaves all out; what the host has of it stays in the libraries. */
  clear(): void {
    for (const one of this.all) {
      one.upload?.cancel();
      this.#forget(one);
    }
    this.#onchange();
  }

  /** Gives what is there, and is empty after that. */
  take(): readonly Attached[] {
    const taken = this.attached;
    for (const one of this.all) this.#forget(one);
    return taken;
  }

  #send(file: File, kind: Attached['kind']): void {
    const upload = uploads.add(file, taskFor(file, kind, this.#mode), { isShown: false });
    const preview = kind === 'photo' ? URL.createObjectURL(file) : null;
    const one = {
      key: upload.id,
      kind,
      name: file.name,
      size: file.size,
      upload: upload as Upload,
      preview,
      item: 0,
    };
    this.#put(one);
    upload.finished.then(
      ({ ID }) => {
        if (!this.#all.has(one.key)) return;
        this.#put({ ...one, item: ID });
        this.#onchange();
      },
      () => undefined,
    );
  }

  #put(one: Attaching): void {
    this.#all.set(one.key, one);
  }

  #forget(one: Attaching): void {
    this.#all.delete(one.key);
    if (one.preview) URL.revokeObjectURL(one.preview);
  }

  #hasRoom(kind: Attached['kind']): boolean {
    const isPhoto = kind === 'photo';
    return this.all.filter((one) => (one.kind === 'photo') === isPhoto).length < MOST;
  }
}

/** How a call takes what goes with it. */
export function inputOf(attached: readonly Attached[]): {
  photos_list?: number[];
  attachments?: { Type: Exclude<Attached['kind'], 'photo'>; Item: number }[];
} {
  const photos = attached.flatMap(({ kind, item }) => (kind === 'photo' ? [item] : []));
  const others = attached.flatMap(({ kind, item }) => (kind === 'photo' ? [] : [{ Type: kind, Item: item }]));
  return { ...(photos.length && { photos_list: photos }), ...(others.length && { attachments: others }) };
}

/** What goes with a post that is there already; what is gone of it can't go with it any more. */
export function attachedOf({ Photos, Attachments }: PostModel): Attached[] {
  const photos = Photos.map((item): Attached => ({ kind: 'photo', item, name: '', size: 0 }));
  const others = Attachments.flatMap(({ Type, Item }): Attached[] =>
    Item && 'Name' in Item && Type !== 'post' && !('Content' in Item)
      ? [{ kind: Type, item: Item.ID, name: Item.Name, size: 'Size' in Item ? Item.Size : 0 }]
      : [],
  );
  return [...photos, ...others];
}

/** What goes with a message or a post, in one line; empty for nothing. */
export function attachedLine(attached: readonly Attached[]): string {
  const photos = attached.filter(({ kind }) => kind === 'photo').length;
  const [other] = attached.filter(({ kind }) => kind !== 'photo');
  if (photos) return photos > 1 ? m().alerts.photos(photos) : m().alerts.photo;
  return other?.name ?? '';
}

/** Of photos, and of the rest together. */
const MOST = LIMITS.attachmentsEach;

/** Pictures, music and videos of kinds that the host reads are shown as such; all else is a file. */
function kindFor({ type }: File): Attached['kind'] {
  if (PHOTO_TYPES.split(',').includes(type)) return 'photo';
  if (/^audio\/(mpeg|mp3|flac|x-flac|ogg|opus|mp4|x-m4a|aac|wav|x-wav|wave)$/.test(type)) return 'track';
  if (/^video\/(mp4|quicktime|webm|x-matroska|matroska)$/.test(type)) return 'video';
  return 'file';
}

function taskFor(file: File, kind: Attached['kind'], mode: 'public' | 'private'): UploadTask {
  switch (kind) {
    case 'photo':
      return { call: 'photos.upload', input: { mode } };
    case 'track':
      return { call: 'music.upload', input: { filename: file.name, mode } };
    case 'video':
      return { call: 'videos.upload', input: { filename: file.name } };
    default:
      return { call: 'files.upload', input: { filename: file.name } };
  }
}
