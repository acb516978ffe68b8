import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { between, pick, randomFrom, type Random } from '../../electron/demo/script/random';
import { openService } from '../../electron/service';
import { AppError } from '../../shared/errors';
import { upload } from '../support/content';
import { endPrograms, type Program } from '../support/program';
import { TEST_SETTINGS } from '../support/service';
import { expectNothingLost, makeCommunity, startHost, type Community } from './community';
import { buildInterposer, FaultControl, preloadEnvironment, type FaultOrder } from './interposer';
import { Load, type Answer } from './load';
import { report, scaled, TIMEOUT } from './scale';
import { makeScratch } from './scratch';
import { WrappedFileSystem } from './wrapped-fs';

/** The number of faults, one order each, and the number of orders before a host is killed. */
const ORDERS = scaled(24, 1500);
const ORDERS_A_RUN = 12;
/** The number of read faults; each may make the host read-only until its next start. */
const READS = scaled(2, 80);

const folder = makeScratch('courtyard-io-');
const library = buildInterposer(folder);
const running: Program[] = [];

afterEach(() => endPrograms(running));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.runIf(library !== null)(
  'a disk write error crashes nothing, loses nothing and is answered as the contract says',
  { timeout: TIMEOUT },
  async () => {
    const random = randomFrom(12);
    const host = await openHost('data', random);
    for (let done = 0; done < ORDERS; done += ORDERS_A_RUN) {
      await host.start();
      for (let index = done; index < Math.min(ORDERS, done + ORDERS_A_RUN); index++) {
        await host.fail(drawOrder(random));
        await host.writes.repeat(host.url);
      }
      await host.killAndLook();
    }
    host.report('errors of the disk (EIO, ENOSPC, EROFS, short writes)');
  },
);

test.runIf(library !== null)(
  'a disk read error crashes nothing and loses nothing, and refused writes work after a restart',
  { timeout: TIMEOUT },
  async () => {
    const random = randomFrom(13);
    const host = await openHost('reads', random);
    for (let index = 0; index < READS; index++) {
      await host.start();
      await host.writes.repeat(host.url);
      const skip = between(0, 40, random);
      await host.fail({ call: 'read', error: 'EIO', skip, fail: pick([1, 3, 1_000_000], random) });
      await host.killAndLook();
    }
    host.report('reads of the disk that fail (EIO)');
  },
);

test.skipIf(library !== null)(
  'without a compiler: a disk error below Node loses no upload and is answered as the contract says',
  { timeout: TIMEOUT },
  async () => {
    const random = randomFrom(14);
    const community = await makeCommunity(join(folder, 'wrapped'), 1);
    let time = Date.now();
    const service = await openService({
      data: community.data,
      settings: TEST_SETTINGS,
      now: () => (time += 20),
    });
    const session = { token: community.tokens[0] ?? '', address: '127.0.0.1', userAgent: 'test' };
    const disk = new WrappedFileSystem(community.data);
    const files = new Map<string, number>();
    let failed = 0;
    try {
      for (let index = 0; index < ORDERS; index++) {
        const filename = `file-number-${index}`;
        const store = () =>
          upload(service, session, 'files.upload', Buffer.alloc(1000, filename), { filename }, filename);
        disk.order(pick(['EIO', 'ENOSPC'], random), between(0, 9, random), pick([1, 3, 1_000_000], random));
        const refused = await store().then(
          () => 'none',
          (error: unknown) => (error instanceof AppError ? error.code : String(error)),
        );
        if (disk.end() > 0) failed++;
        expect(['none', 'unavailable', 'upload_error']).toContain(refused);
        files.set(filename, (await store()).ID);
      }
    } finally {
      disk.restore();
      await service.close();
    }
    await expectNothingLost(community, { messages: new Map(), files, backups: [] }, new Set());
    report({ fault: 'errors of the disk below Node', cases: failed, result: '0 uploads lost' });
  },
);

