import type { TestPerson } from '../../../support/community';

/** Reads a scope of each kind of some people's replicas, and what changed since the log began. */
export async function replicas(...people: readonly TestPerson[]): Promise<void> {
  for (const person of people) {
    const { Log, Oldest, Scopes } = await person.call('sync.begin', {});
    const ofEachKind = new Map(Scopes.map((scope) => [scope.Kind, scope]));
    for (const { Kind, ID } of ofEachKind.values()) await readScope(person, `${Kind}:${ID}`);
    await person.call('sync.changes', { log: Log, since: Oldest - 1, online: true });
  }
}

async function readScope(person: TestPerson, scope: string): Promise<void> {
  let after = '';
  for (let pages = 0; pages < 40; pages++) {
    const page = await person.call('sync.page', { scope, after });
    if (!page.More) return;
    after = page.After;
  }
}
