import { setTimeout as wait } from 'node:timers/promises';
import { SOCKET } from '../../shared/limits';
import type { BytesJob, BytesResult } from './processes/bytes';
import type { DrainJob, DrainResult } from './processes/drain';
import type { LoadJob, LoadResult } from './processes/load';
import type { PagesJob, PagesResult } from './processes/pages';
import type { ProbeJob, ProbeResult } from './processes/probe';
import type { ReplicaJob, ReplicaResult } from './processes/replica';
import type { SocketsJob, SocketsResult } from './processes/sockets';
import type { XmppJob, XmppResult } from './processes/xmpp';
import { measureCrowds } from './growth';
import { loaded, MANY, READERS } from './loads';
import { measureInterface } from './pages';
import { startFloor, startProgram, type Measured, type Worker } from './processes';
import { measurePeer } from './peer';
import { measurePostgres } from './postgres';
import {
  feed,
  feedBare,
  findingPeople,
  listening,
  listeningBare,
  newest,
  newestBare,
  peopleBare,
  scrollingBack,
  searching,
  sending,
  sendingBare,
} from './requests';
import { dialogId, LARGE, membersOf, personId, SMALL, tokenOf } from './seed';
import { measureStandby } from './standby';
import { median, type Table } from './table';

/** Everything needed for a round of measurements. */
export interface Bench {
  table: Table;
  /** The number of messages in the community under load. */
  messages: number;
  /** The duration of each load in seconds. */
  seconds: number;
  program: Measured;
  /** The program with few messages. */
  small: Measured;
  floor: Measured;
  load: Worker<LoadJob, LoadResult>;
  sockets: Worker<SocketsJob, SocketsResult>;
  probe: Worker<ProbeJob, ProbeResult>;
  bytes: Worker<BytesJob, BytesResult>;
  drain: Worker<DrainJob, DrainResult>;
  replica: Worker<ReplicaJob, ReplicaResult>;
  pages: Worker<PagesJob, PagesResult>;
  xmpp: Worker<XmppJob, XmppResult>;
  /** A data folder that no process has open. */
  folder: string;
  /** Makes a fresh data folder with as many messages, or with this many. */
  copy: (count?: number) => Promise<string>;
  /** Makes a fresh data folder of the community of `seed-crowds.ts`. */
  copyCrowds: () => Promise<string>;
}

/** The measures of one round by name; each measures the program and its floors one after the other. */
export const MEASURES: Record<string, (bench: Bench) => Promise<void>> = {
  send: measureSending,
  'send-one': measureOneByOne,
  page: measurePages,
  back: measureScrollingBack,
  layer: measureDataLayer,
  search: measureSearching,
  feed: measureFeed,
  people: measurePeople,
  crowds: measureCrowds,
  bytes: measureBytes,
  sockets: measureSockets,
  guests: measureIdleGuests,
  outbox: measureOutbox,
  replica: measureReplica,
  standby: measureStandby,
  postgres: measurePostgres,
  peer: measurePeer,
  mixed: measureDelay,
  pages: measureInterface,
};

/** Starts the program on a full and an empty community, and bare Fastify, several times in turn. */
export async function measureStarts(table: Table, full: string, empty: string): Promise<void> {
  const times: { bare: number[]; empty: number[]; full: number[] } = { bare: [], empty: [], full: [] };
  for (let turn = 0; turn < STARTS; turn++) {
    times.bare.push(await timeOfStart(startFloor()));
    times.empty.push(await timeOfStart(startProgram(empty)));
    times.full.push(await timeOfStart(startProgram(full)));
  }
  table.note('start', { ours: median(times.full), floor: median(times.bare) });
  table.note('startGrowth', { ours: median(times.full), floor: median(times.empty) });
}

/** Measures the current memory use of the program and the floor. */
export async function measureMemory(
  key: 'memoryIdle' | 'memoryLoad',
  { table, program, floor }: Pick<Bench, 'table' | 'program' | 'floor'>,
): Promise<void> {
  const megabytes = async (process: Measured) => (await process.report()).memory / 1024 ** 2;
  table.note(key, { ours: await megabytes(program), floor: await megabytes(floor) });
}

const STARTS = 5;

