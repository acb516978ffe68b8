import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { textOf, type GuestJob, type GuestState } from '../remote/kills/guest-process';
import { startProcess } from '../remote/kills/start-process';
import { endPrograms, startProgram, type Program } from '../support/program';
import { PROGRAM, type Host, type Machine } from './house';

/** The machine of a standby or witness: starts the built program over a new folder. */
export function standbyOn(machine: Machine) {
  const data = mkdtempSync(join(tmpdir(), 'courtyard-takeover-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  return programOn(machine, data);
}

/** Starts the built program on a machine over a folder. */
export function programOn({ within: [command, words] }: Machine, data: string) {
  const running: Program[] = [];
  onTestFinished(() => endPrograms(running));
  const start = (...flags: string[]) => {
    const argv = [...words, process.execPath, PROGRAM, '--data', data, '--log', 'warn', ...flags];
    const program = startProgram(command, argv, { env: { HOME: data } });
    running.push(program);
    return program;
  };
  return { start };
}

/** A guest that writes without a pause, in a process on its machine. */
export async function busyGuest(host: Host, name: string, machine: Machine, address: string) {
  const folder = mkdtempSync(join(tmpdir(), 'courtyard-takeover-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const person = host.people.find((one) => one.name === name)!;
  const job: GuestJob = {
    ...{ folder, name, addresses: [address], key: host.key, dialog: host.dialog, first: 0, pace: 50 },
    ...{ token: person.session.token ?? '', person: person.id, searches: true },
  };
  let accepted = -1;
  const onLine = (line: string) => void (accepted = Number(line));
  const program = await startProcess('guest-process.ts', [JSON.stringify(job)], onLine, machine.within);
  return {
    accepted: () => accepted,
    state: () => program.ask('state') as Promise<GuestState>,
    stop: () => program.ask('stop'),
    compare: () => program.ask('compare'),
    /** The texts of its messages at the host, in order. */
    texts: async () => {
      const texts = (await program.ask('texts')) as string[];
      return texts.filter((text) => text.startsWith(`From ${name},`));
    },
    /** The texts of its messages that it was told are accepted; every fifth thing is a post. */
    written: () =>
      Array.from({ length: accepted + 1 }, (_, number) => number)
        .filter((number) => number % 5 !== 4)
        .map((number) => textOf(number, name)),
    close: () => program.close(),
  };
}
