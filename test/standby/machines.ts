import Database from 'better-sqlite3';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { DATABASE_FILE } from '../../electron/database/open';
import type { Output } from '../../shared/contract';
import { makeCommunity, PROGRAM, startHost as startHostOver, type Community } from '../faults/community';
import { Load } from '../faults/load';
import { randomFrom } from '../../electron/demo/script/random';
import { endPrograms, startProgram, type Program } from '../support/program';

/** A community on its host and the folder of its standby, both programs of their own. */
export interface Machines {
  community: Community;
  load: Load;
  /** The standby's data folder. */
  copy: string;
  /** Every program that was started. */
  programs: Program[];
  /** Starts the host; returns its program and URL. */
  startHost: () => Promise<{ program: Program; url: string }>;
  /** Starts a standby with a link (or '' for none), in the standby's folder or another one. */
  startStandby: (link: string, folder?: string) => Program;
  /** Calls the host as the owner. */
  call: <T>(url: string, method: string, path: string, body?: object) => Promise<T>;
}

/** Prepares a community and an empty folder for its standby; everything is removed after the test. */
export async function machines(): Promise<Machines> {
  const root = mkdtempSync(join(tmpdir(), 'courtyard-standby-'));
  const programs: Program[] = [];
  onTestFinished(async () => {
    await endPrograms(programs);
    rmSync(root, { recursive: true, force: true });
  });
  const community = await makeCommunity(join(root, 'host'), 8);
  const copy = join(root, 'standby');
  return {
    community,
    load: new Load(community, randomFrom(7)),
    copy,
    programs,
    startHost: async () => {
      const host = await startHostOver(community.data);
      programs.push(host.program);
      return host;
    },
    startStandby: (link, folder = copy) => {
      const flags = [PROGRAM, '--data', folder, '--log', 'warn', '--standby', ...(link === '' ? [] : [link])];
      const program = startProgram(process.execPath, flags);
      programs.push(program);
      return program;
    },
    call: async <T>(url: string, method: string, path: string, body?: object) => {
      const answer = await fetch(url + path, {
        method,
        headers: { token: community.tokens[0] ?? '', ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
      return (await answer.json()) as T;
    },
  };
}

/** Pairs a standby with the running host and waits until it is in step. */
export async function pair(m: Machines, url: string): Promise<{ standby: Program; link: string }> {
  const { Link: link } = await m.call<Output<'admin.pairStandby'>>(url, 'POST', '/admin/standby');
  const standby = m.startStandby(link);
  await standby.line(0);
  return { standby, link };
}

/** Asks the host about its standby until an answer passes. */
export async function stateWhen(
  m: Machines,
  url: string,
  passes: (state: Output<'admin.standby'>) => boolean,
): Promise<Output<'admin.standby'>> {
  for (;;) {
    const state = await m.call<Output<'admin.standby'>>(url, 'GET', '/admin/standby');
    if (passes(state)) return state;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Starts to host the community from a folder of its standby. */
export function promote(m: Machines, folder: string, port = '0'): Program {
  const flags = [PROGRAM, '--data', folder, '--port', port, '--log', 'info', '--promote'];
  const program = startProgram(process.execPath, flags);
  m.programs.push(program);
  return program;
}

/** The URL in a ready line. */
export function urlOf(line: string): string {
  return line.replace('Courtyard is ready at ', '');
}

/** The identity of the event log, and its last event. */
export function sequenceOf(m: Machines, url: string): Promise<Output<'sync.begin'>> {
  return m.call<Output<'sync.begin'>>(url, 'GET', '/sync');
}

/** SHA-256 of the database file of a folder. */
export function hashOfDatabase(folder: string): string {
  return createHash('sha256')
    .update(readFileSync(join(folder, DATABASE_FILE)))
    .digest('hex');
}

/** The texts of all messages in a folder whose programs have ended, and the number of its last event. */
export function contentsOf(folder: string): { texts: string[]; seq: number } {
  const raw = new Database(join(folder, DATABASE_FILE));
  try {
    const texts = raw.prepare('SELECT text FROM message ORDER BY id').pluck().all() as string[];
    const seq = raw.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'event'").pluck().get() as number;
    return { texts, seq };
  } finally {
    raw.close();
  }
}
