import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ForeignFolder, findDemo, createDemo } from '../../electron/demo/community';
import type * as Music from '../../electron/demo/media/music-synthesizer';
import type * as Pictures from '../../electron/demo/media/picture-renderer';
import { demoPeople } from '../../electron/demo/people-data';
import { openService, type Session } from '../../electron/service';
import type { Input, Name, Output } from '../../shared/contract';
import { endPrograms, startProgram, type Program } from '../support/program';
import { TEST_SETTINGS } from '../support/service';

// Pictures and music take most of the time of creating a community, and are the same for the same input.
vi.mock('../../electron/demo/media/picture-renderer', async (load) => {
  const { draw, ...others } = await load<typeof Pictures>();
  return { ...others, draw: once(draw) };
});
vi.mock('../../electron/demo/media/music-synthesizer', async (load) => {
  const { synthesize } = await load<typeof Music>();
  return { synthesize: once(synthesize) };
});

/** Calls a function once for the same input. */
function once<Given extends unknown[], Result>(make: (...given: Given) => Result) {
  const made = new Map<string, Result>();
  return (...given: Given): Result => {
    const key = JSON.stringify(given);
    const known = made.get(key) ?? make(...given);
    made.set(key, known);
    return known;
  };
}

const PROGRAM = join(import.meta.dirname, '..', '..', 'out', 'main', 'demo.js');
/** Far fewer than the default. */
const MESSAGES = 150;
/**
 * Timeout in milliseconds for creating a community, which takes ten seconds on an idle machine, mostly for pictures and
 * music.
 */
const MAKING = 600_000;

let folder = '';
let running: Program[] = [];
const street = () => join(folder, 'street');

beforeAll(async () => {
  if (!existsSync(PROGRAM)) throw new Error('npm run build makes the program that this tests');
  folder = mkdtempSync(join(tmpdir(), 'courtyard-demo-'));
  await createDemo({ data: street(), messages: MESSAGES });
}, MAKING);

