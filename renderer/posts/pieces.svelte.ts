import type { Attachment, PostModel } from '../../shared/contract/records';
import { LIMITS } from '../../shared/limits';
import { photos, uploads, type AppError, type Upload, type UploadTask } from '../api';

/** The kinds of things that hang on what is written; a photo stands apart from the others. */
export type PieceKind = 'photo' | Exclude<Attachment['Type'], 'post'>;

/** What is known of a piece that the host has. */
export interface StoredPiece {
  kind: PieceKind;
  id: number;
  name: string;
}

/** One thing that hangs on what is being written: on its way to the host, or there. */
export class Piece {
  readonly kind: PieceKind;
  readonly name: string;
  /** What tells it from the others, as long as it is shown. */
  readonly key: string;
  readonly #upload: Upload | null;
  /** A picture of what is on its way. */
  readonly #preview: string | null;
  #id = $state(0);

  constructor(from: StoredPiece | { file: File; kind: PieceKind }) {
    this.kind = from.kind;
    if ('id' in from) {
      this.#id = from.id;
      this.name = from.name;
      this.key = `${from.kind} ${from.id}`;
      this.#upload = this.#preview = null;
      return;
    }
    const { file } = from;
    this.name = file.name;
    this.#preview = from.kind === 'photo' ? URL.createObjectURL(file) : null;
    this.#upload = uploads.add(file, taskFor(from.kind, file), { isShown: false });
    this.key = this.#upload.id;
  }

  /** Its number on the host; 0 while it is on its way. */
  get id(): number {
    return this.#id;
  }

  /** Where its picture is, so many pixels wide. */
  pictureOf(pixels: number): string | undefined {
    return this.#preview ?? (this.kind === 'photo' ? photos.address(this.#id, pixels) : undefined);
  }

  /** From 0 to 1. */
  get share(): number {
    return this.#upload && this.#upload.size > 0
      ? this.#upload.sent / this.#upload.size
      : Number(this.#id > 0);
  }

  /** What went wrong; one that only lost its host goes on by itself. */
  get error(): AppError | null {
    return this.#upload?.isLost ? null : (this.#upload?.error ?? null);
  }

  /** The number that the host gives it; never, where it is given up. */
  async finish(): Promise<void> {
    if (this.#upload) this.#id = (await this.#upload.finished).ID;
  }

  retry(): void {
    this.#upload?.resume();
  }

  /** Gives up what is on its way. */
  drop(): void {
    this.#upload?.cancel();
    if (this.#preview) URL.revokeObjectURL(this.#preview);
  }
}

/** Everything that hangs on what is being written, as far as so many may. */
export class Pieces {
  readonly #onchange: () => void;
  #all = $state.raw<readonly Piece[]>([]);

  /** `onchange` is told whenever what the host has of it is something else. */
  constructor(stored: readonly StoredPiece[], onchange: () => void) {
    this.#all = stored.map((one) => new Piece(one));
    this.#onchange = onchange;
  }

  get photos(): readonly Piece[] {
    return this.#all.filter((piece) => piece.kind === 'photo');
  }

  get others(): readonly Piece[] {
    return this.#all.filter((piece) => piece.kind !== 'photo');
  }

  get isEmpty(): boolean {
    return this.#all.length === 0;
  }

  /** All of it is with the host. */
  get isReady(): boolean {
    return this.#all.every((piece) => piece.id > 0);
  }

  get hasFailed(): boolean {
    return this.#all.some((piece) => piece.error);
  }

  /** As drafts keep it: what is on its way is not part of them. */
  get stored(): StoredPiece[] {
    return this.#all.flatMap(({ kind, id, name }) => (id > 0 ? [{ kind, id, name }] : []));
  }

  /** As the host takes it. */
  get input(): { photos_list: number[]; attachments: { Type: 'file' | 'track' | 'video'; Item: number }[] } {
    return {
      photos_list: this.photos.map((piece) => piece.id),
      attachments: this.#all.flatMap(({ kind, id }) => (kind === 'photo' ? [] : [{ Type: kind, Item: id }])),
    };
  }

  /** Sends files on their way, each as what it is; gives how many there was no more room for. */
  add(files: readonly File[], only?: PieceKind): number {
    let left = 0;
    for (const file of files) {
      const kind = only ?? kindOf(file);
      const alike = kind === 'photo' ? this.photos.length : this.others.length;
      if (alike >= (kind === 'photo' ? LIMITS.photosEach : LIMITS.attachmentsEach)) left++;
      else this.#begin(new Piece({ file, kind }));
    }
    return left;
  }

  remove(piece: Piece): void {
    piece.drop();
    this.#put(this.#all.filter((one) => one !== piece));
  }

  /** Puts a photo before (-1) or behind (1) its neighbour. */
  move(piece: Piece, by: -1 | 1): void {
    const pictures = [...this.photos];
    const from = pictures.indexOf(piece);
    const other = pictures[from + by];
    if (!other) return;
    pictures[from + by] = piece;
    pictures[from] = other;
    this.#put([...pictures, ...this.others]);
  }

  /** Nothing hangs on it any more; what the host has stays in the libraries. */
  clear(): void {
    for (const piece of this.#all) piece.drop();
    this.#put([]);
  }

  #begin(piece: Piece): void {
    this.#put([...this.#all, piece]);
    piece.finish().then(this.#onchange, () => undefined);
  }

  #put(all: readonly Piece[]): void {
    this.#all = all;
    this.#onchange();
  }
}

/** What hangs on a post; what is gone of it can't hang on it any more. */
export function piecesOf(post: PostModel): StoredPiece[] {
  const pictures = post.Photos.map((id): StoredPiece => ({ kind: 'photo', id, name: '' }));
  const others = post.Attachments.flatMap(({ Type, Item }): StoredPiece[] =>
    Item && 'Name' in Item && Type !== 'post' && !('Content' in Item)
      ? [{ kind: Type, id: Item.ID, name: Item.Name }]
      : [],
  );
  return [...pictures, ...others];
}

/** The media types that are taken as photos. */
export const PHOTO_TYPES = 'image/jpeg,image/png,image/webp,image/gif,image/avif,image/heic,image/heif';

function kindOf(file: File): PieceKind {
  if (PHOTO_TYPES.split(',').includes(file.type)) return 'photo';
  if (file.type.startsWith('audio/')) return 'track';
  return file.type.startsWith('video/') ? 'video' : 'file';
}

function taskFor(kind: PieceKind, file: File): UploadTask {
  switch (kind) {
    case 'photo':
      return { call: 'photos.upload', input: {} };
    case 'track':
      return { call: 'music.upload', input: { filename: file.name } };
    case 'video':
      return { call: 'videos.upload', input: { filename: file.name } };
    case 'file':
      return { call: 'files.upload', input: { filename: file.name } };
  }
}
