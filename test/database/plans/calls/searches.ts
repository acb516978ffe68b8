import type { Input } from '../../../../shared/contract';
import { dialogId, LARGE } from '../../../bench/seed';
import type { TestPerson } from '../../../support/service';

/** The search for everything, with words and with each condition alone. */
export async function searches(ann: TestPerson, ben: TestPerson): Promise<void> {
  const all: Input<'search.all'>[] = [
    { mask: 'person num' },
    { mask: 'dialog 1' },
    { mask: 'yes', from: ben.id, after: 1, before: 2_000_000_000 },
    { from: ben.id },
    { in: dialogId(LARGE), mask: 'txt' },
    { has: ['photo', 'link'] },
    { after: 1_700_000_000 },
  ];
  for (const search of all) await ann.call('search.all', search);
  await ann.call('search.all', { mask: 'yes', only: 'messages', last_id: 1 });
}