async function measureSending(bench: Bench): Promise<void> {
  const grouped = await loaded(bench, bench.floor, MANY, sendingBare('/grouped'));
  const ours = await loaded(bench, bench.program, MANY, sending());
  const single = await loaded(bench, bench.floor, MANY, sendingBare('/single'));
  const small = await loaded(bench, bench.small, MANY, sending());
  bench.table.note('sendGrowth', { ours: 1000 / ours.perSecond, floor: 1000 / small.perSecond });
  bench.table.note('sendGrouped', { ours: ours.perSecond, floor: grouped.perSecond });
  bench.table.note('sendSingle', { ours: ours.perSecond, floor: single.perSecond });
}

async function measureOneByOne(bench: Bench): Promise<void> {
  const floor = await loaded(bench, bench.floor, 1, sendingBare('/single'));
  const ours = await loaded(bench, bench.program, 1, sending());
  bench.table.note('sendOne', { ours: ours.p50, floor: floor.p50 });
  bench.table.note('sendOneTail', { ours: ours.p99, floor: ours.p50 });
}

async function measurePages(bench: Bench): Promise<void> {
  const floor = await loaded(bench, bench.floor, READERS, newestBare());
  const ours = await loaded(bench, bench.program, READERS, newest());
  const small = await loaded(bench, bench.small, READERS, newest());
  bench.table.note('page', { ours: ours.perSecond, floor: floor.perSecond });
  bench.table.note('pageGrowth', { ours: 1000 / ours.perSecond, floor: 1000 / small.perSecond });
}

async function measureScrollingBack(bench: Bench): Promise<void> {
  const small = await loaded(bench, bench.small, READERS, scrollingBack(SMALL));
  const ours = await loaded(bench, bench.program, READERS, scrollingBack(bench.messages));
  bench.table.note('backGrowth', { ours: 1000 / ours.perSecond, floor: 1000 / small.perSecond });
}

async function measureDataLayer({ table, probe, folder, seconds }: Bench): Promise<void> {
  const { ours, raw } = await probe.do({ folder, seconds });
  table.note('dataLayer', { ours, floor: raw });
}

async function measureSearching(bench: Bench): Promise<void> {
  const page = await loaded(bench, bench.program, 1, newest());
  const dialog = await loaded(bench, bench.program, 1, searching('dialog'));
  const all = await loaded(bench, bench.program, 1, searching('all'));
  const small = await loaded(bench, bench.small, 1, searching('dialog'));
  bench.table.note('searchGrowth', { ours: dialog.p50, floor: small.p50 });
  bench.table.note('searchDialog', { ours: dialog.p50, floor: page.p50 });
  bench.table.note('searchDialogTail', { ours: dialog.p99 });
  bench.table.note('searchAllTail', { ours: all.p95 });
  const everything = await loaded(bench, bench.program, 1, searching('everything'));
  bench.table.note('searchEverything', { ours: everything.p95 });
}

async function measureFeed(bench: Bench): Promise<void> {
  const floor = await loaded(bench, bench.floor, READERS, feedBare());
  const ours = await loaded(bench, bench.program, READERS, feed());
  const small = await loaded(bench, bench.small, READERS, feed());
  bench.table.note('feedGrowth', { ours: 1000 / ours.perSecond, floor: 1000 / small.perSecond });
  bench.table.note('feed', { ours: ours.perSecond, floor: floor.perSecond });
}

async function measurePeople(bench: Bench): Promise<void> {
  const floor = await loaded(bench, bench.floor, READERS, peopleBare());
  const ours = await loaded(bench, bench.program, READERS, findingPeople());
  bench.table.note('people', { ours: ours.perSecond, floor: floor.perSecond });
}

const GIBIBYTE = 1024 ** 3;

async function measureBytes({ table, program, floor, bytes }: Bench): Promise<void> {
  const bare = await bytes.do({ url: floor.url, token: null, size: GIBIBYTE });
  const ours = await bytes.do({ url: program.url, token: tokenOf(0), size: GIBIBYTE });
  table.note('upload', { ours: ours.up, floor: bare.up });
  table.note('download', { ours: ours.down, floor: bare.down });
}

