import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { ipcDoor, type IpcDoorOptions } from '../../electron/doors/ipc';
import type { BridgeFrame, Envelope } from '../../shared/bridge';
import { MESSAGES, REQUESTS } from '../../shared/channels';
import { Unreachable } from '../../shared/client/transport';
import { AppError } from '../../shared/errors';
import { testService, type TestPerson } from '../support/service';
import { recordingService, SEQ, silent } from './recording-service';

const OWN = 'courtyard-app://main/';

type Handler = (event: object, ...values: unknown[]) => unknown;

/** A fake `ipcMain` with the functions that the door uses. */
class Wires extends EventEmitter {
  readonly handlers = new Map<string, Handler>();

  open(options: IpcDoorOptions): void {
    const { call, connect, command, disconnect } = ipcDoor(options);
    this.handlers.set(REQUESTS.call, call as Handler);
    this.handlers.set(REQUESTS.connect, connect as Handler);
    this.on(MESSAGES.command, command);
    this.on(MESSAGES.disconnect, disconnect);
  }
}

/** A window with one page; records what the door sends it. */
class Window extends EventEmitter {
  mainFrame = { url: OWN };
  isGone = false;
  readonly heard: { line: number; frame: BridgeFrame }[] = [];
  readonly #wires: Wires;

  constructor(wires: Wires) {
    super();
    this.#wires = wires;
  }

  send(_channel: string, line: number, frame: string): void {
    this.heard.push({ line, frame: JSON.parse(frame) as BridgeFrame });
  }

  isDestroyed(): boolean {
    return this.isGone;
  }

  async invoke(
    channel: string,
    values: unknown[],
    senderFrame: object | null = this.mainFrame,
  ): Promise<unknown> {
    return this.#wires.handlers.get(channel)?.({ sender: this, senderFrame }, ...values);
  }

  call(...values: unknown[]): Promise<Envelope> {
    return this.invoke(REQUESTS.call, values) as Promise<Envelope>;
  }

  connect(line: number, options: unknown): Promise<unknown> {
    return this.invoke(REQUESTS.connect, [line, options]);
  }

  say(channel: string, value?: unknown, senderFrame: object | null = this.mainFrame): void {
    this.#wires.emit(channel, { sender: this, senderFrame }, value);
  }

  /** Returns the types of the frames received so far on a connection, and clears them. */
  take(line: number): string[] {
    const frames = this.heard.filter((each) => each.line === line).map(({ frame }) => frame.Type);
    this.heard.length = 0;
    return frames;
  }
}

function recordedDoor() {
  const wires = new Wires();
  const { service, calls, answerWith } = recordingService();
  const listen = () => Promise.reject(new AppError('unavailable'));
  const saved: string[] = [];
  wires.open({
    serviceAt: (url) => (url === OWN ? { ...service, connect: listen } : null),
    client: 'Courtyard (desktop)',
    save: async ({ Name, Bytes }) => {
      saved.push(Name, await text(Bytes));
      return true;
    },
    logger: silent,
  });
  return { window: new Window(wires), calls, answerWith, saved };
}

async function realDoor() {
  const wires = new Wires();
  const world = await testService();
  wires.open({
    serviceAt: (url) => (url === OWN ? world.service : null),
    client: 'Courtyard (desktop)',
    save: () => Promise.resolve(false),
    logger: silent,
  });
  const [ann, bob] = await world.people('Ann', 'Bob');
  const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' });
  await ann.call('dialogs.join', { dialog_id, user_id: String(bob.id) });
  const settled = async () => {
    for (let turn = 0; turn < 3; turn++) {
      await new Promise(setImmediate);
      await world.service.settled();
    }
  };
  await settled();
  return { window: new Window(wires), world, ann, bob, dialog_id, settled };
}

function subscription(person: TestPerson) {
  return { command: 'subscribe', category: 'dialog', thing_id: person.id };
}

