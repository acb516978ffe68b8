// @vitest-environment happy-dom
import { flushSync } from 'svelte';
import { expect, test } from 'vitest';
import { Attempt } from '../../../../renderer/api';
import { AppError } from '../../../../shared/errors';

test('is reactively busy until its work is done', async () => {
  const attempt = new Attempt();
  const seen: boolean[] = [];
  const stop = $effect.root(() => {
    $effect(() => void seen.push(attempt.busy));
  });
  flushSync();
  const work = Promise.withResolvers<void>();
  const done = attempt.run(() => work.promise);
  flushSync();
  expect(await attempt.run(() => Promise.resolve())).toBe(false);
  work.resolve();
  expect(await done).toBe(true);
  flushSync();
  expect(seen).toEqual([false, true, false]);
  stop();
});

test('a refresh requested during another one runs once after it', async () => {
  const attempt = new Attempt();
  const work = Promise.withResolvers<void>();
  let runs = 0;
  const read = () => {
    runs++;
    return work.promise;
  };
  const all = [attempt.refresh(read), attempt.refresh(read), attempt.refresh(read)];
  expect(runs).toBe(1);
  work.resolve();
  await Promise.all(all);
  expect(runs).toBe(2);
});

test('names the fields that the host rejected', async () => {
  const attempt = new Attempt();
  const fields = { name: 'is missing' };
  expect(await attempt.run(() => Promise.reject(new AppError('validation_error', '', { fields })))).toBe(
    false,
  );
  expect(attempt.isAt('name')).toBe(true);
  expect(attempt.isAt('email')).toBe(false);
});
