import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { expect } from 'vitest';
import type { Service, Session } from '../../electron/service';
import { endpointOf, type Input, type Name, type Output } from '../../shared/contract';
import type { AppError } from '../../shared/errors';
import type { Event, Frame } from '../../shared/events';

/** 2026-01-05 08:00 UTC, a Monday. */
export const START = Date.UTC(2026, 0, 5, 8) / 1000;

/** A clock that only moves when advanced. */
export class TestClock {
  seconds = START;
  advance(seconds: number): void {
    this.seconds += seconds;
  }
}

/** A person who is signed in. */
export interface TestPerson {
  id: number;
  name: string;
  email: string;
  password: string;
  session: Session;
  /** Calls an operation as this person. */
  call: <N extends Name>(name: N, input: Input<N>, key?: string) => Promise<Output<N>>;
  /** Returns the error of a call; fails if the call succeeds. */
  refused: <N extends Name>(name: N, input: unknown, key?: string) => Promise<AppError>;
  /** Opens an event connection that receives all events of this person. */
  listen: (options?: { since?: number; log?: string; quiet?: boolean }) => Promise<TestLine>;
}

/** An open event connection and the frames received over it. */
export interface TestLine {
  frames: Frame[];
  /** Set when the service closes the connection. */
  closed: { code: number; reason: string } | null;
  command: (command: unknown) => void;
  close: () => void;
  /** Waits for pending deliveries, then returns the stored and ephemeral events received so far and clears them. */
  take: () => Promise<Event[]>;
}

export interface TestService {
  service: Service;
  clock: TestClock;
  /** Registers a person, confirms their address and signs them in; the first one is the owner. */
  person: (name: string) => Promise<TestPerson>;
  people: <T extends readonly string[]>(...names: T) => Promise<{ [K in keyof T]: TestPerson }>;
  /** Calls without a token. */
  open: <N extends Name>(name: N, input: Input<N>, key?: string) => Promise<Output<N>>;
  refusedOpen: <N extends Name>(name: N, input: unknown) => Promise<AppError>;
  /** Returns a solved captcha. */
  captcha: () => Promise<string>;
  /** Signs in again. */
  signIn: (email: string, password: string, from?: Partial<Session>) => Promise<Session>;
  as: (session: Session, person: { id: number; name: string; email: string; password: string }) => TestPerson;
}

/** Settings that make tests fast. */
export const TEST_SETTINGS = { captchaCost: 1, smtp: null, mailFrom: 'courtyard@localhost' };

/** Returns the same helpers for a service that the test opened itself. */
export function testServiceOver(service: Service, clock: TestClock): TestService {
  const nobody: Session = { token: null, address: '', userAgent: 'test' };
  const open: TestService['open'] = (name, input, key) =>
    asDescribed(name, service.call(nobody, name, input, key));

  const captcha = async () => {
    const challenge = await open('account.captcha', {});
    const solution = await solveChallenge({ challenge: challenge as never, deriveKey });
    return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
  };

  const signIn: TestService['signIn'] = async (email, password, from = {}) => {
    const { token } = await service.call({ ...nobody, ...from }, 'account.login', { email, password });
    return { ...nobody, ...from, token };
  };

  const as: TestService['as'] = (session, { id, name, email, password }) => ({
    id,
    name,
    email,
    password,
    session,
    call: (name, input, key) => asDescribed(name, service.call(session, name, input, key)),
    refused: (call, input, key) => refusal(service.call(session, call, input as never, key)),
    listen: (listening = {}) => openLine(service, session, id, listening),
  });

  const person: TestService['person'] = async (name) => {
    const email = `${encodeURIComponent(name).replace(/%/g, '').toLowerCase()}@example.org`;
    const password = `${name} has a password`;
    const setup = await service.setupCode();
    const invite = setup ?? undefined;
    if (invite !== undefined) {
      await open('account.register', { name, email, password, invite });
      await open('account.confirm', { code: invite, captcha: await captcha() });
    } else {
      await open('account.register', { name, email, password });
      await open('account.confirm', { code: await mailedCode(service, email), captcha: await captcha() });
    }
    const session = await signIn(email, password);
    const { ID } = await service.call(session, 'people.me', {});
    const registered = as(session, { id: ID, name, email, password });
    if (invite !== undefined) owners.set(service, registered);
    return registered;
  };

  return {
    service,
    clock,
    open,
    captcha,
    signIn,
    as,
    person,
    people: async <T extends readonly string[]>(...names: T) => {
      const all: TestPerson[] = [];
      for (const name of names) all.push(await person(name));
      return all as { [K in keyof T]: TestPerson };
    },
    refusedOpen: (name, input) => refusal(service.call(nobody, name, input as never)),
  };
}