afterEach(async () => {
  await endPrograms(running);
  running = [];
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function start(data: string, ...flags: string[]): Program {
  const program = startProgram(process.execPath, [PROGRAM, '--data', data, '--port', '0', ...flags]);
  running.push(program);
  return program;
}

type CallAsOwner = <N extends Name>(name: N, input: Input<N>) => Promise<Output<N>>;

/** Opens the created community as its owner. */
async function asOwner<T>(look: (call: CallAsOwner) => Promise<T>): Promise<T> {
  const [owner] = findDemo(street()) ?? [];
  const service = await openService({ data: street(), settings: TEST_SETTINGS });
  const nobody: Session = { token: null, address: '127.0.0.1', userAgent: 'test' };
  try {
    const { email = '', password = '' } = owner ?? {};
    const { token } = await service.call(nobody, 'account.login', { email, password });
    return await look((name, input) => service.call({ ...nobody, token }, name, input));
  } finally {
    await service.close();
  }
}

/** Returns all messages of a dialog, newest first. */
async function messagesOf(call: CallAsOwner, dialog: number): Promise<Output<'dialogs.messages'>> {
  const all: Output<'dialogs.messages'> = [];
  for (;;) {
    const page = await call('dialogs.messages', {
      dialog_id: dialog,
      last_id: all.at(-1)?.ID ?? 0,
      limit: 100,
    });
    all.push(...page);
    if (page.length < 100) return all;
  }
}

/** Returns the texts of each dialog in order, by the dialog's name. */
function wordsOfAll(): Promise<Record<string, string[]>> {
  return asOwner(async (call) => {
    const words: Record<string, string[]> = {};
    for (const { ID, Name, DialogDude } of await call('dialogs.list', {})) {
      const said = (await messagesOf(call, ID)).filter(({ Type }) => Type === 'message');
      words[Name || (DialogDude?.Link ?? '')] = said.map(({ Author, Text }) => `${Author.Link}: ${Text}`);
    }
    return words;
  });
}

describe('the demo community', () => {
  it('has thirty people, twelve dialogs and the requested number of messages', async () => {
    const words = await wordsOfAll();
    expect(Object.keys(words)).toHaveLength(12);
    expect(Object.values(words).flat().length).toBeGreaterThanOrEqual(MESSAGES);
    const people = await asOwner((call) => call('admin.people', { limit: 100 }));
    expect(people.map(({ Link }) => Link).sort()).toEqual(demoPeople.map(({ key }) => key).sort());
  });

  it('is written in English and Ukrainian without repetitions in a row', async () => {
    const words = await wordsOfAll();
    const all = Object.values(words).flat();
    expect(all.filter((text) => /[а-яіїє]{4}/i.test(text)).length).toBeGreaterThan(all.length / 4);
    expect(all.filter((text) => /\b(the|and|is)\b/.test(text)).length).toBeGreaterThan(all.length / 8);
    expect(all.filter((text) => /[{}|]|undefined/.test(text))).toEqual([]);
    for (const said of Object.values(words)) {
      const texts = said.map((line) => line.slice(line.indexOf(':')));
      expect(texts.filter((text, index) => text === texts[index + 1])).toEqual([]);
    }
  });

  it('has content for every view: walls, photos, files, videos, playlists, gifts, requests, unread chats, an event, a thread, a report', async () => {
    await asOwner(async (call) => {
      const dialogs = await call('dialogs.list', {});
      expect(dialogs.filter(({ Unread }) => Unread > 0).length).toBeGreaterThan(2);
      expect(dialogs.filter(({ Pinned }) => Pinned)).toHaveLength(2);
      expect(dialogs.some(({ Mute }) => Mute)).toBe(true);
      const me = await call('people.me', {});
      expect(me.FriendsRequests).toBe(3);
      expect(me.NewNotifications).toBeGreaterThan(0);
      expect(me.Avatar).not.toBe(0);
      expect((await call('people.gifts', { user: '@me' })).length).toBeGreaterThan(2);
      expect((await call('files.folders', {})).length).toBeGreaterThan(1);
      expect((await call('videos.list', {})).map(({ Duration }) => Duration).sort()).toEqual([7, 8, 9]);
      // Two that she created, and the list of her own tracks.
      expect(await call('music.playlists', { user: '@me' })).toHaveLength(3);
      const feed = await call('posts.list', { user: '@me', feed: true });
      expect(feed.some(({ Photos }) => Photos.length > 0)).toBe(true);
      expect(feed.some(({ Comments, Likes }) => Comments > 0 && Likes.Likes > 2)).toBe(true);
      const from = Math.floor(Date.now() / 1000);
      const [dinner] = await call('dialogs.calendar', { from, to: from + 14 * 86_400 });
      expect(dinner?.Event).toMatchObject({ Going: 9, Maybe: 3, Declined: 1, Canceled: false });
      expect(dinner?.Replies?.Count).toBe(5);
      expect(await call('admin.reports', { open: true })).toHaveLength(1);
      expect((await call('admin.people', { query: 'Best Deals' }))[0]?.Banned).toBe(true);
    });
  });

  it('has twelve playable tracks with covers and owners', async () => {
    const tracks = await asOwner(async (call) => {
      const owners = ['mateusz', 'daryna', 'dmytro', 'hanna'];
      const lists = await Promise.all(owners.map((user) => call('music.of', { user })));
      return lists.flat();
    });
    expect(tracks).toHaveLength(12);
    for (const { Duration, Cover, Author } of tracks) {
      expect(Duration).toBeGreaterThanOrEqual(20);
      expect(Duration).toBeLessThanOrEqual(40);
      expect(Cover).not.toBe(0);
      expect(Author).not.toBe('');
    }
  });

  it(
    'is identical when created again at another hour, even at night, replacing the earlier one',
    async () => {
      const before = await wordsOfAll();
      const first = await asOwner((call) => call('community.get', {}));
      const night = new Date();
      night.setHours(1, 24);
      if (night.getTime() > Date.now()) night.setDate(night.getDate() - 1);
      await createDemo({ data: street(), messages: MESSAGES, now: night.getTime() });
      expect(await wordsOfAll()).toEqual(before);
      expect((await asOwner((call) => call('community.get', {}))).ID).not.toBe(first.ID);
    },
    MAKING,
  );

  it('leaves nothing behind when interrupted', async () => {
    const making = new AbortController();
    const data = join(folder, 'never');
    const made = createDemo({
      data,
      messages: MESSAGES,
      signal: making.signal,
      onProgress: ({ share }) => share > 0.01 && making.abort(),
    });
    await expect(made).rejects.toThrow('aborted');
    expect(readdirSync(folder)).toEqual(['street']);
  });

  it('never replaces anything else', async () => {
    const data = join(folder, 'letters');
    mkdirSync(data);
    writeFileSync(join(data, 'letter.txt'), 'Dear neighbours');
    await expect(createDemo({ data, messages: MESSAGES })).rejects.toThrow(ForeignFolder);
    expect(() => findDemo(data)).toThrow(ForeignFolder);
    expect(readFileSync(join(data, 'letter.txt'), 'utf8')).toBe('Dear neighbours');
    rmSync(data, { recursive: true });
  });
});

describe('npm run demo', () => {
  it('serves the existing demo community and prints who can sign in', async () => {
    const demo = start(street());
    const url = (await demo.line(0)).replace('Courtyard is ready at ', '');
    for (const [index, who] of ['the owner', 'a member'].entries()) {
      const [, email, password] =
        / signs in with (\S+) and the password (\S+)$/.exec(await demo.line(index + 1)) ?? [];
      expect(await demo.line(index + 1)).toContain(who);
      const answer = await fetch(`${url}/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      });
      expect(answer.status).toBe(200);
    }
    demo.process.kill('SIGTERM');
    expect(await demo.ended).toBe(0);
  });

  it('leaves nothing when stopped during creation', async () => {
    const demo = start(join(folder, 'stopped'));
    await new Promise<void>((resolve) => demo.process.stderr.once('data', () => resolve()));
    demo.process.kill('SIGTERM');
    expect(await demo.ended).toBe(0);
    expect(demo.said).toEqual([]);
    expect(demo.noted.at(-1)).toBe('Stopped. Nothing was created.');
    expect(readdirSync(folder)).toEqual(['street']);
  });

  it('refuses a folder with other content in one sentence', async () => {
    const data = join(folder, 'photos');
    mkdirSync(data);
    writeFileSync(join(data, 'summer.jpg'), '');
    const demo = start(data, '--fresh');
    expect(await demo.ended).toBe(1);
    expect(demo.noted).toEqual([
      `The folder ${data} holds something that is no demo community: nothing was touched. Choose another with --data.`,
    ]);
    expect(readdirSync(data)).toEqual(['summer.jpg']);
    rmSync(data, { recursive: true });
  });
});
