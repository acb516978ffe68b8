import { expect, test } from 'vitest';
import { AppError } from '../../shared/errors';
import type { FlakyHost } from '../support/hosts/flaky-host';
import { preparedHost } from '../support/hosts/prepared-host';
import fc, { runs } from '../support/inputs/properties';
import { RandomWorld, type Call } from '../replica/random-world';
import { comparable } from '../support/replicas';
import type { TestPerson, TestService } from '../support/service';
import { programOf, settled, type Program } from './program';

const openHost = preparedHost(async (t) => {
  const people = await t.people('Ann', 'Ben', 'Cleo');
  const [ann, ben] = people;
  const { ID: yard } = await ben.call('dialogs.create', { name: 'Yard', type: 'group' });
  await ben.call('dialogs.join', { dialog_id: yard, user_id: ann.id });
  return { people, state: { yard } };
});

const WHAT = [
  ...(['here', 'here', 'here', 'here', 'there', 'there', 'there', 'send', 'send', 'send'] as const),
  ...(['read', 'read', 'cut', 'cut', 'join', 'join', 'backup', 'restore'] as const),
];
const steps = fc.array(
  fc.record({
    what: fc.constantFrom(...WHAT),
    device: fc.nat({ max: 1 }),
    who: fc.nat(),
    which: fc.nat(),
    kind: fc.nat(),
  }),
  { minLength: 20, maxLength: 50 },
);

/** How often each thing happened that the programs must survive. */
const seen = {
  compared: 0,
  sent: 0,
  lostAnswers: 0,
  cuts: 0,
  pages: 0,
  purges: 0,
  restores: 0,
  lostByHost: 0,
};

test('whatever is done on both sides of a broken line, all of it arrives once, in order, and both sides agree', async () => {
  const dice = fc.infiniteStream(fc.nat({ max: 9 }));
  await fc.assert(fc.asyncProperty(steps, dice, expectAllArrives), runs(40));
  if (process.env.SEEDS !== undefined) return;
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(5);
});

async function expectAllArrives(
  doings: readonly {
    what: (typeof WHAT)[number];
    device: number;
    who: number;
    which: number;
    kind: number;
  }[],
  dice: fc.Stream<number>,
): Promise<void> {
  const { t, people, state, backup, restore, close } = await openHost();
  const { yard: dialog_id } = state;
  const [ann, ...others] = people as [TestPerson, TestPerson, TestPerson];
  let lost = 3;
  const isLost = () => (dice.next().value ?? 0) < lost;
  const programs = [
    programOf(t, ann, { isLost }),
    programOf(t, await otherDevice(t, ann), { isLost }),
  ] as const;
  for (const { host } of programs) watch(host, t);
  const away = new RandomWorld([{ ...ann, call: programs[0].call }, ...others]);
  const here = new RandomWorld([ann, ...others]);
  const numbers: string[][] = [[], []];
  const lostByHost = new Set<string>();
  let saved = await backup();
  for (const { what, device, who, which, kind } of doings) {
    const program = programs[device]!;
    t.clock.advance(1);
    if (what === 'cut') {
      program.host.cut();
      seen.cuts++;
    } else if (what === 'join') program.join();
    else if (what === 'backup') saved = await backup();
    else if (what === 'restore') {
      if (kind % 4 > 0) continue;
      for (const { host } of programs) host.cut();
      for (const { synced } of programs) await synced.sent();
      await t.service.settled();
      const before = await textsIn(ann, dialog_id);
      await restore(saved);
      const after = new Set(await textsIn(ann, dialog_id));
      for (const text of before) if (!after.has(text)) lostByHost.add(text);
      seen.restores++;
      for (const one of programs) one.join();
    } else if (what === 'there') await here.act(who, kind, which);
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
  lost = 1;
  for (const program of programs) await settled(program);
  for (const { host } of programs) host.isLost = () => false;
  seen.sent += numbers.flat().length;
  seen.lostAnswers += programs[0].host.lost + programs[1].host.lost;
  seen.lostByHost += lostByHost.size;
  expectAllSent(await textsIn(ann, dialog_id), { numbers, lostByHost, programs });
  const reads = new Map([...away.reads(ann), ...here.reads(ann)].map((read) => [JSON.stringify(read), read]));
  for (const program of programs) await expectAgreement(t, program, ann, [...reads.values()]);
  for (const program of programs) await program.close();
  await close();
}

/**
 * Lets a program read in small pages, at a host whose clock goes on with every call: requests are limited by the
 * second.
 */
function watch(host: FlakyHost, t: TestService): void {
  host.pageLimit = 10;
  host.onCall = () => t.clock.advance(1);
  host.onAnswer = (answer) => {
    const { More, Changes = [] } = answer as { More?: boolean; Changes?: { Table: string; Row: unknown }[] };
    if (More) seen.pages++;
    seen.purges += Changes.filter(({ Table, Row }) => Table === 'scope' && Row === null).length;
  };
}

async function otherDevice(t: TestService, person: TestPerson): Promise<TestPerson> {
  return t.as(await t.signIn(person.email, person.password), person);
}

/** What a program could not do is refused in plain words; anything else is a fault. */
function expectRefusal(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}

/** All texts of a dialog, oldest first. */
async function textsIn(reader: TestPerson, dialog_id: number): Promise<string[]> {
  const texts: string[] = [];
  for (let last_id = 0; ;) {
    const page = await reader.call('dialogs.messages', { dialog_id, last_id, limit: 100 });
    if (page.length === 0) return texts.reverse();
    last_id = page.at(-1)!.ID;
    texts.push(...page.map((message) => message.Text));
  }
}

/**
 * Every message that was accepted is stored or shown as refused: none twice, none lost, those of a device in order. A
 * host that was restored may have lost what it had answered.
 */
function expectAllSent(
  stored: readonly string[],
  of: { numbers: readonly string[][]; lostByHost: ReadonlySet<string>; programs: readonly Program[] },
): void {
  of.numbers.forEach((texts, device) => {
    const arrived = stored.filter((text) => texts.includes(text));
    const refused = of.programs[device]!.synced.outboxItems.map((item) => item.input['text']);
    const expected = texts.filter(
      (text) => !refused.includes(text) && (!of.lostByHost.has(text) || arrived.includes(text)),
    );
    expect(arrived).toEqual(expected);
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
): Promise<void> {
  const answers = new Map<Call, unknown>();
  for (const read of reads) {
    // Requests are limited by the second.
    t.clock.advance(1);
    const said = `${read.name} ${JSON.stringify(read.input)}`;
    const answer = await outcomeOf(person.call(read.name, read.input as never));
    answers.set(read, answer);
    expect(await outcomeOf(program.call(read.name, read.input as never)), said).toEqual(answer);
  }
  program.host.cut();
  for (const [{ name, input }, answer] of answers) {
    if (!(answer instanceof String)) continue;
    const known = await outcomeOf(program.call(name, input as never));
    expect(known, `${name} ${JSON.stringify(input)} alone`).toBeInstanceOf(String);
  }
  seen.compared += reads.length;
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
