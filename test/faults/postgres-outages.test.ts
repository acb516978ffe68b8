import { expect, test } from 'vitest';
import type { MessageModel } from '../../shared/contract/records';
import { randomFrom } from '../../electron/demo/script/random';
import { ResumingListener, RepeatingSender } from './postgres-clients';
import { postgresCommunity, type PostgresCommunity } from './postgres-hosts';
import { report, scaled, TIMEOUT } from './scale';

const SENDERS = 8;
const LISTENERS = scaled(60, 500);
/** Of one token, at each process. */
const LISTENERS_EACH = 5;
const KILLS = scaled(4, 40);
/** Messages that are sent around each kill. */
const BETWEEN = scaled(100, 2500);

test('a rolling restart of three processes misses nothing', { timeout: TIMEOUT }, async () => {
  const community = await postgresCommunity(LISTENERS / LISTENERS_EACH);
  for (let count = 0; count < 3; count++) await community.start();
  const listeners = await listen(community, LISTENERS);
  let isOver = false;
  const senders = sendersOf(community);
  const sending = Promise.all(
    senders.map(async (sender) => {
      while (!isOver) await sender.send(1);
    }),
  );
  for (const host of [...community.hosts]) {
    expect(await community.end(host, 'SIGTERM')).toBe(0);
    await community.start();
  }
  isOver = true;
  await sending;
  const sent = await expectOnce(community, senders);
  await expectHeard(listeners, sent);
  report({
    fault: 'rolling restart of three processes on PostgreSQL',
    cases: LISTENERS,
    result: `${sent.length} messages, none missed by any connection`,
  });
});

test(
  'answered writes exist once after kills of processes and of the database server',
  { timeout: TIMEOUT },
  async () => {
    const community = await postgresCommunity(SENDERS);
    const random = randomFrom(5);
    for (let count = 0; count < 2; count++) await community.start();
    const listeners = await listen(community, 4);
    const senders = sendersOf(community);
    for (let kill = 0; kill < KILLS; kill++) {
      const sending = Promise.all(senders.map((sender) => sender.send(BETWEEN / SENDERS)));
      const moment = totalOf(senders) + random() * BETWEEN * 0.8;
      await reached(senders, moment);
      if (kill % 2 === 1) community.server.restart();
      else {
        await community.end(community.hosts[Math.floor(random() * 2)]!, 'SIGKILL');
        await community.start();
      }
      await sending;
    }
    const sent = await expectOnce(community, senders);
    await expectHeard(listeners, sent);
    report({
      fault: 'kill -9 of a process, or of the PostgreSQL server, under load',
      cases: KILLS,
      result: `0 of ${sent.length} writes lost, none twice, no event out of order`,
    });
  },
);

const sendersOf = (community: PostgresCommunity) =>
  Array.from({ length: SENDERS }, (_, index) => new RepeatingSender(community, index));

async function listen(community: PostgresCommunity, count: number): Promise<ResumingListener[]> {
  const listeners = Array.from({ length: count }, (_, index) => new ResumingListener(community, index));
  await Promise.all(listeners.map((listener) => listener.begin()));
  return listeners;
}

const totalOf = (senders: readonly RepeatingSender[]) =>
  senders.reduce((sum, { answered }) => sum + answered.size, 0);

/** Resolves once this many messages were answered. */
async function reached(senders: readonly RepeatingSender[], count: number): Promise<void> {
  await expect.poll(() => totalOf(senders), { interval: 5 }).toBeGreaterThanOrEqual(Math.floor(count));
}

/** Expects that the group holds what was answered, each once, and returns its identifiers in order. */
async function expectOnce(
  { hosts, dialog, tokens }: PostgresCommunity,
  senders: readonly RepeatingSender[],
): Promise<number[]> {
  const all: MessageModel[] = [];
  for (;;) {
    const path = `${hosts[0]!.url}/dialogs/${dialog}/messages?limit=100&last_id=${all.at(-1)?.ID ?? 0}`;
    const answer = await fetch(path, { headers: { token: tokens[0] ?? '' } });
    expect(answer.status).toBe(200);
    const page = (await answer.json()) as MessageModel[];
    if (page.length === 0) break;
    all.push(...page);
  }
  const stored = all.map(({ Text, ID }) => [Text, ID] as const);
  const answered = senders.flatMap((sender) => [...sender.answered]);
  const byId = (list: (readonly [string, number])[]) => list.toSorted(([, a], [, b]) => a - b);
  expect(byId(stored)).toEqual(byId(answered));
  return byId(stored).map(([, id]) => id);
}

async function expectHeard(listeners: readonly ResumingListener[], sent: number[]): Promise<void> {
  for (const listener of listeners) {
    await listener.hears(sent.length);
    listener.close();
    expect(listener.faults).toEqual([]);
    expect(listener.heard).toEqual(sent);
  }
}
