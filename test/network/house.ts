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

/** A simulated machine with its own network. */
export interface Machine {
  /** Its IP address. */
  address: string;
  /** The command that runs a program on the machine, and its arguments before the program's. */
  within: readonly [command: string, words: readonly string[]];
  /** Unplugs or plugs in its network cable. */
  cable: (state: 'up' | 'down') => void;
  /** Drops incoming packets that match these nftables rules; without rules accepts all packets. */
  drop: (...rules: string[]) => void;
  /** Blocks its multicast, as many wireless networks do. */
  silence: () => void;
  /** Adds a network card with this name and address. */
  plug: (card: string, address: string) => void;
  /** Changes its address, also to one of another network. */
  move: (address: string) => void;
}

let made = 0;

/** Creates machines connected by one switch, without a router or DNS. They are removed after the test. */
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
        // Programs see a card once the system has noticed that it is connected.
        while (!ip('-n', space, 'link', 'show', 'dev', card).includes('state UP'));
      },
      move: (to) => {
        ip('-n', space, 'address', 'flush', 'dev', 'eth0', 'scope', 'global');
        ip('-n', space, 'address', 'add', `${to}/24`, 'dev', 'eth0');
      },
    };
  });
  return machines as { [K in keyof T]: Machine };
}

/** A community hosted on one of the machines. */
export interface Host {
  machine: Machine;
  data: string;
  key: string;
  people: TestPerson[];
  /** The dialog that everyone is a member of. */
  dialog: number;
  /** Starts hosting; returns the address for guests. */
  start: (...flags: string[]) => Promise<string>;
  /** Kills the host, like a power cut. */
  kill: () => Promise<void>;
}

/** Creates a community with these people in one dialog, to be hosted on a machine by the built program. */
export async function hostOn(machine: Machine, ...names: string[]): Promise<Host> {
  const data = mkdtempSync(join(tmpdir(), 'courtyard-network-'));
  const running: Program[] = [];
  onTestFinished(async () => {
    await endPrograms(running);
    rmSync(data, { recursive: true, force: true });
  });
  const service = await openService({ data, settings: TEST_SETTINGS });
  // The program uses the machine's clock, which must agree with the people's sign-in times.
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

/** A person at a machine, whose app is a process there. */
export interface Guest {
  /** Performs an action in the guest's process; rejects with its error. */
  ask: <A extends keyof Acts>(act: A, ...given: Parameters<Acts[A]>) => Promise<Awaited<ReturnType<Acts[A]>>>;
}

/** Starts a guest's process on a machine; it ends after the test. */
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

export const PROGRAM = join(import.meta.dirname, '..', '..', 'out', 'main', 'serve.js');
const REGISTER = join(import.meta.dirname, 'register.ts');
const GUEST = join(import.meta.dirname, 'guest.ts');

function ip(...words: string[]): string {
  return execFileSync('ip', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

function filter(space: string, rules: readonly string[]): void {
  const chain = `type filter hook input priority 0; policy accept;\n${rules.join('\n')}`;
  const input = `table inet test\ndelete table inet test\ntable inet test {\nchain input {\n${chain}\n}\n}\n`;
  execFileSync('ip', ['netns', 'exec', space, 'nft', '-f', '-'], {
    input,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
}
