import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket as OtherWebSocket } from 'ws';
import {
  AppError,
  createClient,
  type Client,
  type ClientOptions,
  type ServerEvent,
} from '../../shared/client';
import { contentFiles } from '../support/content';
import { fixture } from '../support/fixtures';
import type { TestPerson } from '../support/service';
import { hosted, type Hosted } from './hosted';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function clientOf(host: Hosted, { session }: TestPerson, options: Partial<ClientOptions> = {}): Client {
  const client = createClient({ url: host.url, token: session.token ?? '', ...options });
  onTestFinished(() => client.close());
  return client;
}

/** Records the events that a client receives; the result can wait for a number of messages. */
function heardBy(client: Client) {
  const heard: ServerEvent[] = [];
  const waiting = new Set<() => void>();
  client.on((event) => {
    heard.push(event);
    for (const look of waiting) look();
  });
  const texts = () => heard.flatMap((event) => (event.Type === 'message' ? [event.Message.Text] : []));
  const until = (text: string) =>
    new Promise<void>((resolve) => {
      const look = () => texts().includes(text) && resolve();
      waiting.add(look);
      look();
    });
  return { heard, texts, until };
}

async function twoInAGroup() {
  const host = await hosted();
  const [ada, ben] = await host.world.people('Ada', 'Ben');
  const { ID: dialog_id } = await ada.call('dialogs.create', { name: 'Yard', type: 'group' });
  await ada.call('dialogs.join', { dialog_id, user_id: ben.id });
  /** Sends a message as Ben through the running service. */
  const say = (text: string) => host.world.as(ben.session, ben).call('dialogs.send', { dialog_id, text });
  return { host, ada, ben, dialog_id, say };
}

/** Drops the first matching response after the host has processed the request. */
function loseAnswer(fits: (url: string, method: string) => boolean): () => number {
  const real = globalThis.fetch;
  let lost = 0;
  vi.stubGlobal('fetch', async (url: URL | string, init: RequestInit = {}) => {
    const answer = await real(url, init);
    if (lost > 0 || !fits(String(url), init.method ?? 'GET')) return answer;
    lost++;
    await answer.arrayBuffer();
    throw new TypeError('fetch failed');
  });
  return () => lost;
}

