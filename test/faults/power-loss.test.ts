import { cpSync, existsSync, lstatSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { DATABASE_FILE } from '../../electron/database/open';
import { between, pick, randomFrom, type Random } from '../../electron/demo/script/random';
import { endPrograms, type Program } from '../support/program';
import { expectNothingLost, makeCommunity, startHost, type Acknowledged, type Community } from './community';
import { DiskModel, type PowerLoss } from './disk-model';
import { buildInterposer, preloadEnvironment, readTrace, type TraceRecord } from './interposer';
import { Load, type Answer } from './load';
import { report, scaled, TIMEOUT } from './scale';
import { makeScratch } from './scratch';

/** The number of hosts recorded under load, and of power losses in each recording. */
const RECORDINGS = scaled(1, 17);
const CUTS = scaled(12, 102);
const LOAD = { messages: 320, files: 24, backups: 3 };
/**
 * File uploads sync folders that backups also need, so some loads have no uploads, to test the syncs of backups alone.
 */
const loadOf = (seed: number) => (seed % 3 === 0 ? { ...LOAD, files: 0 } : LOAD);

const folder = makeScratch('courtyard-power-');
const library = buildInterposer(folder);
const running: Program[] = [];
const tried = { cuts: 0, acknowledged: 0 };

afterEach(() => endPrograms(running));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const seeds = Array.from({ length: RECORDINGS }, (_, index) => index + 1);

test.runIf(library !== null)(
  'no acknowledged write is lost by a power loss at any moment',
  { timeout: TIMEOUT },
  async () => {
    for (const seed of seeds) {
      const random = randomFrom(seed);
      const { community, disk, trace, sent } = await recordHost(random, seed);
      const acknowledged = new AcknowledgedSoFar();
      const places = drawPlaces(trace, random);
      for (const [index, record] of trace.entries()) {
        disk.apply(record);
        if (record.kind === 'answer') acknowledged.note(record.text);
        if (!places.has(index)) continue;
        const loss = drawLoss(random);
        const left = join(folder, 'left');
        disk.writeTo(left, loss, random);
        await expectNothingLost({ ...community, data: left }, acknowledged, sent).catch((cause: unknown) => {
          const where = `recording ${seed}, record ${index} of ${trace.length}, ${JSON.stringify(loss)}`;
          throw new Error(`A power loss was not survived: ${where}: ${(cause as Error).message}`, { cause });
        });
        rmSync(left, { recursive: true });
        tried.cuts++;
      }
      tried.acknowledged += acknowledged.count;
      disk.writeTo(join(folder, 'all'), { data: 'all', names: 'all', sector: 4096 }, random);
      // Otherwise the host has bypassed the library and the model is incomplete.
      expect(contentsOf(join(folder, 'all'))).toEqual(contentsOf(community.data));
      for (const done of [join(folder, 'all'), community.data]) rmSync(done, { recursive: true });
    }
    const lost = `0 of ${tried.acknowledged.toLocaleString('en')} acknowledged writes lost`;
    report({ fault: 'power loss under load', cases: tried.cuts, result: lost });
  },
);

test.skipIf(library !== null)(
  'without a compiler: a killed host with a truncated log keeps the earlier writes',
  { timeout: TIMEOUT },
  async () => {
    for (const seed of seeds) {
      const random = randomFrom(seed);
      const { community, load, answers } = await loadAndKill(random, seed);
      const written = answers.flatMap(({ body }) => (body.Text === undefined ? [] : [body.ID ?? 0]));
      const log = join(community.data, `${DATABASE_FILE}-wal`);
      for (let cut = 0; cut < CUTS; cut++) {
        const left = join(folder, 'left');
        cpSync(community.data, left, { recursive: true });
        truncateSync(join(left, `${DATABASE_FILE}-wal`), between(0, lstatSync(log).size, random));
        const nothing = { messages: new Map(), files: new Map(), backups: [] };
        const found = await expectNothingLost({ ...community, data: left }, nothing, load.sent);
        const newest = Math.max(0, ...found);
        expect(written.filter((id) => id <= newest && !found.includes(id))).toEqual([]);
        rmSync(left, { recursive: true });
        tried.cuts++;
      }
      rmSync(community.data, { recursive: true });
    }
    report({ fault: 'write-ahead log cut off', cases: tried.cuts, result: 'the older part was whole' });
  },
);

/** What was acknowledged up to a moment of the trace. */
class AcknowledgedSoFar implements Acknowledged {
  readonly messages = new Map<string, number>();
  readonly files = new Map<string, number>();
  readonly backups = new Set<string>();

  get count(): number {
    return this.messages.size + this.files.size + this.backups.size;
  }

  /** Records the content of an HTTP answer. */
  note(text: string): void {
    const body = JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)) as Answer['body'];
    const { ID = 0, Name = '', Text } = body;
    if (Text !== undefined) this.messages.set(Text.split(' ', 1)[0] ?? '', ID);
    else if (ID > 0) this.files.set(Name, ID);
    else this.backups.add(Name);
  }
}

interface Recording {
  community: Community;
  /** The disk before the trace. */
  disk: DiskModel;
  trace: TraceRecord[];
  /** The keys of all messages that were sent. */
  sent: ReadonlySet<string>;
}

/** Runs a host under load until the load ends, and records what it does to its files. */
async function recordHost(random: Random, seed: number): Promise<Recording> {
  const data = join(folder, `data-${seed}`);
  const log = join(folder, `trace-${seed}`);
  const community = await makeCommunity(data);
  const disk = new DiskModel(data);
  const { program, url } = await startHost(data, preloadEnvironment(library ?? '', data, { log }));
  running.push(program);
  const load = new Load(community, random);
  const answers = await load.run(url, loadOf(seed));
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  program.process.kill('SIGTERM');
  expect(await program.ended).toBe(0);
  const trace = readTrace(log);
  rmSync(log);
  return { community, disk, trace, sent: load.sent };
}

async function loadAndKill(random: Random, seed: number) {
  const community = await makeCommunity(join(folder, `data-${seed}`));
  const { program, url } = await startHost(community.data);
  running.push(program);
  const load = new Load(community, random);
  const answers = await load.run(url, loadOf(seed));
  program.process.kill('SIGKILL');
  await program.ended;
  return { community, load, answers };
}

/** Half of the moments are random; the other half are next to the ends of syncs, renames and answers. */
function drawPlaces(trace: readonly TraceRecord[], random: Random): Set<number> {
  const marked = [...trace.keys()].filter((index) =>
    /^(sync-end|rename|answer)$/.test(trace[index]?.kind ?? ''),
  );
  const places = new Set<number>();
  while (places.size < CUTS) {
    const place =
      random() < 0.5 ? between(0, trace.length - 1, random) : pick(marked, random) + between(-2, 2, random);
    if (place >= 0 && place < trace.length) places.add(place);
  }
  return places;
}

function drawLoss(random: Random): PowerLoss {
  return {
    data: pick(['none', 'all', 'prefix', 'subset', 'subset', 'subset'], random),
    names: pick(['none', 'all', 'journal', 'folders'], random),
    sector: pick([512, 4096], random),
  };
}

/** Returns every file below a folder with its bytes, except shared memory, whose changes are not traced. */
function contentsOf(root: string): Map<string, string> {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
  const files = paths.filter((path) => !path.endsWith('-shm') && existsSync(join(root, path)));
  return new Map(
    files.map((path) => {
      const place = join(root, path);
      return [path, lstatSync(place).isDirectory() ? 'folder' : readFileSync(place, 'latin1')];
    }),
  );
}
