import type { RelationshipState, UserModel } from '../../../shared/contract/records';
import { PAGE_SIZES } from '../../../shared/limits';
import { call, isOutdating, on, PagedList, type PageRequest } from '../../api';
import type { PeopleListName as ListName } from '../../../shared/routes';
import { ignoreRequest, isRequestIgnored } from '../../common/ignored-requests';

/** The search filters for people; an empty string or 0 means no filter. */
export interface PeopleFilters {
  /** Parts of a name, or a tag. */
  query: string;
  /** A country's ID. */
  country: number;
  /** The beginnings of the names of a region and a city. */
  region: string;
  city: string;
  /** 0 for any; see `common.relationships`. */
  relationships: number;
  /** Only people with a picture. */
  hasPicture: boolean;
  /** Part of the name of a workplace or school. */
  works: string;
  /** Only people who are online. */
  online: boolean;
  /** 0: by relevance; 1: by how many people know them; 2: by name. */
  sort: number;
}

/** One list of people: friends, requests, or search results. */
export class PeopleList extends PagedList<UserModel> {
  readonly name: ListName;
  #filters = $state.raw<PeopleFilters>(NO_FILTERS);
  readonly #shown = $derived.by(() =>
    this.name === 'incoming' ? super.items.filter(({ ID }) => !isRequestIgnored(ID)) : super.items,
  );

  constructor(name: ListName) {
    super({
      read: (request) => readPage(name, this.#filters, request),
      keyOf: ({ ID }) => ID,
      size: PAGE_SIZES.people,
    });
    this.name = name;
  }

  override get items(): readonly UserModel[] {
    return this.#shown;
  }

  /** The search filters. */
  get filters(): PeopleFilters {
    return this.#filters;
  }

  /** Changes the search filters and searches after a pause in typing. */
  search(part: Partial<PeopleFilters>): void {
    this.#filters = { ...this.#filters, ...part };
    this.restart(DEBOUNCE_MS);
  }

  /** Whether there is any filter besides the search text. */
  get isFiltered(): boolean {
    const filters = { ...this.#filters, query: '', sort: 0 };
    return Object.values(filters).some(Boolean);
  }

  /** Why the list is empty: `nobody` if everyone here is a friend already, otherwise its name. */
  get emptiness(): ListName | 'nobody' {
    const isAsked = this.isFiltered || this.#filters.query.trim() !== '';
    return this.name === 'find' && !isAsked ? 'nobody' : this.name;
  }

  /** Ignores a person's request, which can be undone for ten seconds. */
  ignore({ ID }: UserModel): void {
    ignoreRequest(ID, () => this.remove(ID));
  }

  /** Removes all filters except the search text. */
  clearFilters(): void {
    this.search({ ...NO_FILTERS, query: this.#filters.query });
  }

  /** Loads the list and applies events. Returns the function that unsubscribes. */
  follow(): () => void {
    void this.load();
    const off = on((event) => {
      const isOfRequests = event.Type === 'notification' || event.Type === 'notification_delete';
      if (isOutdating(event) || (isOfRequests && this.name !== 'find')) void this.load();
      else if (event.Type === 'profile') this.#update(event.User);
      else if (event.Type === 'online') this.change(event.User, { Online: event.Online });
    });
    return () => {
      off();
      this.stop();
    };
  }

  /** Updates a changed person in place. Reloads the list if they are not in it but now belong to it. */
  #update(person: UserModel): void {
    if (this.find(person.ID)) this.put(person);
    else if (this.isLoaded && person.RelationshipState === STATES[this.name]) void this.load();
  }
}

function readPage(
  name: ListName,
  { query, country, region, city, works, relationships, hasPicture, online, sort }: PeopleFilters,
  { page, signal }: PageRequest<UserModel>,
): Promise<UserModel[]> {
  switch (name) {
    case 'friends':
      return call('people.friends', { user: '@me', page });
    case 'incoming':
      return call('people.incoming', { page });
    case 'outgoing':
      return call('people.outgoing', { page });
    case 'find': {
      const called = query.trim().replace(/^@/, '');
      const input = {
        page,
        sort,
        // Friends have a list of their own, but are found by name.
        ...(called ? { query: called } : { strangers: true }),
        ...(country && { country }),
        ...(region.trim() && { regionNative: region.trim() }),
        ...(city.trim() && { cityNative: city.trim() }),
        ...(relationships && { relationships }),
        ...(hasPicture && { avatar: true }),
        ...(works.trim() && { worksAt: works.trim() }),
        ...(online && { online }),
      };
      return call('people.find', input, { signal });
    }
  }
}

const NO_FILTERS: PeopleFilters = {
  query: '',
  country: 0,
  region: '',
  city: '',
  works: '',
  relationships: 0,
  hasPicture: false,
  online: false,
  sort: 0,
};

/** The relationship state of the people on each list. */
const STATES: Partial<Record<ListName, RelationshipState>> = {
  friends: 'friends',
  incoming: 'he_subscribed',
  outgoing: 'me_subscribed',
};

/** Milliseconds without typing before a search. */
const DEBOUNCE_MS = 200;
