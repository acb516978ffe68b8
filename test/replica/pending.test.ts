import { expect, test } from 'vitest';
import { comparable } from '../support/replicas';
import { libraryCases } from './pending/library-cases';
import { messageCases } from './pending/message-cases';
import { peopleCases } from './pending/people-cases';
import { replicaWorld } from './pending/world';
import { wallCases } from './pending/wall-cases';

const KEY = 'key-of-a-pending-command';

const GROUPS = { messages: messageCases, walls: wallCases, people: peopleCases, libraries: libraryCases };

for (const [group, casesOf] of Object.entries(GROUPS)) {
  test(`pending ${group} are shown, vanish with the layer, and stand there once when the host did them`, async () => {
    const count = casesOf(await replicaWorld()).length;
    for (let index = 0; index < count; index++) {
      const w = await replicaWorld();
      const { name, input, read, from, shows } = casesOf(w)[index]!;
      const label = `${name} ${JSON.stringify(input)}`;
      const look = async () => comparable((await w.reader.asLastSeen(read, from)) ?? 'refused');
      const isShown = (answer: unknown) =>
        answer === 'refused' ? name === 'people.block' : shows(answer as never);
      const before = await look();
      expect.soft(isShown(before), label).toBe(false);
      const command = { key: KEY, name, input: input as Record<string, unknown>, made: [] };
      await w.replica.addPending(command);
      expect.soft(isShown(await look()), label).toBe(true);
      await w.replica.setPending(() => []);
      expect.soft(await look(), label).toEqual(before);
      await w.replica.addPending(command);
      const { seq = 0 } = await w.t.service.answer(w.ann.session, name, input as never, KEY);
      await w.replica.settlePending(KEY, seq);
      expect.soft(isShown(await look()), label).toBe(true);
      expect.soft(await w.sync.catchUp()).toBe('current');
      const host = await w.ann.call(read, from as never).catch(() => 'refused');
      expect.soft(await look(), label).toEqual(comparable(host));
      await w.replica.close();
    }
  });
}