describe('a call', () => {
  it('returns what the contract says, and its errors', async () => {
    const { host, ada, dialog_id } = await twoInAGroup();
    const client = clientOf(host, ada);
    const message = await client.call('dialogs.send', { dialog_id, text: 'Hello' });
    expect(message).toMatchObject({ Text: 'Hello', Author: { ID: ada.id } });
    expect(await client.call('dialogs.messages', { dialog_id })).toMatchObject([
      { ID: message.ID },
      { Type: 'join' },
    ]);
    const refused = client.call('dialogs.send', { dialog_id, text: 'x', replyTo: 1 });
    await expect(refused).rejects.toBeInstanceOf(AppError);
    await expect(refused).rejects.toMatchObject({
      code: 'validation_error',
      fields: { replyTo: expect.any(String) },
    });
    const nobody = createClient({ url: host.url, token: 'y.nobody' });
    await expect(nobody.call('people.me')).rejects.toMatchObject({ code: 'auth_failed' });
  });

  it('is retried with the same key after a lost answer, and runs once', async () => {
    const { host, ada, dialog_id } = await twoInAGroup();
    const client = clientOf(host, ada);
    const lost = loseAnswer((url) => url.endsWith('/messages'));
    const { ID } = await client.call('dialogs.send', { dialog_id, text: 'Once' });
    expect(lost()).toBe(1);
    const messages = await ada.call('dialogs.messages', { dialog_id });
    expect(messages.filter(({ Text }) => Text === 'Once').map((message) => message.ID)).toEqual([ID]);
  });

  it('waits as long as the host asks', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const body = JSON.stringify({ detail: 'rate_limit_exceeded', message: 'Wait.' });
    const answers = [
      new Response(body, { status: 429, headers: { 'Retry-After': '7' } }),
      new Response('{"ok":true}'),
    ];
    const asked = vi.fn<typeof fetch>().mockImplementation(async () => answers.shift() ?? Response.error());
    vi.stubGlobal('fetch', asked);
    const client = createClient({ url: 'http://127.0.0.1:1', token: 'y.' });
    const answer = client.call('account.logout');
    await vi.advanceTimersByTimeAsync(6_900);
    expect(asked).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(await answer).toEqual({ ok: true });
    const keys = asked.mock.calls.map(([, init]) => new Headers(init?.headers).get('Idempotency-Key'));
    expect(keys).toEqual([expect.stringMatching(/^[\w-]{22}$/), keys[0]]);
  });

  it('gives up after the configured attempts, and at once when aborted', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
    const client = createClient({ url: 'http://127.0.0.1:1', token: 'y.' });
    const away = client.call('people.me', {}, { attempts: 1 });
    await expect(away).rejects.toMatchObject({ code: 'unavailable', name: 'Unreachable' });
    const reason = new Error('enough');
    await expect(client.call('people.me', {}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

describe('events', () => {
  it.each([
    ['a cut', (host: Hosted) => Promise.resolve(host.cut())],
    ['a new start of the host', (host: Hosted) => host.restart()],
  ])('are each received once over %s', async (_what, interrupt) => {
    const { host, ada, say } = await twoInAGroup();
    const { texts, until } = await listening(host, ada);
    const said: string[] = [];
    for (let turn = 0; turn < 3; turn++) {
      said.push(`before ${turn}`, `after ${turn}`);
      await say(`before ${turn}`);
      await interrupt(host);
      await say(`after ${turn}`);
      await until(`after ${turn}`);
    }
    expect(texts()).toEqual(said);
  });

  it('resume from the cursor of an earlier client, over any socket', async () => {
    const { host, ada, say } = await twoInAGroup();
    const first = clientOf(host, ada);
    const earlier = heardBy(first);
    await first.listening();
    await say('one');
    await earlier.until('one');
    const { cursor } = first;
    first.close();
    await say('two');
    if (!cursor) throw new Error('a client that received events has no cursor');
    const second = clientOf(host, ada, { cursor, WebSocket: OtherWebSocket as never });
    const later = heardBy(second);
    await later.until('two');
    expect([earlier.texts(), later.texts()]).toEqual([['one'], ['two']]);
  });

  it('stop after unsubscribing and after the token is revoked', async () => {
    const { host, ada, say } = await twoInAGroup();
    const states: string[] = [];
    const ended = Promise.withResolvers<void>();
    const client = clientOf(host, ada, {
      onState: (state) => {
        states.push(state);
        if (state === 'closed') ended.resolve();
      },
    });
    const heard = heardBy(client);
    const other: ServerEvent[] = [];
    client.on((event) => other.push(event))();
    await client.listening();
    await say('one');
    await heard.until('one');
    expect(other).toEqual([]);
    await ada.call('account.logout', {});
    await ended.promise;
    expect(states).toEqual(['connecting', 'connected', 'closed']);
    const late = clientOf(host, ada);
    heardBy(late);
    await expect(late.listening()).rejects.toMatchObject({ code: 'auth_failed' });
  });
});

async function listening(host: Hosted, person: TestPerson) {
  const client = clientOf(host, person);
  const heard = heardBy(client);
  await client.listening();
  return heard;
}

describe('bytes', () => {
  it('are uploaded and attached to a message', async () => {
    const { host, ada, ben, dialog_id } = await twoInAGroup();
    const client = clientOf(host, ada);
    const file = await client.file(new TextEncoder().encode('Plan'), { filename: 'План.txt' });
    const photo = await client.photo(new Blob([new Uint8Array(fixture('picture.png'))]), { caption: 'Us' });
    const { ID: message_id } = await client.call('dialogs.send', {
      dialog_id,
      attachments: [file],
      photos_list: [photo],
    });
    expect(await ben.call('dialogs.message', { message_id })).toMatchObject({
      Photos: [photo],
      Attachments: [{ Type: 'file', Item: { Name: 'План.txt', Size: 4 } }],
    });
    expect(await ben.call('photos.get', { photo_id: photo })).toMatchObject({ Caption: 'Us' });
  });

  it('are uploaded as music and video too', async () => {
    const { host, ada, dialog_id } = await twoInAGroup();
    const client = clientOf(host, ada);
    const read = (name: string) => new Uint8Array(fixture(name));
    const track = await client.audio(read('track.mp3'), { name: 'Ours', author: 'We' });
    const video = await client.video(read('video.mp4'), { filename: 'Yard.mp4' });
    const sent = await client.call('dialogs.send', { dialog_id, attachments: [track, video] });
    expect(sent.Attachments).toMatchObject([
      { Type: 'track', Item: { Name: 'Ours', Author: 'We' } },
      { Type: 'video', Item: { Name: 'Yard.mp4' } },
    ]);
  });

  it('resume after an interruption', async () => {
    const { host, ada } = await twoInAGroup();
    const client = clientOf(host, ada);
    const bytes = randomBytes(20 * 1024 * 1024);
    const lost = loseAnswer((_url, method) => method === 'PATCH');
    const progress: number[] = [];
    const onProgress = (sent: number, total: number) => progress.push(sent / total);
    const { Item } = await client.file(new Uint8Array(bytes), { filename: 'big.bin' }, { onProgress });
    expect(lost()).toBe(1);
    expect(progress).toEqual([0, 0.4, 0.8, 1]);
    const { Url } = await ada.call('files.get', { file_id: Item });
    const got = await fetch(host.url + Url);
    expect(Buffer.from(await got.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('are discarded by the host when cancelled', async () => {
    const { host, ada } = await twoInAGroup();
    const client = clientOf(host, ada);
    const giving = new AbortController();
    const bytes = new Uint8Array(20 * 1024 * 1024);
    const sending = client.file(
      bytes,
      { filename: 'big.bin' },
      { signal: giving.signal, onProgress: (sent) => sent > 0 && giving.abort() },
    );
    await expect(sending).rejects.toMatchObject({ name: 'AbortError' });
    expect(contentFiles(host.data)).toEqual([]);
    expect(await ada.call('files.list', {})).toEqual([]);
  });

  it('of the wrong type are rejected, leaving nothing', async () => {
    const { host, ada } = await twoInAGroup();
    const client = clientOf(host, ada);
    const sending = client.photo(new TextEncoder().encode('no picture'));
    await expect(sending).rejects.toMatchObject({ code: 'invalid_type' });
  });
});
