import { describe, expect, test } from 'vitest';
import { HostLease } from '../../../electron/standby/witness/host-lease';
import type { SentLeaseRequest } from '../../../electron/standby/witness/lease-messages';
import { StandbyLease } from '../../../electron/standby/witness/standby-lease';
import { Witness } from '../../../electron/standby/witness/witness';
import fc, { runs } from '../../support/inputs/properties';
import { Simulation, type Name } from './simulation';

const NAMES: readonly Name[] = ['one', 'two', 'witness'];
const STEP_MS = 50;

const WHAT = [
  ...(['cut', 'cut', 'cut', 'cut', 'mend', 'mend', 'heal', 'kill', 'start', 'restart', 'restart'] as const),
  ...(['busy', 'idle', 'idle', 'slow', 'fast', 'fast'] as const),
];
const events = fc.array(
  fc.record({
    what: fc.constantFrom(...WHAT),
    which: fc.nat({ max: 2 }),
    direction: fc.constantFrom('both', 'both', 'there', 'back'),
    seconds: fc.integer({ min: 0, max: 25 }),
  }),
  { minLength: 5, maxLength: 30 },
);

function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function run(simulation: Simulation, seconds: number): void {
  for (let left = (seconds * 1000) / STEP_MS; left > 0; left--) {
    simulation.step(STEP_MS);
    if (simulation.writers.length > 1) throw new Error(`two machines accept writes at ${simulation.time} ms`);
  }
  const { current } = simulation;
  const lost = [...simulation.acknowledged].filter((write) => !current.has(write));
  if (lost.length > 0)
    throw new Error(`${lost.length} acknowledged writes are lost at ${simulation.time} ms`);
}

const total = { takeovers: 0, alone: 0, synced: 0 };

test('with a witness, two machines never accept writes at once, and no acknowledged write is lost', () => {
  fc.assert(
    fc.property(fc.integer(), events, (seed, happening) => {
      const simulation = new Simulation(randomFrom(seed), 0.1);
      run(simulation, 20);
      for (const { what, which, direction, seconds } of happening) {
        if (what === 'cut' || what === 'mend') simulation.setLink(which, direction, what === 'cut');
        else if (what === 'heal') simulation.heal();
        else if (what === 'busy' || what === 'idle') simulation.isBusy = what === 'busy';
        else if (what === 'slow' || what === 'fast') simulation.delayed = what === 'slow' ? 0.5 : 0.03;
        else if (what !== 'start') simulation.kill(NAMES[which]!);
        if (what === 'start' || what === 'restart') simulation.start(NAMES[which]!);
        run(simulation, seconds);
      }
      // Whatever happened, a community of three machines that reach each other is hosted.
      simulation.heal();
      simulation.delayed = 0.03;
      for (const name of NAMES) simulation.start(name);
      run(simulation, 60);
      if (simulation.writers.length !== 1) throw new Error('nobody accepts writes at the end');
      for (const key of ['takeovers', 'alone', 'synced'] as const) total[key] += simulation.counts[key];
    }),
    runs(200),
  );
  expect(total.takeovers).toBeGreaterThan(15);
  expect(total.alone).toBeGreaterThan(15);
  expect(total.synced).toBeGreaterThan(5_000);
});

/** Three machines that reach each other, with clocks that run alike; the standby has everything. */
function inStep(): Simulation {
  const simulation = new Simulation(randomFrom(1), 0);
  run(simulation, 20);
  return simulation;
}

function secondsUntil(simulation: Simulation, isSo: () => boolean, limit: number): number {
  const began = simulation.time;
  while (!isSo() && simulation.time - began < limit * 1000) run(simulation, STEP_MS / 1000);
  return (simulation.time - began) / 1000;
}

