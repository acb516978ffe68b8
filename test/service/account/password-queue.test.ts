import { writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { PasswordQueue, MAX_WAITING, type HashClient } from '../../../electron/passwords/password-queue';
import { HashThreads } from '../../../electron/passwords/hash-threads';
import { refusal } from '../../support/service';

/** A queue over threads that answer when the test says so, and the passwords that they were given. */
function heldQueue() {
  const given: string[] = [];
  const answers: (() => void)[] = [];
  const queue = new PasswordQueue({
    run: ({ password }) => {
      given.push(password);
      return new Promise((resolve) => answers.push(() => resolve(password)));
    },
  });
  /** Answers all that comes, in order. */
  const drain = async () => {
    for (let next = answers.shift(); next; next = answers.shift()) {
      next();
      await new Promise(setImmediate);
    }
  };
  return { queue, given, drain };
}

const stranger = (lane: string): HashClient => ({ lane, isTrusted: false });

test('hashes two at once, taking turns between addresses, known addresses first', async () => {
  const { queue, given, drain } = heldQueue();
  const all = [
    ...['a1', 'a2', 'a3', 'a4'].map((password) => queue.hash(password, stranger('a'))),
    queue.hash('b1', stranger('b')),
    queue.hash('own', { lane: 'person:1', isTrusted: true }),
  ];
  expect(given).toEqual(['a1', 'a2']);
  await drain();
  expect(given).toEqual(['a1', 'a2', 'own', 'a3', 'b1', 'a4']);
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'own']);
});

test('when full, rejects the address with the most waiting and admits others', async () => {
  const { queue, given, drain } = heldQueue();
  const outcomes: Promise<string>[] = [];
  const add = (password: string, lane: string) =>
    outcomes.push(
      queue.hash(password, stranger(lane)).catch((error: unknown) => String((error as Error).message)),
    );
  add('running', 'x');
  add('running', 'x');
  for (let n = 0; n < MAX_WAITING.strangers; n++)
    add(`crowd ${n}`, `10.0.0.${n % (MAX_WAITING.strangers / 2)}`);
  add('newcomer', '203.0.113.7');
  await drain();
  const refused = (await Promise.all(outcomes)).filter((outcome) => outcome.startsWith('Too many'));
  expect(refused).toHaveLength(1);
  expect(given).toContain('newcomer');
});

test('rejects a lane with too many waiting and says how long to wait', async () => {
  const { queue, drain } = heldQueue();
  const max = 2 + MAX_WAITING.lane;
  const taken = Array.from({ length: max }, () => queue.hash('one', stranger('a')));
  expect(await refusal(queue.hash('more', stranger('a')))).toMatchObject({
    code: 'rate_limit_exceeded',
    retryAfter: 5,
  });
  await drain();
  await Promise.all(taken);
});

test('on close, rejects untrusted tasks and finishes trusted ones', async () => {
  const { queue, drain } = heldQueue();
  const running = [queue.hash('a', stranger('a')), queue.hash('a', stranger('a'))];
  const waiting = refusal(queue.hash('a', stranger('a')));
  const own = queue.hash('own', { lane: 'person:1', isTrusted: true });
  queue.close();
  expect((await waiting).code).toBe('unavailable');
  expect((await refusal(queue.hash('late', stranger('b')))).code).toBe('unavailable');
  await drain();
  expect(await Promise.all([...running, own])).toEqual(['a', 'a', 'own']);
});

test('fails only the task of a crashed thread and replaces the thread', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'courtyard-hasher-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const module = join(folder, 'hasher.mjs');
  writeFileSync(
    module,
    `import { parentPort } from 'node:worker_threads';
     parentPort.on('message', ({ id, task }) => {
       if (task.password === 'fatal') process.exit(1);
       parentPort.postMessage({ id, result: task.password });
     });`,
  );
  const threads = new HashThreads(module);
  const queue = new PasswordQueue(threads);
  await expect(queue.hash('fatal', stranger('a'))).rejects.toThrow('a password hashing thread exited');
  expect(await queue.hash('next', stranger('a'))).toBe('next');
});