describe('a call over IPC', () => {
  it('distinguishes an unreachable host from a busy one', async () => {
    const { window, answerWith } = recordedDoor();
    answerWith(() => {
      throw new Unreachable();
    });
    expect(await window.call('people.me')).toMatchObject({ ok: false, isUnreachable: true });
    answerWith(() => {
      throw new AppError('unavailable');
    });
    expect(await window.call('people.me')).not.toHaveProperty('isUnreachable');
  });

  it("is passed on with its token, key and the window's name", async () => {
    const { window, calls, answerWith } = recordedDoor();
    answerWith(() => ({ ID: 7 }));
    const answer = await window.call('dialogs.send', { text: 'Hi' }, { token: 'y.1', key: 'key-0001' });
    expect(answer).toEqual({ ok: true, value: { ID: 7 }, seq: SEQ });
    expect(calls).toEqual([
      {
        session: { token: 'y.1', address: '', userAgent: 'Courtyard (desktop)' },
        name: 'dialogs.send',
        input: { text: 'Hi' },
        key: 'key-0001',
      },
    ]);
  });

  it.each([
    ['an unknown name', ['dialogs.vanish', {}], 'not_found'],
    ['a name of every object', ['constructor', {}], 'not_found'],
    ['no name', [], 'not_found'],
    ['a token that is no text', ['people.me', {}, { token: 5 }], 'validation_error'],
    ['a key that is no text', ['dialogs.send', {}, { key: ['a'] }], 'validation_error'],
  ])('is rejected with %s', async (_what, values, detail) => {
    const { window, calls } = recordedDoor();
    expect(await window.call(...values)).toMatchObject({ ok: false, error: { detail } });
    expect(calls).toEqual([]);
  });

  it('lets the desktop save a file, and tells the page only whether it did', async () => {
    const { window, answerWith, saved } = recordedDoor();
    const bytes = Readable.from([Buffer.from('all '), Buffer.from('of it')]);
    answerWith(() => ({ Name: 'all.zip', Type: 'application/zip', Bytes: bytes }));
    expect(await window.call('account.export', {})).toEqual({ ok: true, value: { Saved: true } });
    expect(saved).toEqual(['all.zip', 'all of it']);
  });

  it('returns contract errors in full, and nothing of others', async () => {
    const { window, answerWith } = recordedDoor();
    answerWith(() => {
      throw new AppError('conflict', 'Already there.');
    });
    expect(await window.call('people.me', {})).toEqual({
      ok: false,
      error: { detail: 'conflict', message: 'Already there.' },
    });
    answerWith(() => {
      throw new Error('a secret of the database');
    });
    const answer = await window.call('people.me', {});
    expect(answer).toMatchObject({ ok: false, error: { detail: 'server_error' } });
    expect(JSON.stringify(answer)).not.toContain('secret');
  });
});

describe('a foreign sender', () => {
  const strangers: [string, (window: Window) => object | null][] = [
    ['a frame within our page', () => ({ url: OWN })],
    ['a frame that is gone', () => null],
    ['a page of the web in our window', (window) => (window.mainFrame = { url: 'https://example.org/' })],
  ];

  it.each(strangers)('gets no answer: %s', async (_who, frameOf) => {
    const { window, calls } = recordedDoor();
    const frame = frameOf(window);
    expect(await window.invoke(REQUESTS.call, ['community.get', {}], frame)).toMatchObject({
      ok: false,
      error: { detail: 'access_denied' },
    });
    await expect(window.invoke(REQUESTS.connect, [1, {}], frame)).rejects.toThrow(AppError);
    expect([calls, window.heard]).toEqual([[], []]);
  });

  it.each(strangers)('can neither use nor close our event connection: %s', async (_who, frameOf) => {
    const { window, ann, bob, dialog_id, settled } = await realDoor();
    await window.connect(1, { token: ann.session.token });
    const frame = frameOf(window);
    window.say(MESSAGES.command, subscription(ann), frame);
    await settled();
    expect(window.take(1)).toEqual(['hello']);
    window.say(MESSAGES.disconnect, undefined, frame);
    window.mainFrame = { url: OWN };
    window.say(MESSAGES.command, subscription(ann));
    await settled();
    window.take(1);
    await bob.call('dialogs.send', { dialog_id, text: 'Hello' });
    await settled();
    expect(window.take(1)).toContain('message');
  });
});

