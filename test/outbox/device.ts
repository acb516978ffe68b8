import Database from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { Outbox, type OutboxCommand } from '../../electron/outbox/outbox';
import { OutboxSender, type DrainOutcome, type SentOutcome } from '../../electron/outbox/outbox-sender';
import type { QueuedName } from '../../electron/outbox/queued-calls';
import { Unreachable } from '../../shared/client/transport';
import type { Input } from '../../shared/contract';
import type { AppError } from '../../shared/errors';
import type { TestPerson, TestService } from '../support/service';

export const PROGRAM = '1.1.0';

/** A computer of a person, with an outbox over a connection to their host. */
export interface Device {
  outbox: Outbox;
  sender: OutboxSender;
  /** What was done or refused, in order. */
  settled: { key: string; outcome: SentOutcome }[];
  /** The keys of all attempts that reached the host, in order. */
  attempts: string[];
  connection: {
    /** Returns the error that the host answers instead; null if it answers as it is. */
    fail: (name: string) => AppError | null;
    /** Whether the next answer is lost. */
    loses: () => boolean;
    /** Whether the host is there although an answer was lost. */
    isThere: boolean;
    /** The host's log if its standby lacks everything; null if it has no standby. */
    log: string | null;
  };
  add: <N extends QueuedName>(name: N, input: Input<N>) => OutboxCommand;
  /** Adds a command that makes something; returns its key and its provisional ID. */
  make: <N extends QueuedName>(name: N, input: Input<N>) => { key: string; id: number };
  /** Sends until nothing waits, whatever is lost on the way. */
  drainWhole: () => Promise<DrainOutcome>;
}

/** Opens a device whose outbox is in memory, or in a file; it is closed when the test ends. */
export function openDevice(
  { clock, service }: TestService,
  { session }: TestPerson,
  name: string,
  file?: string,
): Device {
  const outbox = new Outbox(file ?? new Database(':memory:'));
  onTestFinished(() => outbox.close());
  const settled: Device['settled'] = [];
  const attempts: string[] = [];
  const connection: Device['connection'] = {
    fail: () => null,
    loses: () => false,
    isThere: false,
    log: null,
  };
  const sender = new OutboxSender({
    outbox,
    send: async (call, input, key) => {
      const failure = connection.fail(call);
      if (failure) throw failure;
      attempts.push(key);
      const answering = service.answer(session, call, input as never, key);
      const { log } = connection;
      if (!connection.loses()) {
        const { value, seq } = await answering;
        return { value, retainUntil: log === null ? null : { log, seq: seq ?? Number.MAX_SAFE_INTEGER } };
      }
      await answering.catch(() => undefined);
      throw new Unreachable();
    },
    isHostThere: () => connection.isThere,
    onSettled: ({ key }, outcome) => void settled.push({ key, outcome }),
    program: PROGRAM,
    now: () => clock.seconds,
  });
  let count = 0;
  const add: Device['add'] = (call, input) =>
    outbox.add({
      key: `${name}-command-${++count}`,
      name: call,
      input,
      madeAt: clock.seconds,
      program: PROGRAM,
    });
  return {
    outbox,
    sender,
    settled,
    attempts,
    connection,
    add,
    make: (call, input) => {
      const { key } = add(call, input);
      const id = FIRST_PROVISIONAL + count;
      outbox.setMade(key, [id]);
      return { key, id };
    },
    drainWhole: async () => {
      for (;;) {
        const outcome = await sender.drain();
        if (outcome !== 'away') return outcome;
        // Requests per second are limited.
        clock.advance(1);
      }
    },
  };
}

/** Above all IDs of a host. */
const FIRST_PROVISIONAL = 2 ** 52;
