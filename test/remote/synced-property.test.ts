import { expect, test } from 'vitest';
import { AppError } from '../../shared/errors';
import fc from '../support/inputs/properties';
import { RandomWorld, type Call } from '../replica/random-world';
import { comparable } from '../support/replicas';
import { testService, type TestPerson, type TestService } from '../support/service';
import { programOf, settled, type Program } from './program';

const steps = fc.array(
  fc.record({
    what: fc.constantFrom('here', 'here', 'here', 'there', 'there', 'send', 'send', 'read', 'cut', 'join'),
    device: fc.nat({ max: 1 }),
    who: fc.nat(),
    which: fc.nat(),
    kind: fc.nat(),
  }),
  { minLength: 40, maxLength: 90 },
);

test('whatever is done on both sides of a broken line, all of it arrives once, in order, and both sides agree', async () => {
  let [sent, lost, compared] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(steps, fc.infiniteStream(fc.nat({ max: 9 })), async (doings, dice) => {
      const t = await testService();
      const people = await t.people('Ann', 'Ben', 'Cleo');
      const [ann, ben] = people;
      const { ID: dialog_id } = await ben.call('dialogs.create', { name: 'Yard', type: 'group' });
      await ben.call('dialogs.join', { dialog_id, user_id: ann.id });
      const isLost = () => (dice.next().value ?? 0) < 3;
      const programs = [
        programOf(t, ann, { isLost }),
        programOf(t, await otherDevice(t, ann), { isLost }),
      ] as const;
      const away = new RandomWorld(t.service, [{ ...ann, call: programs[0].call }, ...people.slice(1)]);
      const here = new RandomWorld(t.service, people);
      const numbers: string[][] = [[], []];
      for (const { what, device, who, which, kind } of doings) {
        const program = programs[device]!;
        t.clock.advance(1);
        if (what === 'cut') program.host.cut();
        else if (what === 'join') program.join();
        else if (what === 'there') await here.act(who, kind, which);
        else if (what === 'here') await away.act(0, kind, which);
        else if (what === 'read') await program.call('dialogs.list', {}).catch(expectRefusal);
        else {
          const text = `From device ${device}, number ${numbers[device]!.length}`;
          // As pages do it: what was not accepted is tried again with its key.
          const key = `key-of-device-${device}-number-${numbers[device]!.length}`;
          const answer = await program.call('dialogs.send', { dialog_id, text }, key).catch(expectRefusal);
          if (answer) numbers[device]!.push(text);
        }
      }
      for (const program of programs) await settled(program);
      for (const { host } of programs) host.isLost = () => false;
      sent += numbers.flat().length;
      lost += programs[0].host.lost + programs[1].host.lost;
      await expectAllSent(ann, dialog_id, numbers, programs);
      for (const program of programs)
        compared += await expectAgreement(t, program, ann, [...away.reads(ann), ...here.reads(ann)]);
      for (const program of programs) await program.close();
    }),
    { numRuns: Number(process.env.SEEDS ?? 25), endOnFailure: true },
  );
  expect(sent).toBeGreaterThan(100);
  expect(lost).toBeGreaterThan(50);
  expect(compared).toBeGreaterThan(500);
});

async function otherDevice(t: TestService, person: TestPerson): Promise<TestPerson> {
  return t.as(await t.signIn(person.email, person.password), person);
}

/** What a program could not do is refused in plain words; anything else is a fault. */
function expectRefusal(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}

/** Every message that was accepted or is shown as refused: none twice, none lost, those of a device in order. */
async function expectAllSent(
  reader: TestPerson,
  dialog_id: number,
  numbers: readonly string[][],
  programs: readonly Program[],
): Promise<void> {
  const stored: string[] = [];
  for (let last_id = 0; ;) {
    const page = await reader.call('dialogs.messages', { dialog_id, last_id, limit: 100 });
    if (page.length === 0) break;
    last_id = page.at(-1)!.ID;
    stored.push(...page.map((message) => message.Text));
  }
  stored.reverse();
  numbers.forEach((texts, device) => {
    const refused = programs[device]!.synced.outboxItems.map((item) => item.input['text']);
    const expected = texts.filter((text) => !refused.includes(text));
    expect(stored.filter((text) => texts.includes(text))).toEqual(expected);
  });
}

/**
 * A program answers as the host does; without the host it knows nothing that the host refuses. Returns how many answers
 * were compared.
 */
async function expectAgreement(
  t: TestService,
  program: Program,
  person: TestPerson,
  reads: readonly Call[],
): Promise<number> {
  const answers = new Map<Call, unknown>();
  for (const read of reads) {
    // Requests are limited by the second.
    t.clock.advance(1);
    const said = `${read.name} ${JSON.stringify(read.input)}`;
    const answer = await outcomeOf(person.call(read.name, read.input as never));
    answers.set(read, answer);
    expect.soft(await outcomeOf(program.call(read.name, read.input as never)), said).toEqual(answer);
  }
  program.host.cut();
  for (const [{ name, input }, answer] of answers) {
    const known = await outcomeOf(program.call(name, input as never));
    if (answer instanceof String)
      expect.soft(known, `${name} ${JSON.stringify(input)} alone`).toBeInstanceOf(String);
  }
  return reads.length;
}

/** What a call answers, as far as a replica can know; the error code as a String object for a refusal. */
async function outcomeOf(answer: Promise<unknown>): Promise<unknown> {
  try {
    return comparable(await answer);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return new String(error.code);
  }
}