describe('the event connection of a window', () => {
  it('receives events, including those after an early command', async () => {
    const { window, ann, bob, dialog_id, settled } = await realDoor();
    const opening = window.connect(1, { token: ann.session.token });
    window.say(MESSAGES.command, subscription(ann));
    await opening;
    await settled();
    expect(window.take(1)).toEqual(['hello', 'subscribed']);
    await bob.call('dialogs.send', { dialog_id, text: 'Hello' });
    await settled();
    expect(window.take(1)).toContain('message');
  });

  it('resumes from an earlier one, and replaces it', async () => {
    const { window, ann, bob, dialog_id, settled } = await realDoor();
    await window.connect(1, { token: ann.session.token });
    await settled();
    const frame = window.heard[0]?.frame;
    if (frame?.Type !== 'hello') throw new Error('the first frame is hello');
    await bob.call('dialogs.send', { dialog_id, text: 'Missed' });
    await settled();
    window.take(1);
    await window.connect(2, { token: ann.session.token, since: frame.Seq, log: frame.Log });
    window.say(MESSAGES.command, subscription(ann));
    await settled();
    expect(window.take(2)).toContain('message');
    await bob.call('dialogs.send', { dialog_id, text: 'Heard once' });
    await settled();
    expect(window.heard.map(({ line }) => line)).not.toContain(1);
  });

  it('is not ended by an earlier one that fails late', async () => {
    const early = Promise.withResolvers<never>();
    const commands: unknown[] = [];
    const handle = {
      command: (command: unknown) => commands.push(command),
      close: () => undefined,
      touch: () => undefined,
    };
    const attempts = [early.promise, Promise.resolve(handle)];
    const wires = new Wires();
    wires.open({
      serviceAt: () => ({ ...recordingService().service, connect: () => attempts.shift()! }),
      client: 'Courtyard (desktop)',
      save: () => Promise.resolve(false),
      logger: silent,
    });
    const window = new Window(wires);
    const first = window.connect(1, {});
    await window.connect(2, {});
    early.reject(new AppError('unavailable'));
    await first;
    window.say(MESSAGES.command, 'still heard');
    expect(commands).toEqual(['still heard']);
  });

  it.each([
    ['of nobody', { token: 'y.nobody' }, 4401],
    ['without a token', {}, 4401],
    ['from a place that is none', { since: -1 }, 1011],
    ['from a place in words', { since: 'here' }, 1011],
  ])('is closed when requested %s', async (_what, options, code) => {
    const { window, settled } = await realDoor();
    await window.connect(3, options);
    await settled();
    expect(window.heard).toEqual([{ line: 3, frame: { Type: 'closed', code } }]);
  });

  it('is closed when its token is revoked', async () => {
    const { window, ann, settled } = await realDoor();
    await window.connect(1, { token: ann.session.token });
    await settled();
    window.take(1);
    await ann.call('account.logout', {});
    await settled();
    expect(window.heard).toEqual([{ line: 1, frame: { Type: 'closed', code: 4401 } }]);
  });

  it.each([
    [
      'the page is loaded anew',
      (window: Window) => window.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false }),
    ],
    ['the page has crashed', (window: Window) => window.emit('render-process-gone')],
    ['the window is closed', (window: Window) => window.emit('destroyed')],
    ['the page says so', (window: Window) => window.say(MESSAGES.disconnect)],
  ])('ends when %s', async (_when, end) => {
    const { window, ann, bob, dialog_id, settled } = await realDoor();
    await window.connect(1, { token: ann.session.token });
    window.say(MESSAGES.command, subscription(ann));
    await settled();
    end(window);
    window.take(1);
    await bob.call('dialogs.send', { dialog_id, text: 'Hello' });
    await settled();
    expect(window.heard).toEqual([]);
  });

  it('survives frame loads and hash changes', async () => {
    const { window, ann, settled } = await realDoor();
    await window.connect(1, { token: ann.session.token });
    window.emit('did-start-navigation', { isMainFrame: false, isSameDocument: false });
    window.emit('did-start-navigation', { isMainFrame: true, isSameDocument: true });
    window.say(MESSAGES.command, subscription(ann));
    await settled();
    expect(window.take(1)).toContain('subscribed');
  });

  it('treats a malformed command as such', async () => {
    const { window, ann, settled } = await realDoor();
    await window.connect(1, { token: ann.session.token });
    await settled();
    window.take(1);
    for (const value of [
      undefined,
      5,
      'subscribe',
      { command: 'vanish' },
      { ...subscription(ann), thing_id: -1 },
    ])
      window.say(MESSAGES.command, value);
    await settled();
    expect(new Set(window.take(1))).toEqual(new Set(['error']));
  });
});
