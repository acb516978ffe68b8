import { expect, test } from 'vitest';
import { RoundRobinQueue } from '../../../electron/content/round-robin-queue';

const turn = () => new Promise(setImmediate);

/** Tasks that end when told to, and the order in which they started. */
function tasks() {
  const started: string[] = [];
  const endings = new Map<string, (error?: Error) => void>();
  const task = (name: string) => () => {
    started.push(name);
    return new Promise<string>((resolve, reject) =>
      endings.set(name, (error) => (error ? reject(error) : resolve(name))),
    );
  };
  const end = async (name: string, error?: Error) => {
    endings.get(name)?.(error);
    await turn();
  };
  return { started, task, end };
}

test("an owner's second task waits behind the first tasks of others", async () => {
  const { started, task, end } = tasks();
  const queue = new RoundRobinQueue<string>(1);
  for (const name of ['Ann 1', 'Ann 2', 'Ann 3', 'Bob 1', 'Bob 2', 'Eve 1'])
    void queue.run(name.slice(0, 3), task(name));
  const order = ['Ann 1', 'Bob 1', 'Eve 1', 'Ann 2', 'Bob 2', 'Ann 3'];
  await turn();
  expect(started).toEqual(['Ann 1']);
  for (const name of order) await end(name);
  expect(started).toEqual(order);
});

test('one owner runs one task at a time, however many slots are free', async () => {
  const { started, task, end } = tasks();
  const queue = new RoundRobinQueue<string>(2);
  for (const name of ['Ann 1', 'Ann 2', 'Bob 1', 'Eve 1']) void queue.run(name.slice(0, 3), task(name));
  await turn();
  expect(started).toEqual(['Ann 1', 'Bob 1']);
  await end('Bob 1');
  expect(started).toEqual(['Ann 1', 'Bob 1', 'Eve 1']);
  await end('Ann 1');
  expect(started).toEqual(['Ann 1', 'Bob 1', 'Eve 1', 'Ann 2']);
});

test('a failing task affects its caller only', async () => {
  const { task, end } = tasks();
  const queue = new RoundRobinQueue<string>(1);
  const failing = queue.run('Ann', task('Ann 1'));
  const following = queue.run('Ann', task('Ann 2'));
  await turn();
  const failed = expect(failing).rejects.toThrow('no');
  await end('Ann 1', new Error('no'));
  await failed;
  await end('Ann 2');
  expect(await following).toBe('Ann 2');
});