/** Creates a host whose file calls fail as ordered, and records the writes sent to it. */
async function openHost(name: string, random: Random) {
  const community = await makeCommunity(join(folder, name), 60);
  const control = new FaultControl(join(folder, `${name}-control`));
  const environment = preloadEnvironment(library ?? '', community.data, { control: control.path });
  const writes = new Writes(community, random);
  let failed = 0;
  let current: { program: Program; url: string } | undefined;
  const host = {
    writes,
    url: '',
    start: async () => {
      current = await startHost(community.data, environment);
      running.push(current.program);
      host.url = current.url;
    },
    /** Sends writes and reads while file calls fail as ordered. */
    fail: async (order: FaultOrder) => {
      control.order(order);
      const wrong = await writes.batch(host.url);
      if (control.end() > 0) failed++;
      const said = current?.program.noted.slice(-5).join('\n');
      expect(wrong, `${JSON.stringify(order)}: ${said}`).toEqual([]);
    },
    killAndLook: async () => {
      current?.program.process.kill('SIGKILL');
      await current?.program.ended;
      await expectNothingLost(community, writes, writes.sent);
    },
    report: (fault: string) =>
      report({
        fault,
        cases: failed,
        result: `0 hosts ended, ${writes.refused} writes refused, 0 of ${writes.acknowledged} acknowledged lost`,
      }),
  };
  return host;
}

/** Sends all kinds of writes to a host and records what was acknowledged. */
class Writes {
  readonly messages = new Map<string, number>();
  readonly files = new Map<string, number>();
  readonly backups = new Set<string>();
  refused = 0;
  readonly #load: Load;
  readonly #random: Random;
  readonly #acknowledged = new Set<string>();
  #number = 0;
  #unanswered: Write[] = [];

  constructor(community: Community, random: Random) {
    this.#load = new Load(community, random);
    this.#random = random;
  }

  get sent(): ReadonlySet<string> {
    return this.#load.sent;
  }

  get acknowledged(): number {
    return this.#acknowledged.size;
  }

  /** Sends writes and reads concurrently; returns the answers that violate the contract. */
  async batch(url: string): Promise<string[]> {
    const kinds: Kind[] = ['message', 'message', 'message', 'message', 'file'];
    if (this.#random() < 0.15) kinds.push('backup');
    this.#unanswered = kinds.map((kind) => ({ kind, key: `${kind}-number-${++this.#number}` }));
    const answers = await Promise.all([
      ...this.#unanswered.map((write) => this.#send(url, write)),
      ...this.#load.reads(url),
    ]);
    this.#unanswered = this.#unanswered.filter(({ key }) => !this.#acknowledged.has(key));
    this.refused += this.#unanswered.length;
    return answers.flatMap(({ status, body }) =>
      [200, 503, 507].includes(status) ? [] : [`${status} ${JSON.stringify(body)}`],
    );
  }

  /** Sends unacknowledged writes again with their keys; they must succeed now. */
  async repeat(url: string): Promise<void> {
    const answers = await Promise.all(this.#unanswered.map((write) => this.#send(url, write)));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  }

  async #send(url: string, { kind, key }: Write): Promise<Answer> {
    const answer = await this.#load[kind](url, key);
    if (answer.status !== 200) return answer;
    const { ID = 0, Name = '' } = answer.body;
    this.#acknowledged.add(key);
    if (kind === 'message') this.messages.set(key, ID);
    if (kind === 'file') this.files.set(key, ID);
    if (kind === 'backup') {
      this.backups.add(Name);
      for (const old of [...this.backups].slice(0, -KEPT_BACKUPS)) this.backups.delete(old);
    }
    return answer;
  }
}

type Kind = 'message' | 'file' | 'backup';
interface Write {
  kind: Kind;
  key: string;
}

/** The newest backups that must exist. The host keeps more, but deletes older ones. */
const KEPT_BACKUPS = 3;

function drawOrder(random: Random): FaultOrder {
  const call = pick(FAILING, random);
  return {
    call,
    error: pick(ERRORS[call] ?? (['EIO', 'ENOSPC', 'EROFS'] as const), random),
    skip: between(0, SKIPPED[call] ?? 0, random),
    // One call, a few calls, or all calls until the order ends.
    fail: pick([1, 1, 3, 1_000_000], random),
  };
}

/** The calls to fail; listed more than once if they should fail more often. */
const FAILING = [
  ...(['write', 'write', 'write', 'sync', 'sync', 'open', 'rename', 'unlink'] as const),
  ...(['link', 'mkdir', 'truncate'] as const),
];
const ERRORS: Partial<Record<FaultOrder['call'], readonly FaultOrder['error'][]>> = {
  write: ['EIO', 'ENOSPC', 'EROFS', 'short'],
  sync: ['EIO'],
};
/** The maximum number of calls that succeed first: about as many as a batch makes. */
const SKIPPED: Partial<Record<FaultOrder['call'], number>> = { write: 60, sync: 6, open: 6, mkdir: 2 };
