import { untrack } from 'svelte';
import { SvelteSet } from 'svelte/reactivity';
import type { Input, Output } from '../../shared/contract';
import type { File } from '../../shared/contract/records';
import { LIMITS } from '../../shared/limits';
import { call, on, PagedList, type Attempt, type ServerEvent, type PageRequest } from '../api';
import { onReconnect } from '../api/on-reconnect.svelte';
import { readStored, store } from '../api/storage';
import { foldersIn, itemOf, withThoseAbove, type Item } from './list/items';

export type FileKindFilter = NonNullable<Input<'files.list'>['kind']>;
export type FileSort = NonNullable<Input<'files.list'>['sort']>;

/** The own files in one folder, filtered and sorted: loaded page by page, updated by events. */
export class FileLibrary {
  readonly folder: string;
  readonly #list: PagedList<File>;
  #folders = $state.raw<Output<'files.folders'>>([]);
  #query = $state('');
  #kind = $state<FileKindFilter>('all');
  #sort = $state<FileSort>(readStored<FileSort>(SORT_KEY) ?? 'newest');
  readonly #items = $derived.by((): readonly Item[] => {
    const folders = this.#query.trim() === '' && this.#kind === 'all' ? this.#foldersHere() : [];
    return [...folders, ...this.#list.items.filter(({ ID }) => !hidden.has(ID)).map(itemOf)];
  });

  constructor(folder: string) {
    this.folder = folder;
    this.#list = new PagedList({
      read: (request) => this.#read(request),
      keyOf: ({ ID }) => ID,
      size: LIMITS.pageMax,
      isParallel: true,
    });
  }

  /** The displayed items, folders first. */
  get items(): readonly Item[] {
    return this.#items;
  }

  /** All folders, sorted by path, including those that contain only folders. */
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

  get isLoaded(): boolean {
    return this.#list.isLoaded;
  }

  get loading(): Attempt {
    return this.#list.loading;
  }

  /** Bytes of all files in all folders. */
  get used(): number {
    return this.#folders.reduce((sum, { Size }) => sum + Size, 0);
  }

  /** Filters by name, debounced; in the root folder it searches all folders. */
  find(query: string): void {
    this.#query = query;
    this.#list.restart(DEBOUNCE_MS);
  }

  show(kind: FileKindFilter): void {
    this.#kind = kind;
    this.#list.restart();
  }

  order(sort: FileSort): void {
    this.#sort = sort;
    store(SORT_KEY, sort);
    this.#list.restart();
  }

  showAll(): void {
    this.#query = '';
    this.show('all');
  }

  /** Loads the list and follows its changes; returns the function that stops. */
  follow(): () => void {
    untrack(() => void this.load());
    const offs = [on((event) => this.#handle(event)), onReconnect(() => this.#retry())];
    return () => {
      for (const off of offs) off();
      this.#list.stop();
    };
  }

  /** Reloads everything that is displayed. */
  async load(): Promise<void> {
    await this.#list.load();
  }

  /** Loads the next page, or what failed to load, unless a page is loading. */
  async grow(): Promise<void> {
    await this.#list.loadMore();
  }

  /** Loads all remaining pages, for actions on the end of the list or on all of it. */
  async growToEnd(): Promise<void> {
    await this.#list.loadAll(MAX_PARALLEL_PAGES);
  }

  /** Applies files returned by a write. */
  take(files: readonly File[]): void {
    for (const file of files) this.#put(file);
  }

  /** Hides files until they are deleted or shown again. */
  hide(ids: readonly number[]): void {
    for (const id of ids) hidden.add(id);
  }

  unhide(ids: readonly number[]): void {
    for (const id of ids) hidden.delete(id);
  }

  /** Loads a page of files; the first page also loads the folders. */
  async #read({ page, limit, signal }: PageRequest<File>): Promise<File[]> {
    const query = this.#query.trim();
    const input = {
      page,
      limit,
      kind: this.#kind,
      sort: this.#sort,
      ...(query && { query }),
      ...(!(query && this.folder === '') && { folder: this.folder }),
    };
    const [files, folders] = await Promise.all([
      call('files.list', input, { signal }),
      page === 0 ? call('files.folders', {}, { signal }) : null,
    ]);
    if (folders) this.#folders = folders;
    return files;
  }

  #retry(): void {
    if (this.loading.error) void this.grow();
  }

  #foldersHere() {
    return foldersIn(this.folder, this.#folders);
  }

  #handle(event: ServerEvent): void {
    if (event.Type === 'reset') void this.load();
    if (event.Type !== 'file') return;
    if (event.File) this.#put(event.File);
    else this.#list.remove(event.ID);
    // Only the host knows the position of a new file and the folder sizes.
    this.#list.loadSoon(DEBOUNCE_MS);
  }

  /** Updates a file in its position, or removes it if it moved to another folder. */
  #put(file: File): void {
    const isElsewhere = file.Folder !== this.folder && !(this.folder === '' && this.#query.trim() !== '');
    if (isElsewhere) this.#list.remove(file.ID);
    else this.#list.change(file.ID, file);
  }
}

/**
 * Ids of deleted files while the deletion can be undone. Module-level, so that it applies to all folders and survives
 * leaving one.
 */
const hidden = new SvelteSet<number>();

const SORT_KEY = 'courtyard.files-order';
/** Enough to load a long list fast, and few enough to let other requests in between. */
const MAX_PARALLEL_PAGES = 8;
/** Debounce of typing and events before the list reloads, in milliseconds. */
const DEBOUNCE_MS = 200;
