import { router } from '../router.svelte';
import { Search } from './search.svelte';

/**
 * Returns the search of the current visit, as it was left: a request that was pending then goes on meanwhile. A new
 * visit begins with the query of its address.
 */
export function searchOfVisit(query: string): Search {
  return router.cached('search', () => {
    const search = new Search();
    if (query) search.load(query);
    $effect(() => () => search.close());
    return search;
  });
}
