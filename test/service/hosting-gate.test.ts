import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { Service } from '../../electron/service';
import { SUPERSEDED_FILE, type Successor } from '../../electron/standby/succession/successor';
import { endpointOf } from '../../shared/contract';
import { AppError } from '../../shared/errors';
import { refusal, testService } from '../support/service';
import { temporaryFolder } from '../support/temporary-folder';
import { rows } from './rights/table';
import { buildWorld, openWorld } from './rights/world';

const SUCCESSOR: Successor = {
  name: 'box',
  how: 'move',
  term: 2,
  addresses: ['127.0.0.1:9'],
  urls: [],
  certificate: '',
  seq: 1,
  ended: null,
  schema: 0,
};

test('while a move is prepared, every write of the contract waits and every read is answered', async () => {
  const folder = temporaryFolder();
  const world = await buildWorld();
  const { t, close } = await openWorld(world, folder);
  const session = world.callers.owner.session;
  const seen = new Set<string>();
  const wrong: unknown[] = [];
  const uploads: Awaited<ReturnType<Service['receive']>>[] = [];
  const receive: Service['receive'] = async (...asked) => {
    uploads.push(await t.service.receive(...asked));
    return uploads.at(-1)!;
  };
  const receiving: typeof t = { ...t, service: { ...t.service, receive } };
  for (const { name, given } of rows) {
    if (seen.has(name)) continue;
    seen.add(name);
    // Stays under the limit of requests.
    t.clock.advance(1);
    const input = await given(world, 'owner', receiving);
    t.service.hosting.pause();
    const answer = await t.service.call(session, name, input).catch((error: unknown) => error);
    t.service.hosting.resume();
    await Promise.all(uploads.splice(0).map((upload) => upload.release()));
    const isRefused =
      answer instanceof AppError && answer.code === 'unavailable' && answer.retryAfter !== undefined;
    if (isRefused !== (endpointOf(name).kind === 'write')) wrong.push([name, answer]);
  }
  await close();
  expect(wrong).toEqual([]);
});

test('uploads wait too, and writes that were queued before are finished', async () => {
  const t = await testService({ data: temporaryFolder() });
  const [ann] = await t.people('Ann');
  const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' });
  const sent = ann.call('dialogs.send', { dialog_id, text: 'before' }, 'key-of-before');
  // Long enough for the call to be in the queue, which is what this is about.
  await t.service.call(ann.session, 'people.me', {});
  t.service.hosting.pause();
  await sent.catch(() => undefined);
  const refused = [
    await refusal(t.service.receive(ann.session, 'files.upload', 5)),
    await refusal(t.service.resumable.append(ann.session, 'none', {} as never)),
    await ann.refused('dialogs.send', { dialog_id, text: 'after' }, 'key-of-after'),
  ];
  expect(refused.map(({ code, retryAfter }) => [code, retryAfter])).toEqual(
    refused.map(() => ['unavailable', 2]),
  );
  t.service.hosting.resume();
  for (const text of ['before', 'after'])
    await ann.call('dialogs.send', { dialog_id, text }, `key-of-${text}`);
  const texts = (await ann.call('dialogs.messages', { dialog_id })).map(({ Text }) => Text);
  expect(texts.filter((text) => text === 'before' || text === 'after')).toEqual(['after', 'before']);
});

test('a host with a successor is read-only, also after a restart, and changes nothing in its database', async () => {
  const data = temporaryFolder();
  const first = await testService({ data });
  const [ann] = await first.people('Ann');
  const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' });
  await ann.call('dialogs.send', { dialog_id, text: 'later', timestamp: first.clock.seconds + 3600 });
  const line = await ann.listen();
  const { log, seq } = await identityOf(first);
  first.service.hosting.pause();
  await first.service.hosting.supersede(SUCCESSOR);
  await first.service.settled();
  expect(line.frames.filter(({ Type }) => Type === 'community').length).toBe(1);
  await expectReadOnly(first);
  first.clock.advance(7200);
  await first.service.settled();
  await first.service.close();

  const second = await testService({ data, clock: first.clock });
  await second.service.settled();
  await expectReadOnly(second);
  expect(await identityOf(second)).toEqual({ log, seq });

  async function expectReadOnly(t: typeof first) {
    const person = t.as(ann.session, ann);
    expect((await person.call('community.get', {})).ReadOnly).toBe('superseded');
    const error = await person.refused('dialogs.send', { dialog_id, text: 'more' });
    expect([error.code, error.message]).toEqual([
      'superseded',
      'This community is now hosted on box. Nothing was changed here. Connect to the new host.',
    ]);
    expect(await person.call('dialogs.messages', { dialog_id })).toEqual([]);
  }

  async function identityOf(t: typeof first) {
    const { frames, close } = await t.as(ann.session, ann).listen();
    close();
    const hello = frames[0] as unknown as { Log: string; Seq: number };
    return { log: hello.Log, seq: hello.Seq };
  }
});

test.each([
  ['mentions no file if its successor has everything', 1_000_000, false],
  ['names the file of what its successor lacks', 0, true],
])('the log of a former host %s', async (_what, seq, isListed) => {
  const data = temporaryFolder();
  const before = await testService({ data });
  await before.people('Ann');
  await before.service.close();
  const successor: Successor = { ...SUCCESSOR, how: 'takeover', term: 1_000_000, seq };
  writeFileSync(join(data, SUPERSEDED_FILE), JSON.stringify(successor));
  const lines: string[] = [];
  const logger = pino({}, { write: (line) => void lines.push(line) });
  const { service } = await testService({ data, clock: before.clock, logger });
  await service.close();
  const said = lines.filter((line) => line.includes('this host is read-only'));
  expect(said.map((line) => line.includes('standby-unreplicated.txt'))).toEqual([isListed]);
});

test.each([
  ['damaged', '{"name": '],
  ['of a newer version', JSON.stringify({ ...SUCCESSOR, how: 'vote' })],
])('a host whose record of its successor is %s does not start', async (_what, text) => {
  const data = temporaryFolder();
  const before = await testService({ data });
  await before.service.close();
  writeFileSync(join(data, SUPERSEDED_FILE), text);
  await expect(testService({ data, clock: before.clock })).rejects.toThrow(SUPERSEDED_FILE);
  expect(readFileSync(join(data, SUPERSEDED_FILE), 'utf8')).toBe(text);
});
