import { untrack } from 'svelte';
import { SvelteSet } from 'svelte/reactivity';
import type { Input, Output } from '../../shared/contract';
import type { File } from '../../shared/contract/records';
import { Attempt, call, on, type Heard } from '../api';
import { readStored, store } from '../api/storage';
import { foldersIn, itemOf, withThoseAbove, type Item } from './list/items';

export type FileKindFilter = NonNullable<Input<'files.list'>['kind']>;
export type FileSort = NonNullable<Input<'files.list'>['sort']>;

/** The own files in one folder, as they are filtered and ordered: read by pages, kept by events. */
export class FileLibrary {
  readonly folder: string;
  readonly reading = new Attempt();
  #files = $state.raw<readonly File[]>([]);
  #folders = $state.raw<Output<'files.folders'>>([]);
  #query = $state('');
  #kind = $state<FileKindFilter>('all');
  #sort = $state<FileSort>(readStored<FileSort>(SORT_KEY) ?? 'newest');
  #hasMore = $state(false);
  #isRead = $state(false);
  #pages = 1;
  #turn = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #growing: Promise<void> | undefined;
  readonly #items = $derived.by((): readonly Item[] => {
    const folders = this.#query.trim() === '' && this.#kind === 'all' ? this.#foldersHere() : [];
    return [...folders, ...this.#files.filter(({ ID }) => !hidden.has(ID)).map(itemOf)];
  });

  constructor(folder: string) {
    this.folder = folder;
  }

  /** What is shown, folders first. */
  get items(): readonly Item[] {
    return this.#items;
  }

  /** Every folder there is, in order, also those that hold nothing but folders. */
  get allFolders(): readonly string[] {
    return withThoseAbove(this.#folders.map(({ Path }) => Path));
  }

  get query(): string {
    return this.#query;
  }

  get kind(): FileKindFilter {
    return this.#kind;
  }

  get sort(): FileSort {
    return this.#sort;
  }

  get isFiltered(): boolean {
    return this.#query.trim() !== '' || this.#kind !== 'all';
  }

  get isRead(): boolean {
    return this.#isRead;
  }

  /** Bytes of all files in all folders. */
  get used(): number {
    return this.#folders.reduce((sum, { Size }) => sum + Size, 0);
  }

  /** Looks for a name, after a moment of rest; at the top in all folders. */
  find(query: string): void {
    this.#query = query;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#begin(), REST);
  }

  show(kind: FileKindFilter): void {
    this.#kind = kind;
    void this.#begin();
  }

  order(sort: FileSort): void {
    this.#sort = sort;
    store(SORT_KEY, sort);
    void this.#begin();
  }

  showAll(): void {
    this.#query = '';
    this.show('all');
  }

  /** Reads, and hears of changes; gives the way to stop. */
  follow(): () => void {
    untrack(() => void this.load());
    const off = on((heard) => this.#hear(heard));
    return () => {
      off();
      clearTimeout(this.#timer);
      this.#turn++;
    };
  }

  /** Reads what is shown afresh, as far as it was read. */
  async load(): Promise<void> {
    const turn = ++this.#turn;
    await this.reading.run(async () => {
      const pages = Array.from({ length: this.#pages }, (_, page) => this.#read(page));
      const [folders, ...files] = await Promise.all([call('files.folders'), ...pages]);
      if (turn !== this.#turn) return;
      this.#folders = folders;
      this.#files = unique(files.flat());
      this.#hasMore = (files.at(-1)?.length ?? 0) >= PAGE;
      this.#isRead = true;
    });
    // What was asked meanwhile had to wait.
    if (turn !== this.#turn && !this.reading.busy) await this.load();
  }

  /** Reads the next page or pages, where there are any and none is being read. */
  grow(pages = 1): Promise<void> {
    return (this.#growing ??= this.#grow(pages).finally(() => (this.#growing = undefined)));
  }

  /** Reads all that is left, for what is about the end or the whole of it. */
  async growToEnd(): Promise<void> {
    await this.#growing;
    while (this.#hasMore && !this.reading.busy) {
      await this.grow(PAGES_AT_ONCE);
      if (this.reading.error) return;
    }
  }

  /** Shows files as a write has answered them. */
  take(files: readonly File[]): void {
    for (const file of files) this.#put(file);
  }

  /** Takes files out of sight, until they are deleted or shown again. */
  hide(ids: readonly number[]): void {
    for (const id of ids) hidden.add(id);
  }

  unhide(ids: readonly number[]): void {
    for (const id of ids) hidden.delete(id);
  }

  #begin(): Promise<void> {
    this.#pages = 1;
    return this.load();
  }

  async #grow(pages: number): Promise<void> {
    if (!this.#hasMore || this.reading.busy) return;
    const turn = this.#turn;
    await this.reading.run(async () => {
      const found = await Promise.all(
        Array.from({ length: pages }, (_, page) => this.#read(this.#pages + page)),
      );
      if (turn !== this.#turn) return;
      this.#pages += found.filter(({ length }) => length > 0).length;
      this.#files = unique([...this.#files, ...found.flat()]);
      this.#hasMore = (found.at(-1)?.length ?? 0) >= PAGE;
    });
    if (turn !== this.#turn) await this.load();
  }

  #read(page: number): Promise<File[]> {
    const query = this.#query.trim();
    return call('files.list', {
      page,
      limit: PAGE,
      kind: this.#kind,
      sort: this.#sort,
      ...(query && { query }),
      ...(!(query && this.folder === '') && { folder: this.folder }),
    });
  }

  #foldersHere() {
    return foldersIn(this.folder, this.#folders);
  }

  #hear(heard: Heard): void {
    if (heard.Type === 'reset') void this.load();
    if (heard.Type !== 'file') return;
    if (heard.File) this.#put(heard.File);
    else this.#files = this.#files.filter(({ ID }) => ID !== heard.ID);
    this.#loadSoon();
  }

  /** What is known stays where it stands, unless it lies elsewhere now. */
  #put(file: File): void {
    const isElsewhere = file.Folder !== this.folder && !(this.folder === '' && this.#query.trim() !== '');
    this.#files = isElsewhere
      ? this.#files.filter(({ ID }) => ID !== file.ID)
      : this.#files.map((one) => (one.ID === file.ID ? file : one));
  }

  /** Where a new one belongs, and how much is in the folders, the host knows. */
  #loadSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.load(), REST);
  }
}

/** Deleted, while it can still be undone: from every folder, also for who leaves one and comes back. */
const hidden = new SvelteSet<number>();

const SORT_KEY = 'courtyard.files-order';
const PAGE = 100;
/** Enough that a long list is read soon, and few enough that others are answered between them. */
const PAGES_AT_ONCE = 8;
/** Milliseconds of rest in typing, or between events, before it is read. */
const REST = 200;

function unique(files: readonly File[]): File[] {
  return [...new Map(files.map((file) => [file.ID, file])).values()];
}