async function measureSockets({ table, program, floor, sockets, seconds }: Bench): Promise<void> {
  for (const count of [100, 1000] as const) {
    const pace = { inFlight: count === 100 ? 16 : 4 };
    const bare = await sockets.do({ ...listeningBare(floor.url, count), pace, seconds });
    const ours = await sockets.do({ ...listening(program.url, count), pace, seconds });
    const key = count === 100 ? 'sockets100' : 'sockets1000';
    table.note(key, { ours: ours.deliveriesPerSecond, floor: bare.deliveriesPerSecond });

    const steady = { perSecond: DELIVERIES / count };
    const barePaced = await sockets.do({ ...listeningBare(floor.url, count), pace: steady, seconds });
    const oursPaced = await sockets.do({ ...listening(program.url, count), pace: steady, seconds });
    table.note(`${key}Tail`, { ours: oursPaced.p99, floor: barePaced.p99 });
  }
}

const DELIVERIES = 10_000;

/** How many guests stay connected without anything happening, and seconds in which each of them is pinged once. */
const GUESTS = 100;
const IDLE = SOCKET.ping;
/** Seconds in which the guests have connected. */
const CONNECTING = 15;

/** Measures what guests cost the host who only wait for events: processor time in a minute, and memory. */
async function measureIdleGuests({ table, program, sockets }: Bench): Promise<void> {
  const idle = async () => {
    const before = await program.report();
    await wait(IDLE * 1000);
    const after = await program.report();
    return { cpu: ((after.cpu - before.cpu) * 60) / IDLE, memory: after.memory / 1024 ** 2 };
  };
  const alone = await idle();
  const waiting = { ...listening(program.url, GUESTS), pace: { perSecond: 0 } };
  const connected = sockets.do({ ...waiting, seconds: CONNECTING + IDLE });
  await wait(CONNECTING * 1000);
  const visited = await idle();
  await connected;
  table.note('guestsCpu', { ours: visited.cpu, floor: alone.cpu });
  table.note('guestsMemory', { ours: visited.memory, floor: alone.memory });
}

let outboxes = 0;

/** Measures how long commands that were made without the host take to reach it. */
async function measureOutbox({ table, program, drain }: Bench): Promise<void> {
  // Another person each time: requests per second of one token are limited.
  const members = membersOf(LARGE);
  const token = tokenOf(members[outboxes++ % members.length] ?? 0);
  const { seconds, waited } = await drain.do({
    url: program.url,
    token,
    dialog: dialogId(LARGE),
    commands: 500,
    loss: 0.3,
  });
  table.note('outbox', { ours: seconds });
  table.note('outboxWork', { ours: seconds - waited });
}

/** Measures how long a member's replica takes to be filled, to follow, and to open a chat without the host. */
async function measureReplica({ table, program, replica }: Bench): Promise<void> {
  const [person = 0] = membersOf(LARGE);
  const { filled, applied, opened, perMessage } = await replica.do({
    url: program.url,
    token: tokenOf(person),
    person: personId(person),
    dialog: dialogId(LARGE),
    messages: 10_000,
  });
  table.note('replicaFill', { ours: filled });
  table.note('replicaChanges', { ours: applied });
  table.note('replicaOpen', { ours: opened });
  table.note('replicaSize', { ours: perMessage });
}

/** Measures the event loop delay while messages are sent, read and searched and a thousand sockets are open. */
async function measureDelay({ table, program, load, sockets, messages, seconds }: Bench): Promise<void> {
  const { url } = program;
  program.begin();
  await Promise.all([
    load.do({ url, inFlight: 16, seconds, requests: sending() }),
    load.do({ url, inFlight: 8, seconds, requests: scrollingBack(messages) }),
    load.do({ url, inFlight: 1, seconds, requests: searching('dialog') }),
    load.do({ url, inFlight: 1, seconds, requests: searching('all') }),
    sockets.do({ ...listening(url, 1000), pace: { perSecond: 2 }, seconds }),
  ]);
  table.note('delay', { ours: (await program.report()).delayP99 });
}

async function timeOfStart(starting: Promise<Measured>): Promise<number> {
  const process = await starting;
  await process.stop();
  return process.startedIn;
}
