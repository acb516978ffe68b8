import pino from 'pino';
import type { PendingEvent } from '../../../electron/service/dispatch';
import { openData } from '../../../electron/service/opening/open-data';
import { answerJobs } from './answering';

/** A helper process that stores events in a PostgreSQL database as a host does, without anything else of a call. */

export interface AppendingJob {
  database: string;
  seconds: number;
}

export interface AppendingResult {
  perSecond: number;
}

/** As many writes wait as share a transaction at most. */
const WAITING = 64;
const EVENT: PendingEvent = {
  type: 'message',
  scope: { kind: 'dialog', id: 1 },
  ref: { kind: 'message', id: 1 },
  actor: 1,
};

async function run({ database, seconds }: AppendingJob): Promise<AppendingResult> {
  const now = () => Math.floor(Date.now() / 1000);
  const logger = pino({ level: 'warn' });
  const { store, events } = await openData({ data: ':memory:', database }, now, 'open', logger);
  let group: PendingEvent[] = [];
  let stored = 0;
  store.writer.hooks = {
    beforeCommit: () => events.append(group, now()),
    afterCommit: () => {
      stored += events.take(events.commit()).length;
      group = [];
      return () => undefined;
    },
    afterRollback: () => {
      events.discard();
      group = [];
    },
  };
  const begun = performance.now();
  const write = async () => {
    while (performance.now() - begun < seconds * 1000)
      await store.writer.run(() => Promise.resolve(group.push(EVENT)));
  };
  await Promise.all(Array.from({ length: WAITING }, write));
  const took = (performance.now() - begun) / 1000;
  await store.close();
  return { perSecond: stored / took };
}

answerJobs(run);
