import { HostLease, type Peer } from '../../../electron/standby/witness/host-lease';
import type { LeaseAnswer, SentLeaseRequest } from '../../../electron/standby/witness/lease-messages';
import { StandbyLease } from '../../../electron/standby/witness/standby-lease';
import { Witness, type WitnessState } from '../../../electron/standby/witness/witness';

export type Name = 'one' | 'two' | 'witness';
const LINKS: readonly (readonly [Name, Name])[] = [
  ['one', 'two'],
  ['one', 'witness'],
  ['two', 'witness'],
];

/** What a host sends to its standby besides, and the answer to it. */
type Log = { type: 'log'; term: number; writes: readonly number[] };
type Stored = { type: 'stored'; term: number; mark: number };
type Message = SentLeaseRequest | LeaseAnswer | Log | Stored;

interface Flying {
  from: Name;
  to: Name;
  message: Message;
  at: number;
}

/** One of the two machines that can host the community: what is on its disk, and what runs. */
interface Machine {
  name: 'one' | 'two';
  term: number;
  isHost: boolean;
  writes: readonly number[];
  /** The term of the host from which it has its writes. */
  copied: number;
  running: HostLease | StandbyLease | null;
}

/** A network of two machines and a witness under a clock of its own, with everything that may go wrong. */
export class Simulation {
  /** Milliseconds. */
  time = 0;
  readonly acknowledged = new Set<number>();
  readonly machines: readonly [Machine, Machine] = [
    { name: 'one', term: 1, isHost: true, writes: [], copied: 1, running: null },
    { name: 'two', term: 1, isHost: false, writes: [], copied: 1, running: null },
  ];
  readonly counts = { takeovers: 0, alone: 0, synced: 0 };
  readonly #cut = new Set<string>();
  readonly #rates: Record<Name, number>;
  readonly #random: () => number;
  #flying: Flying[] = [];
  #witness: Witness | null = null;
  #witnessState: WitnessState = { term: 1, grantedTo: '', standby: '', hasEverything: false, revision: 0 };
  #nonce = 0;
  #nextWrite = 0;
  /** Whether people write. */
  isBusy = true;
  /** The share of messages that arrive only after many seconds. */
  delayed = 0.03;

  /** `random` returns numbers from 0 to 1; clocks run faster or slower by up to `drift`. */
  constructor(random: () => number, drift: number) {
    this.#random = random;
    const rate = () => 1 + drift * (2 * random() - 1);
    this.#rates = { one: rate(), two: rate(), witness: rate() };
    for (const name of ['one', 'two', 'witness'] as const) this.start(name);
  }

  /** Cuts or restores a link, for all messages or for those in one direction. */
  setLink(link: number, direction: 'both' | 'there' | 'back', isCut: boolean): void {
    const [from, to] = LINKS[link % LINKS.length]!;
    const keys = [
      ...(direction === 'back' ? [] : [`${from}>${to}`]),
      ...(direction === 'there' ? [] : [`${to}>${from}`]),
    ];
    for (const key of keys)
      if (isCut) this.#cut.add(key);
      else this.#cut.delete(key);
  }

  heal(): void {
    this.#cut.clear();
  }

  /** Ends a process; what is on its disk stays. */
  kill(name: Name): void {
    if (name === 'witness') this.#witness = null;
    else this.#machine(name).running = null;
  }

  /** Starts a process that doesn't run. */
  start(name: Name): void {
    if (name === 'witness') {
      const save = (state: WitnessState) => (this.#witnessState = state);
      this.#witness ??= new Witness({ state: this.#witnessState, now: () => this.#now(name), save });
      return;
    }
    const machine = this.#machine(name);
    if (machine.running === null) this.#run(machine, null);
  }

  /** The machines that accept writes now. */
  get writers(): Name[] {
    return this.machines
      .filter(({ running }) => running instanceof HostLease && running.mayWrite)
      .map(({ name }) => name);
  }

  /** The writes of the newest host. */
  get current(): ReadonlySet<number> {
    const [newest] = this.machines.filter(({ isHost }) => isHost).toSorted((a, b) => b.term - a.term);
    return new Set(newest?.writes);
  }

  /** Lets time pass: messages arrive, someone writes wherever that is accepted. */
  step(milliseconds: number): void {
    this.time += milliseconds;
    const due = this.#flying.filter(({ at }) => at <= this.time);
    this.#flying = this.#flying.filter(({ at }) => at > this.time);
    for (const one of due.toSorted((a, b) => a.at - b.at)) this.#deliver(one);
    for (const machine of this.machines) this.#tick(machine);
  }

  #tick(machine: Machine): void {
    const { running, term } = machine;
    running?.tick();
    if (!(running instanceof HostLease)) return;
    if (this.isBusy && running.mayWrite && this.#random() < 0.2) {
      machine.writes = [...machine.writes, this.#nextWrite++];
      running.committed(machine.writes.length);
    }
    this.#send(machine.name, other(machine.name), { type: 'log', term, writes: machine.writes });
    this.#acknowledge(machine, running);
  }

  #acknowledge({ name, writes }: Machine, running: HostLease): void {
    if (!running.mayWrite) return;
    const standby = this.#machine(other(name));
    for (const write of writes.slice(0, Math.max(0, running.acknowledged))) {
      if (this.acknowledged.has(write)) continue;
      this.acknowledged.add(write);
      this.counts[standby.writes.includes(write) ? 'synced' : 'alone']++;
    }
  }

