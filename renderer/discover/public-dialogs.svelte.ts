import type { DialogModel } from '../../shared/contract/records';
import { PAGE_SIZES } from '../../shared/limits';
import { call, on, PagedList, type PageRequest } from '../api';

/** The filters for public groups and channels; an empty string or 0 means no filter. */
export interface DialogFilters {
  query: string;
  /** 1: groups; 2: channels. */
  type: number;
  topic: number;
  /** A country's ID. */
  country: number;
  /** 0: by relevance; 1: by members; 2: by name. */
  sort: number;
}

/** Public groups and channels, filtered and sorted. */
export class PublicDialogs extends PagedList<DialogModel> {
  #filters = $state.raw<DialogFilters>(NO_FILTERS);

  constructor() {
    super({
      read: (request) => readPage(this.#filters, request),
      keyOf: ({ ID }) => ID,
      size: PAGE_SIZES.search,
    });
  }

  get filters(): DialogFilters {
    return this.#filters;
  }

  /** Whether there is any filter besides the search text. */
  get isFiltered(): boolean {
    const { type, topic, country } = this.#filters;
    return type + topic + country > 0;
  }

  /** Changes the filters; a pause in typing comes before the search. */
  search(part: Partial<DialogFilters>): void {
    this.#filters = { ...this.#filters, ...part };
    this.restart('query' in part ? DEBOUNCE_MS : 0);
  }

  /** Removes all filters except the search text. */
  clearFilters(): void {
    this.search({ ...NO_FILTERS, query: this.#filters.query });
  }

  /** Joins a group or channel. */
  async join(dialog: DialogModel): Promise<void> {
    await call('dialogs.join', { dialog_id: dialog.ID, user_id: '@me' });
    this.put({ ...dialog, Member: true, Members: dialog.Members + 1 });
  }

  /** Loads the list and applies events. Returns the function that unsubscribes. */
  follow(): () => void {
    void this.load();
    const off = on((event) => {
      if (event.Type === 'reset') void this.load();
      else if (event.Type === 'dialog' && this.find(event.Dialog.ID)) this.put(event.Dialog);
      else if (event.Type === 'dialog_delete') this.remove(event.Dialog);
    });
    return () => {
      off();
      this.stop();
    };
  }
}

function readPage(
  { query, type, topic, country, sort }: DialogFilters,
  { page, signal }: PageRequest<DialogModel>,
): Promise<DialogModel[]> {
  const mask = query.trim().replace(/^@/, '');
  const input = { type, topic, country, sort, page, limit: PAGE_SIZES.search, ...(mask && { mask }) };
  return call('dialogs.find', input, { signal });
}

const NO_FILTERS: DialogFilters = { query: '', type: 0, topic: 0, country: 0, sort: 0 };

/** Milliseconds without typing before a search. */
const DEBOUNCE_MS = 200;