/** Returns an answer after checking that it has exactly the keys that the contract describes. */
async function asDescribed<N extends Name>(name: N, answering: Promise<Output<N>>): Promise<Output<N>> {
  const answer = await answering;
  const { output, download } = endpointOf(name);
  if (download === undefined) expect(output.parse(answer), `the answer to ${name}`).toEqual(answer);
  return answer;
}

/** Advances the clock by days during which nothing happens, in steps small enough not to count as a clock jump. */
export async function passDays(t: TestService, days: number): Promise<void> {
  for (let left = days; left > 0; left -= 30) {
    t.clock.advance(Math.min(left, 30) * 24 * 3600);
    await t.open('community.get', {});
  }
}

/** Returns the code last mailed to an address, as the owner reads it in the local mail. */
export async function mailedCode(service: Service, email: string): Promise<string> {
  const owner = owners.get(service);
  if (!owner) throw new Error('the first person of a test must come by testService().person()');
  const mail = await owner.call('admin.mail', {});
  const listed = mail.find((one) => one.To === email);
  const letter = listed?.Masked ? await owner.call('admin.openLetter', { mail_id: listed.ID }) : listed;
  const code = /Code: (\S+)/.exec(letter?.Text ?? '')?.[1];
  if (!code) throw new Error(`no code was mailed to ${email}`);
  return code;
}

/** Returns the error that a promise rejects with; fails if it resolves. */
export async function refusal(promise: Promise<unknown>): Promise<AppError> {
  const outcome = await promise.then(
    () => undefined,
    (error: unknown) => error as AppError,
  );
  if (!outcome) throw new Error('the call was expected to be refused');
  return outcome;
}

/** Returns whether a community's local mail already has a reader. */
export function hasOwner(service: Service): boolean {
  return owners.has(service);
}

/** Sets the person who reads a community's local mail. */
export function setOwner(service: Service, owner: TestPerson): void {
  owners.set(service, owner);
}

const owners = new WeakMap<Service, TestPerson>();

async function openLine(
  service: Service,
  session: Session,
  person: number,
  options: { since?: number; log?: string; quiet?: boolean },
): Promise<TestLine> {
  const frames: Frame[] = [];
  const line: TestLine = {
    frames,
    closed: null,
    command: () => undefined,
    close: () => undefined,
    take: async () => {
      await quiet(service);
      const events = frames.filter(isEvent);
      frames.length = 0;
      return events;
    },
  };
  const { quiet: silent, ...resume } = options;
  const opened = await service.connect(session, {
    ...resume,
    send: (frame) => frames.push(JSON.parse(frame) as Frame),
    close: (code, reason) => (line.closed = { code, reason }),
  });
  line.command = opened.command;
  line.close = opened.close;
  if (!silent) line.command({ command: 'subscribe', category: 'dialog', thing_id: person });
  await quiet(service);
  return line;
}

/** Waits for pending deliveries, replays and commands. */
async function quiet(service: Service): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    await new Promise(setImmediate);
    await service.settled();
  }
}

function isEvent(frame: Frame): frame is Event {
  return !['hello', 'subscribed', 'unsubscribed', 'error', 'reset'].includes(frame.Type);
}