  #run(machine: Machine, grantedAt: number | null): void {
    const { name, term, isHost } = machine;
    const options = { term, now: () => this.#now(name), nonce: () => ++this.#nonce };
    if (!isHost) {
      const ask = (request: SentLeaseRequest) => this.#send(name, 'witness', request);
      machine.running = new StandbyLease({ ...options, ask });
      return;
    }
    const ask = (peer: Peer, request: SentLeaseRequest) =>
      this.#send(name, peer === 'witness' ? 'witness' : other(name), request);
    machine.running = new HostLease({ ...options, standby: other(name), ask, grantedAt });
    machine.running.committed(machine.writes.length);
  }

  #deliver({ from, to, message }: Flying): void {
    if (this.#cut.has(`${from}>${to}`)) return;
    if (to === 'witness') {
      const request = message as SentLeaseRequest;
      const known = request.type === 'vote' ? { ...request, voter: from } : request;
      if (this.#witness) this.#send(to, from, this.#witness.answer(known));
      return;
    }
    const machine = this.#machine(to);
    const { running } = machine;
    if (running === null) return;
    const isFromHost = message.type === 'renew' || message.type === 'log';
    if (isFromHost && message.term > machine.term) this.#follow(machine, message.term);
    if (machine.running instanceof HostLease) this.#toHost(machine, machine.running, from, message);
    else if (machine.running) this.#toStandby(machine, machine.running, from, message);
  }

  /** A host that meets a newer one becomes its standby. */
  #follow(machine: Machine, term: number): void {
    const wasHost = machine.isHost;
    [machine.term, machine.isHost] = [term, false];
    if (wasHost) this.#run(machine, null);
  }

  #toHost(machine: Machine, running: HostLease, from: Name, message: Message): void {
    if (message.type === 'stored') {
      if (message.term === machine.term) running.stored(message.mark);
    } else if (message.type === 'renew') {
      this.#send(machine.name, from, { type: 'superseded', term: machine.term });
    } else if (message.type !== 'log' && message.type !== 'record' && message.type !== 'vote') {
      running.answered(from === 'witness' ? 'witness' : 'standby', message);
    }
  }

  #toStandby(machine: Machine, running: StandbyLease, from: Name, message: Message): void {
    if (message.type === 'log') {
      const isNew = machine.copied !== message.term || message.writes.length >= machine.writes.length;
      if (message.term !== machine.term || running.isCandidate || !isNew) return;
      [machine.writes, machine.copied] = [message.writes, message.term];
      this.#send(machine.name, from, { type: 'stored', term: message.term, mark: message.writes.length });
    } else if (message.type === 'renew') {
      const answer = running.answer(message);
      if (answer) this.#send(machine.name, from, answer);
    } else if (message.type !== 'stored' && message.type !== 'record' && message.type !== 'vote') {
      const grant = running.answered(message);
      if (grant === null) return;
      [machine.term, machine.isHost] = [grant.term, true];
      this.counts.takeovers++;
      this.#run(machine, grant.askedAt);
    }
  }

  /** Messages are lost, come twice, and overtake each other. */
  #send(from: Name, to: Name, message: Message): void {
    for (let copies = this.#random() < 0.1 ? 2 : 1; copies > 0; copies--) {
      if (this.#random() < 0.05) continue;
      const delay = this.#random() < this.delayed ? 20_000 * this.#random() : 200 * this.#random();
      this.#flying.push({ from, to, message, at: this.time + delay });
    }
  }

  #machine(name: Name): Machine {
    return this.machines[name === 'one' ? 0 : 1];
  }

  #now(name: Name): number {
    return this.time * this.#rates[name];
  }
}

function other(name: Name): 'one' | 'two' {
  return name === 'one' ? 'two' : 'one';
}
