import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openService } from '../../electron/service';
import { endPrograms, startProgram, type Program } from '../support/program';
import { TEST_SETTINGS, TestClock, testServiceOver, type TestPerson } from '../support/service';
import type { Acts } from './guest';

/** A machine of its own, as far as the network goes. */
export interface Machine {
  /** Its address. */
  address: string;
  /** How it runs a program: the command, and the words before the program's. */
  within: readonly [command: string, words: readonly string[]];
  /** Pulls its cable out, or puts it in again. */
  cable: (state: 'up' | 'down') => void;
  /** Drops what arrives there by these rules of nftables; none lets all of it in. */
  drop: (...rules: string[]) => void;
  /** Takes multicast from it, as many wireless networks do. */
  silence: () => void;
  /** Gives it a network card of this name and address besides. */
  plug: (card: string, address: string) => void;
  /** Moves it to another address, of another network too. */
  move: (address: string) => void;
}

let made = 0;

/** Machines at one switch, in a network that leads nowhere else: no router, no names. They go with the test. */
export function house<T extends readonly string[]>(...names: T): { [K in keyof T]: Machine } {
  const run = `cy${process.pid}-${++made}`;
  const lan = `${run}-lan`;
  const spaces = [lan, ...names.map((name) => `${run}-${name}`)];
  onTestFinished(() => {
    for (const space of spaces) ip('netns', 'del', space);
  });
  for (const space of spaces) {
    ip('netns', 'add', space);
    ip('-n', space, 'link', 'set', 'lo', 'up');
  }
  ip('-n', lan, 'link', 'add', 'switch', 'type', 'bridge', 'mcast_snooping', '0');
  ip('-n', lan, 'link', 'set', 'switch', 'up');
  const machines = names.map((name, index): Machine => {
    const space = `${run}-${name}`;
    const plug = `plug${index}`;
    const address = `10.77.0.${index + 2}`;
    ip('-n', lan, 'link', 'add', plug, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space);
    ip('-n', lan, 'link', 'set', plug, 'master', 'switch', 'up');
    ip('-n', space, 'address', 'add', `${address}/24`, 'dev', 'eth0');
    ip('-n', space, 'link', 'set', 'eth0', 'up');
    return {
      address,
      within: ['ip', ['netns', 'exec', space]],
      cable: (state) => ip('-n', lan, 'link', 'set', plug, state),
      drop: (...rules) => filter(space, rules),
      silence: () => filter(space, ['ip daddr 224.0.0.251 drop', 'ip6 daddr ff02::fb drop']),
      plug: (card, own) => {
        ip('-n', space, 'link', 'add', card, 'type', 'veth', 'peer', 'name', 'far');
        ip('-n', space, 'link', 'set', 'far', 'up');
        ip('-n', space, 'address', 'add', `${own}/24`, 'dev', card);
        ip('-n', space, 'link', 'set', card, 'up');
      },
      move: (to) => {
        ip('-n', space, 'address', 'flush', 'dev', 'eth0', 'scope', 'global');
        ip('-n', space, 'address', 'add', `${to}/24`, 'dev', 'eth0');
      },
    };
  });
  return machines as { [K in keyof T]: Machine };
}

/** A community that is hosted on one of the machines. */
export interface Host {
  machine: Machine;
  data: string;
  key: string;
  people: TestPerson[];
  /** The dialog that all of them are in. */
  dialog: number;
  /** Begins to host, and gives the address that guests come to. */
  start: (...flags: string[]) => Promise<string>;
  /** Takes the power away. */
  kill: () => Promise<void>;
}

/** Makes a community with these people in one dialog, to be hosted on a machine by the built program. */
export async function hostOn(machine: Machine, ...names: string[]): Promise<Host> {
  const data = mkdtempSync(join(tmpdir(), 'courtyard-network-'));
  const running: Program[] = [];
  onTestFinished(async () => {
    await endPrograms(running);
    rmSync(data, { recursive: true, force: true });
  });
  const service = await openService({ data, settings: TEST_SETTINGS });
  // The program goes by the machine's own clock: for it too they signed in just now.
  const clock = new TestClock();
  clock.seconds = Math.floor(Date.now() / 1000);
  const world = testServiceOver(service, clock);
  const people: TestPerson[] = [];
  for (const name of names) people.push(await world.person(name));
  const [owner, ...others] = people;
  if (!owner) throw new Error('a community needs its owner');
  const { Key } = await owner.call('community.update', { name: 'Our street' });
  const { ID } = await owner.call('dialogs.create', { name: 'Yard', type: 'group' });
  const { Code } = await owner.call('dialogs.createInvite', { dialog_id: ID });
  for (const person of others)
    await person.call('dialogs.join', { dialog_id: ID, user_id: person.id, code: Code });
  await service.close();

  return {
    machine,
    data,
    key: Key,
    people,
    dialog: ID,
    start: async (...flags) => {
      const [command, words] = machine.within;
      const usual = ['--data', data, '--port', '0', '--share', '--captcha-cost', '1'];
      const argv = [...words, process.execPath, PROGRAM, ...usual, ...flags];
      const program = startProgram(command, argv, { env: { HOME: data } });
      running.push(program);
      const shared = await program.line(1);
      return shared.replace(/^Shared at https:\/\/|\/#.*$/g, '');
    },
    kill: async () => {
      const [program] = running.splice(-1);
      program?.process.kill('SIGKILL');
      await program?.ended;
    },
  };
}

/** Somebody at a machine, whose app is a process there. */
export interface Guest {
  /** Has it do something; fails as it does. */
  ask: <A extends keyof Acts>(act: A, ...given: Parameters<Acts[A]>) => Promise<Awaited<ReturnType<Acts[A]>>>;
}

/** Starts a guest's process on a machine; it ends with the test. */
export function guestOn(machine: Machine): Guest {
  const [command, words] = machine.within;
  const argv = [...words, process.execPath, '--import', REGISTER, GUEST];
  const env = { PATH: process.env['PATH'], NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1' };
  const program: ChildProcess = spawn(command, argv, { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(program, 'exit');
  onTestFinished(async () => {
    program.kill('SIGKILL');
    await ended;
  });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  program.on('message', ({ id, value, error }: { id: number; value?: unknown; error?: string }) => {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) asked?.resolve(value);
    else asked?.reject(new Error(error));
  });
  void ended.then(() => {
    for (const asked of waiting.values()) asked.reject(new Error('the guest has ended'));
  });
  let number = 0;
  return {
    ask: (act, ...given) => {
      const id = ++number;
      const asked = Promise.withResolvers<unknown>();
      waiting.set(id, asked);
      program.send({ id, act, given });
      return asked.promise as never;
    },
  };
}

const PROGRAM = join(import.meta.dirname, '..', '..', 'out', 'main', 'serve.js');
const REGISTER = join(import.meta.dirname, 'register.ts');
const GUEST = join(import.meta.dirname, 'guest.ts');

function ip(...words: string[]): void {
  execFileSync('ip', words, { stdio: ['ignore', 'ignore', 'pipe'] });
}

function filter(space: string, rules: readonly string[]): void {
  const chain = `type filter hook input priority 0; policy accept;\n${rules.join('\n')}`;
  const input = `table inet test\ndelete table inet test\ntable inet test {\nchain input {\n${chain}\n}\n}\n`;
  execFileSync('ip', ['netns', 'exec', space, 'nft', '-f', '-'], {
    input,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
}
