import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Replica } from '../../../electron/replica/replica';
import { replicaContext } from '../../../electron/replica/replica-context';
import { ReplicaReader } from '../../../electron/replica/replica-reader';
import { httpTransport } from '../../../shared/client/http';
import type { Input, Name, Output } from '../../../shared/contract';
import { answerJobs } from './answering';

/** A helper process that fills a replica from the program, applies changes to it, and reads a chat from it. */

export interface ReplicaJob {
  url: string;
  token: string;
  person: number;
  dialog: number;
  messages: number;
}

export interface ReplicaResult {
  /** Seconds in which a dialog of so many messages was read. */
  filled: number;
  /** Seconds in which a thousand changes were stored. */
  applied: number;
  /** Milliseconds in which the newest messages were read from the replica, of 95 in 100 times. */
  opened: number;
  /** Bytes of the file for each message. */
  perMessage: number;
}

async function run({ url, token, person, dialog, messages }: ReplicaJob): Promise<ReplicaResult> {
  const folder = mkdtempSync(join(tmpdir(), 'courtyard-replica-'));
  const transport = httpTransport({ url });
  const call = async <N extends Name>(name: N, input: Input<N>) =>
    (await transport.call(name, input, { token })).value as Output<N>;
  const replica = new Replica(join(folder, 'replica.db'), person, (db, holdings) =>
    replicaContext(db, {
      community: { id: 1, key: '' },
      caller: { id: person, role: holdings.role(), tokenId: 0 },
      now: () => Math.floor(Date.now() / 1000),
      log: () => ({ log: '', seq: 0 }),
      version: '',
      presence: { isPresent: () => false, statusOf: (_person, chosen) => chosen, remaining: new Map() },
    }),
  );
  try {
    const { Log, Seq, Oldest } = await call('sync.begin', {});
    const scope = { Kind: 'dialog' as const, ID: dialog };
    await replica.begin({ log: Log, seq: Math.max(Oldest - 1, Seq - EVENTS) }, [scope]);
    const filled = await timed(async () => {
      for (let after = '', isDone = false; !isDone;) {
        const page = await call('sync.page', { scope: `dialog:${dialog}`, after });
        await replica.storePage(scope, page, false);
        after = page.After;
        isDone = !page.More || replica.holdings.countMessages(dialog) >= messages;
      }
    });
    const held = replica.holdings.countMessages(dialog);
    const changes = await call('sync.changes', { log: Log, since: replica.cursor?.seq ?? 0 });
    const list = 'Changes' in changes ? changes.Changes : [];
    const applied = await timed(() => replica.storeChanges(list, Seq));
    const reader = new ReplicaReader(replica);
    const opened: number[] = [];
    for (let time = 0; time < OPENINGS; time++)
      opened.push(await timed(() => reader.asLastSeen('dialogs.messages', { dialog_id: dialog, limit: 50 })));
    await replica.read(() => Promise.resolve());
    const { size } = statSync(join(folder, 'replica.db'));
    const { size: log } = statSync(join(folder, 'replica.db-wal'), { throwIfNoEntry: false }) ?? { size: 0 };
    opened.sort((one, other) => one - other);
    return {
      filled: (filled / held) * messages,
      applied: (applied / Math.max(1, list.length)) * 1_000,
      opened: (opened[Math.floor(OPENINGS * 0.95)] ?? 0) * 1_000,
      perMessage: (size + log) / held,
    };
  } finally {
    await replica.close();
    rmSync(folder, { recursive: true });
  }
}

/** Events of the log that are applied again, and how often a chat is opened. */
const EVENTS = 1_200;
const OPENINGS = 200;

/** Returns the seconds that work takes. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
}

answerJobs(run);
