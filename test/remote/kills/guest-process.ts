import { existsSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Outbox } from '../../../electron/outbox/outbox';
import { CommunityFinder } from '../../../electron/discovery/community-finder';
import { HostSearch } from '../../../electron/remote/host-search';
import { RemoteCommunities } from '../../../electron/remote/remote-communities';
import { SyncedCommunity } from '../../../electron/remote/synced/synced-community';
import type { Name } from '../../../shared/contract';
import { THIS_MACHINE } from '../../../electron/sharing/reachable-addresses';
import { AppError } from '../../../shared/errors';

/** What `guest-process.ts` is started with. */
export interface GuestJob {
  folder: string;
  addresses: string[];
  key: string;
  token: string;
  person: number;
  dialog: number;
  /** The number of the first thing that is written; the test saw all before it accepted. */
  first: number;
  /** Milliseconds between two things while the host is away. */
  pace: number;
  /** Who writes, where several guests do. */
  name?: string;
  /** Whether it searches the network for the host while that is away. */
  searches?: boolean;
}

/** What a guest process is asked, and what it answers. */
export type GuestQuestion = 'stop' | 'state' | 'compare' | 'texts' | 'close';
export interface GuestState {
  isSettled: boolean;
  refused: string[];
}

/** The number in the text of a thing that a guest wrote. */
export function textOf(number: number, name: string | undefined = 'the guest'): string {
  return `From ${name}, number ${number}`;
}

async function run(job: GuestJob): Promise<void> {
  const noop = () => undefined;
  const communities = joinedBy(job, () => synced.reconnect());
  const remote = communities.find(COMMUNITY)!;
  const synced = new SyncedCommunity({
    remote,
    signedIn: { token: job.token, id: job.person },
    community: { id: 1, key: job.key },
    client: 'test',
    version: '1.1.0',
    replica: { folder: job.folder, name: 'replica' },
    outbox: new Outbox(join(job.folder, 'outbox.db')),
    seen: 0,
    retryDelays: { min: 20, max: 200 },
    onChange: noop,
  });
  const session = { token: job.token, address: '', userAgent: 'test' };
  let isWriting = true;
  let done: () => void = noop;
  const stopped = new Promise<void>((resolve) => (done = resolve));

  /** All pages of the dialog at the host, the newest first. */
  const storedPages = async () => {
    const pages: { input: object; texts: string[] }[] = [];
    for (let last_id = 0; ;) {
      const input = { dialog_id: job.dialog, last_id, limit: 100 };
      const page = await withinLimits(() => remote.call(session, 'dialogs.messages', input));
      if (page.length === 0) return pages;
      pages.push({ input, texts: page.map(({ Text }) => Text) });
      last_id = page.at(-1)?.ID ?? 0;
    }
  };

  const answers: Record<GuestQuestion, () => unknown> = {
    stop: () => {
      isWriting = false;
      return stopped;
    },
    state: () => {
      const pending = synced.outboxItems.filter((item) => item.state === 'pending');
      const refused = synced.outboxItems.filter((item) => item.state === 'refused');
      return {
        isSettled: synced.asOf === 0 && synced.isFilled && pending.length === 0,
        refused: refused.map((item) => `${item.name} ${JSON.stringify(item.input)} ${item.error?.message}`),
      } satisfies GuestState;
    },
    compare: async () => {
      await synced.sent();
      const differences: string[] = [];
      const dialog_id = job.dialog;
      const reads: [Name, object][] = [
        ['dialogs.list', {}],
        ['dialogs.get', { dialog_id }],
        ['people.get', { user: job.person }],
        ['posts.list', { user: '@me', limit: 100 }],
      ];
      for (const { input } of await storedPages()) reads.push(['dialogs.messages', input]);
      for (const [name, input] of reads) {
        const [known, there] = [
          await withinLimits(() => synced.call(session, name, input)),
          await withinLimits(() => remote.call(session, name, input)),
        ];
        if (comparable(known) !== comparable(there)) differences.push(`${name} ${JSON.stringify(input)}`);
      }
      return differences;
    },
    texts: async () => (await storedPages()).flatMap(({ texts }) => texts).toReversed(),
    close: async () => {
      await synced.close();
      await communities.close();
    },
  };
  process.on('message', (question: GuestQuestion) => {
    void (async () => answers[question]())().then((answer) => {
      process.send?.({ question, answer });
      if (question === 'close') process.disconnect();
    });
  });
  writeSync(1, 'ready\n');

  for (let number = job.first; isWriting; number++) {
    const key = `guest-wrote-number-${number}`;
    const isPost = number % 5 === 4;
    const name = isPost ? 'posts.create' : 'dialogs.send';
    const input = isPost
      ? { user: '@me', content: textOf(number, job.name) }
      : { dialog_id: job.dialog, text: textOf(number, job.name) };
    for (let isAccepted = false; !isAccepted;) {
      isAccepted = await synced.call(session, name, input, key).then(
        () => true,
        // The first contact of all is still to come.
        (error: unknown) => {
          if (!(error instanceof AppError)) throw error;
          return false;
        },
      );
      await pause(synced.asOf === 0 ? 10 : job.pace);
    }
    writeSync(1, `${number}\n`);
  }
  done();
}

/** The list of a program that has joined this one community. */
function joinedBy(
  { folder, addresses, key, searches = false }: GuestJob,
  onFound: () => void,
): RemoteCommunities {
  const path = join(folder, 'joined.json');
  const joined = { id: COMMUNITY, number: 1, name: 'Yard', addresses, discovered: [], key, term: 1, seen: 0 };
  if (!existsSync(path)) writeFileSync(path, JSON.stringify({ shown: COMMUNITY, communities: [joined] }));
  const finder = new CommunityFinder({ machine: THIS_MACHINE, sweepTargets: { hosts: () => [], ports: [] } });
  const search = new HostSearch(finder, (found) => {
    for (const other of found)
      void communities.tryDiscovered(other.key, other.addresses).then((isNew) => isNew && onFound());
  });
  const onLost = searches ? (isNewlyLost: boolean) => search.start(isNewlyLost) : () => undefined;
  const communities = new RemoteCommunities({ path, client: 'test', onChange: () => undefined, onLost });
  return communities;
}

const COMMUNITY = 'joined-0123456789abcdef';

/** Calls again when the host says so: whoever reads everything at once asks more often than it allows. */
async function withinLimits<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof AppError) || error.retryAfter === undefined) throw error;
      await pause(error.retryAfter * 1000);
    }
  }
}

/** Without what only a host knows. */
function comparable(value: unknown): string {
  return JSON.stringify(value, (key, part: unknown) =>
    ['Url', 'Fire', 'Online'].includes(key) ? undefined : part,
  );
}

if (process.argv[2]?.startsWith('{')) await run(JSON.parse(process.argv[2]) as GuestJob);