describe('a standby with a witness', () => {
  test('takes over within 15 seconds after its host was killed', () => {
    const simulation = inStep();
    simulation.kill('one');
    expect(secondsUntil(simulation, () => simulation.writers[0] === 'two', 60)).toBeLessThan(15);
    simulation.start('one');
    run(simulation, 60);
    expect(simulation.writers).toEqual(['two']);
  });

  test('takes over from a disconnected host only after that host has stopped writing', () => {
    const simulation = inStep();
    for (const link of [0, 1]) simulation.setLink(link, 'both', true);
    expect(secondsUntil(simulation, () => simulation.writers.length === 0, 60)).toBeLessThan(10.1);
    expect(secondsUntil(simulation, () => simulation.writers[0] === 'two', 60)).toBeGreaterThan(2);
    run(simulation, 60);
    expect(simulation.writers).toEqual(['two']);
  });

  test('never takes over while the witness is away', () => {
    const simulation = inStep();
    simulation.kill('witness');
    run(simulation, 30);
    expect(simulation.writers).toEqual(['one']);
    simulation.kill('one');
    run(simulation, 600);
    expect(simulation.writers).toEqual([]);
  });

  test('never takes over if its host continued without it', () => {
    const simulation = inStep();
    simulation.kill('two');
    run(simulation, 10);
    expect(simulation.counts.alone).toBeGreaterThan(0);
    simulation.kill('one');
    simulation.start('two');
    run(simulation, 600);
    expect(simulation.writers).toEqual([]);
    simulation.start('one');
    run(simulation, 30);
    simulation.kill('one');
    expect(secondsUntil(simulation, () => simulation.writers[0] === 'two', 60)).toBeLessThan(15);
  });
});

test('a witness rejects a record that was sent before its newest one', () => {
  const state = { term: 1, grantedTo: '', standby: '', hasEverything: false, revision: 5 };
  let saved = state;
  const witness = new Witness({ state, now: () => 0, save: (next) => (saved = { ...saved, ...next }) });
  const record = (hasEverything: boolean, revision: number) =>
    witness.answer({ type: 'record', term: 1, standby: 'two', hasEverything, revision });
  expect(record(false, 5)).toEqual({
    type: 'recorded',
    record: { revision: 6, standby: 'two', hasEverything: false },
  });
  expect(record(true, 5)).toEqual({
    type: 'recorded',
    record: { revision: 6, standby: 'two', hasEverything: false },
  });
  expect(saved).toMatchObject({ hasEverything: false, revision: 6 });
});

test('a lease counts from when the host sent its request', () => {
  const { lease, clock } = hostLease();
  lease.tick();
  clock.now = 9_000;
  lease.answered('witness', { type: 'renewed', nonce: 1, record: null });
  expect(lease.mayWrite).toBe(true);
  clock.now = 10_001;
  expect(lease.mayWrite).toBe(false);
});

test('a standby asks for the term after the one of the host that accepted it, also before its first request', () => {
  let now = 0;
  const asked: SentLeaseRequest[] = [];
  const lease = new StandbyLease({
    term: 0,
    now: () => now,
    nonce: () => asked.length,
    ask: (request) => void asked.push(request),
  });
  lease.follow(4);
  now = 13_000;
  lease.tick();
  expect(asked).toEqual([{ type: 'vote', term: 5, nonce: 0 }]);
});

test('a standby counts as out of date until it has all contents', () => {
  const { lease, asked, clock } = hostLease();
  const witness = { revision: 0, standby: 'two', hasEverything: false };
  /** Lets both answer whatever was asked, and returns what the witness has recorded. */
  const step = () => {
    clock.now += 300;
    lease.tick();
    for (const request of asked.splice(0)) {
      if (request.type === 'record') {
        Object.assign(witness, { hasEverything: request.hasEverything, revision: witness.revision + 1 });
        lease.answered('witness', { type: 'recorded', record: { ...witness } });
      } else if (request.type === 'renew') {
        const record = { ...witness };
        lease.answered('standby', { type: 'renewed', nonce: request.nonce, record: null });
        lease.answered('witness', { type: 'renewed', nonce: request.nonce, record });
      }
    }
    return witness.hasEverything;
  };
  lease.setContents(false);
  lease.committed(1);
  lease.stored(1);
  expect(Array.from({ length: 40 }, step)).not.toContain(true);
  expect(lease.acknowledged).toBe(Infinity);
  lease.setContents(true);
  expect(Array.from({ length: 20 }, step).at(-1)).toBe(true);
  expect([lease.isCovered, lease.acknowledged]).toEqual([true, 1]);
});

/** The lease of a host in its first term with a standby and a witness, which answer what the test lets them. */
function hostLease() {
  const clock = { now: 0 };
  const asked: SentLeaseRequest[] = [];
  const lease = new HostLease({
    term: 1,
    standby: 'two',
    now: () => clock.now,
    nonce: () => asked.length,
    ask: (_peer, request) => void asked.push(request),
    grantedAt: null,
  });
  return { lease, asked, clock };
}
