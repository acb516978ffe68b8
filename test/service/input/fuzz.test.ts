import fc, { runs } from '../../support/inputs/properties';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpointOf, names, type Name } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { serverUrl } from '../../support/databases/databases';
import { caller, inputOf, placeThings, SLOW } from '../../support/inputs/fuzz-inputs';
import { buildWorld, openSnapshot, type OpenWorld, type World } from '../rights/world';

let world: World;
let open: OpenWorld;

beforeAll(async () => {
  world = await buildWorld();
  open = await openSnapshot(world);
});
afterAll(async () => {
  await open.close();
});

describe('answers any input with a valid result, or an error that stored nothing', () => {
  test.each(names)('%s', async (name) => {
    await fc.assert(
      fc.asyncProperty(inputOf(name), caller, async (input, who) => expectAnswer(name, input, who)),
      { seed: 5, ...runs(SLOW.test(name) || serverUrl !== undefined ? 5 : 20) },
    );
  });
});

async function expectAnswer(name: Name, raw: unknown, who: string): Promise<void> {
  const input = placeThings(raw, world);
  const session = {
    token: who === 'nobody' ? null : (world.callers[who as 'owner'].session.token ?? ''),
    address: '127.0.0.1',
    userAgent: 'fuzz',
  };
  open.t.clock.advance(1);
  // What the community does by itself, also as it starts, is not what the call stores.
  await open.t.service.settled();
  const before = await open.view.contents();
  try {
    const answer: unknown = await open.t.service.call(session, name, input);
    expect(endpointOf(name).output.safeParse(answer).error?.issues ?? []).toEqual([]);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(error.code).not.toBe('server_error');
    if (error.code === 'validation_error') expect(Object.keys(error.fields ?? {})).not.toEqual([]);
    expect(await open.view.contents()).toBe(before);
  }
  if ((await open.view.contents()) === before) return;
  expect(endpointOf(name).kind).toBe('write');
  await open.close();
  open = await openSnapshot(world);
}
