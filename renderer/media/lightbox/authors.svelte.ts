import { SvelteMap } from 'svelte/reactivity';
import type { PersonRecord } from '../../../shared/contract/records';
import { call } from '../../api';

/** Returns the owner of a photo, or undefined while they are fetched from the host. Reactive. */
export function personOf(id: number): PersonRecord | undefined {
  if (!people.has(id) && !asked.has(id)) {
    asked.add(id);
    call('people.get', { user: String(id) }).then(
      (person) => people.set(id, person),
      () => asked.delete(id),
    );
  }
  return people.get(id);
}

const people = new SvelteMap<number, PersonRecord>();
const asked = new Set<number>();
