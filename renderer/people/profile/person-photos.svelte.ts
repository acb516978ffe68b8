import type { Photo } from '../../../shared/contract/records';
import { call, EventSubscription, isOutdating, PagedList, session, type ServerEvent } from '../../api';
import { errorText } from '../../i18n/errors';
import { monthLine } from '../../i18n/format';
import { m } from '../../i18n/index.svelte';
import { toasts } from '../../ui';
import { SvelteSet } from 'svelte/reactivity';

/** The photos that were uploaded in one month, under its title. */
export interface PhotoMonth {
  /** "March 2024". */
  title: string;
  photos: readonly Photo[];
}

/** A person's photos, newest first; one's own can be described and removed. */
export class PersonPhotos {
  readonly pages: PagedList<Photo>;
  readonly isOwn: boolean;
  readonly #events = new EventSubscription((event) => this.#handle(event));
  readonly #shown = $derived.by(() => this.pages.items.filter(({ ID }) => !hidden.has(ID)));
  readonly #months = $derived(monthsOf(this.#shown));

  constructor(user: number) {
    this.isOwn = user === session.id;
    this.pages = new PagedList<Photo>({
      read: ({ page, limit }) => call('photos.of', { user, page, limit }),
      keyOf: ({ ID }) => ID,
      size: 60,
    });
  }

  /** All loaded photos that are not being removed. */
  get shown(): readonly Photo[] {
    return this.#shown;
  }
  get months(): readonly PhotoMonth[] {
    return this.#months;
  }

  /** Returns the photos after one, and loads a page of them if necessary; none after the last. */
  async after(photo: Photo): Promise<readonly Photo[]> {
    const isLast = this.shown.at(-1)?.ID === photo.ID;
    if (isLast) await this.pages.loadMore();
    const index = this.shown.findIndex(({ ID }) => ID === photo.ID);
    return index < 0 ? [] : this.shown.slice(index + 1);
  }

  /** Keeps the own photos up to date; returns the function that stops it. */
  follow(): () => void {
    return this.isOwn ? this.#events.open() : () => undefined;
  }

  async describe(photo: Photo, caption: string): Promise<void> {
    this.pages.put(await call('photos.update', { photo_id: photo.ID, caption }));
  }

  /** Hides a photo and removes it everywhere once the undo toast expires. */
  remove({ ID }: Photo): void {
    hidden.add(ID);
    const show = () => hidden.delete(ID);
    toasts.show({
      message: m().people.photoRemoved,
      undo: { label: m().common.undo, run: show },
      onexpire: () =>
        void call('photos.remove', { photo_id: ID }).then(
          () => this.pages.remove(ID),
          (error: unknown) => {
            show();
            toasts.show({ message: errorText(error), tone: 'danger' });
          },
        ),
    });
  }

  #handle(event: ServerEvent): void {
    if (isOutdating(event)) void this.pages.load();
    if (event.Type !== 'photo') return;
    if (!event.Photo) this.pages.remove(event.ID);
    else if (this.pages.isLoaded) this.pages.put(event.Photo);
  }
}

/** Photos whose removal can still be undone. Module-level, so that it survives leaving the view. */
const hidden = new SvelteSet<number>();

function monthsOf(photos: readonly Photo[]): PhotoMonth[] {
  const months = Map.groupBy(photos, ({ Timestamp }) => monthLine(Timestamp));
  return [...months].map(([title, some]) => ({ title, photos: some }));
}
