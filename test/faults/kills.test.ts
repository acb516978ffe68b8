import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { DATABASE_FILE } from '../../electron/database/open';
import type { MessageModel } from '../../shared/contract/records';
import type { Frame } from '../../shared/events';
import { randomFrom } from '../../electron/demo/script/random';
import { endPrograms, type Program } from '../support/program';
import { expectSound, makeCommunity, startHost as startProgramOver } from './community';
import { report, scaled, TIMEOUT } from './scale';

/** How often the host is killed; KILLS=50 sets another number. */
const KILLS = Number(process.env['KILLS'] ?? scaled(10, 100));
const IN_FLIGHT = 8;

const data = mkdtempSync(join(tmpdir(), 'courtyard-durability-'));
const running: Program[] = [];

afterEach(async () => {
  await endPrograms(running);
  rmSync(data, { recursive: true, force: true });
});

test(
  'answered writes exist exactly once after the host is killed under load, repeatedly',
  { timeout: TIMEOUT },
  async () => {
    const { dialog, person, tokens } = await makeCommunity(data, 1);
    const sender = new Sender(tokens[0] ?? '', person, dialog);
    const random = randomFrom(7);
    for (let kill = 0; kill < KILLS; kill++) {
      const host = await startHost(sender);
      await sender.repeat(host.url);
      await sender.expectKept(host.url);
      await sender.send(host.url, 3 + Math.floor(random() * 30), () => host.program.process.kill('SIGKILL'));
      await Promise.all([host.program.ended, host.closed]);
    }

    const host = await startHost(sender);
    await sender.repeat(host.url);
    const all = await sender.wholeDialog(host.url);
    expect(all.map((message) => message.Text).sort()).toEqual([...sender.sent.keys()].sort());
    const identifiers = all.map((message) => message.ID).reverse();
    expect(identifiers).toEqual(identifiers.toSorted((one, other) => one - other));
    await host.heard(identifiers.length);
    expect(sender.heard).toEqual(identifiers);
    host.program.process.kill('SIGTERM');
    expect(await host.program.ended).toBe(0);
    expectSound(join(data, DATABASE_FILE));
    report({
      fault: 'kill -9 under load',
      cases: KILLS,
      result: `0 of ${sender.sent.size} writes lost, none twice`,
    });
  },
);

/** A client that records what it sent, was answered and received, across all runs of the host. */
class Sender {
  /** Text (also the key) -> the identifier in the answer; 0 without an answer. */
  readonly sent = new Map<string, number>();
  /** The IDs of the messages received over the socket, in order. */
  readonly heard: number[] = [];
  seq = 0;
  log = '';
  readonly token: string;
  readonly person: number;
  readonly #dialog: number;

  constructor(token: string, person: number, dialog: number) {
    this.token = token;
    this.person = person;
    this.#dialog = dialog;
  }

  /** Sends several messages at once until `answers` of them were answered, then kills the host immediately. */
  async send(url: string, answers: number, kill: () => void): Promise<void> {
    const newest = Math.max(0, ...this.sent.values());
    let left = answers;
    const sendOn = async () => {
      while (left > 0) {
        const text = `message-${this.sent.size}`;
        this.sent.set(text, 0);
        const message = await this.#post(url, text).catch(() => null);
        if (message === null) return;
        expect(message.ID).toBeGreaterThan(newest);
        this.sent.set(text, message.ID);
        if (--left === 0) kill();
      }
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, sendOn));
    expect(left).toBeLessThanOrEqual(0);
  }

  /** Sends the unanswered messages and the last answered one again, with their keys. */
  async repeat(url: string): Promise<void> {
    const last = [...this.sent].filter(([, id]) => id > 0).at(-1);
    const unanswered = [...this.sent].filter(([, id]) => id === 0);
    for (const [text, id] of [...unanswered, ...(last ? [last] : [])]) {
      const message = await this.#post(url, text);
      expect([text, message.Text]).toEqual([text, text]);
      if (id > 0) expect([text, message.ID]).toEqual([text, id]);
      this.sent.set(text, message.ID);
    }
  }

  /** Expects that the newest messages are those that were answered last. */
  async expectKept(url: string): Promise<void> {
    const page = await this.#page(url, 0);
    const newest = [...this.sent].sort(([, one], [, other]) => other - one).slice(0, page.length);
    expect(page.map((message) => [message.Text, message.ID])).toEqual(newest);
  }

  /** Returns every message, newest first. */
  async wholeDialog(url: string): Promise<MessageModel[]> {
    const all: MessageModel[] = [];
    for (;;) {
      const page = await this.#page(url, all.at(-1)?.ID ?? 0);
      if (page.length === 0) return all;
      all.push(...page);
    }
  }

  /** Checks a frame: event numbers only grow, across all runs of the host. */
  hear(frame: Frame): void {
    if (frame.Type === 'hello') {
      expect(frame.Seq).toBeGreaterThanOrEqual(this.seq);
      expect([this.log || frame.Log, 'reset']).toEqual([frame.Log, 'reset']);
      this.log = frame.Log;
    } else if (frame.Type === 'message') {
      expect(frame.Seq).toBeGreaterThan(this.seq);
      this.seq = frame.Seq ?? 0;
      this.heard.push(frame.Message.ID);
    } else {
      expect(frame.Type).not.toBe('reset');
    }
  }

  async #page(url: string, before: number): Promise<MessageModel[]> {
    const path = `${url}/dialogs/${this.#dialog}/messages?limit=100&last_id=${before}`;
    const answer = await fetch(path, { headers: { token: this.token } });
    expect(answer.status).toBe(200);
    return (await answer.json()) as MessageModel[];
  }

  async #post(url: string, text: string): Promise<MessageModel> {
    const answer = await fetch(`${url}/dialogs/${this.#dialog}/messages`, {
      method: 'POST',
      headers: { token: this.token, 'content-type': 'application/json', 'idempotency-key': text },
      body: JSON.stringify({ text }),
    });
    const body = (await answer.json()) as MessageModel;
    if (answer.status !== 200) throw new Error(`${answer.status}: ${JSON.stringify(body)}`);
    return body;
  }
}

interface RunningHost {
  program: Program;
  url: string;
  /** Resolves when the sender has received this many messages. */
  heard: (many: number) => Promise<void>;
  /** Resolves when the socket is closed. */
  closed: Promise<void>;
}

/** Starts the program on the folder; the sender resumes at its last event. */
async function startHost(sender: Sender): Promise<RunningHost> {
  const { program, url } = await startProgramOver(data);
  running.push(program);
  const resume = sender.log === '' ? '' : `&since=${sender.seq}&log=${sender.log}`;
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws?token=${sender.token}${resume}`);
  const looks = new Set<() => void>();
  socket.on('error', () => undefined);
  const faults: unknown[] = [];
  const greeted = new Promise<void>((resolve) =>
    socket.on('message', (text: Buffer) => {
      const frame = JSON.parse(text.toString()) as Frame;
      try {
        sender.hear(frame);
      } catch (error) {
        faults.push(error);
      }
      if (frame.Type === 'subscribed') resolve();
      for (const look of looks) look();
    }),
  );
  socket.on('open', () =>
    socket.send(JSON.stringify({ command: 'subscribe', category: 'dialog', thing_id: sender.person })),
  );
  await greeted;
  const closed = new Promise<void>((resolve) => socket.once('close', resolve)).then(() =>
    expect(faults).toEqual([]),
  );
  const heard = (many: number) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (sender.heard.length >= many) resolve();
      };
      looks.add(look);
      look();
    });
  return { program, url, heard, closed };
}
