import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import type { MessageModel } from '../../shared/contract/records';
import type { Frame } from '../../shared/events';
import type { PostgresCommunity } from './postgres-hosts';

/** Sends messages through whichever process answers, each under its own key, until it was answered. */
export class RepeatingSender {
  readonly #community: PostgresCommunity;
  readonly #token: string;
  readonly #name: string;
  /** Key (also the text) -> the identifier in the answer. */
  readonly answered = new Map<string, number>();
  #count = 0;

  constructor(community: PostgresCommunity, index: number) {
    this.#community = community;
    this.#token = community.tokens[index] ?? '';
    this.#name = `message-${index}`;
  }

  /** Sends messages, one after another. */
  async send(count: number): Promise<void> {
    for (let sent = 0; sent < count; sent++) {
      const key = `${this.#name}-${this.#count++}`;
      this.answered.set(key, await this.#untilAnswered(key));
    }
  }

  async #untilAnswered(key: string): Promise<number> {
    for (let tries = 0; ; tries++) {
      const { hosts } = this.#community;
      const host = hosts[(this.#count + tries) % hosts.length];
      const id = host ? await this.#post(host.url, key).catch(() => null) : null;
      if (id !== null) return id;
      await sleep(RETRY_MS);
    }
  }

  /** Returns the identifier of the message; null if the process can't answer now. */
  async #post(url: string, key: string): Promise<number | null> {
    const answer = await fetch(`${url}/dialogs/${this.#community.dialog}/messages`, {
      method: 'POST',
      headers: { token: this.#token, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ text: key }),
    });
    const body = (await answer.json()) as MessageModel;
    if (answer.status === 200) return body.ID;
    // Any other refusal would be a mistake of this test.
    expect([429, 503]).toContain(answer.status);
    return null;
  }
}

/** Follows the group's messages over an event connection, which resumes at another process whenever it breaks. */
export class ResumingListener {
  readonly #community: PostgresCommunity;
  readonly #token: string;
  /** The identifiers of the messages that it received, in order. */
  readonly heard: number[] = [];
  /** What a listener must never see. */
  readonly faults: string[] = [];
  #at: { seq: number; log: string } | null = null;
  #turn: number;
  #socket: WebSocket | null = null;
  #isClosed = false;
  #onChange: () => void = () => undefined;

  constructor(community: PostgresCommunity, index: number) {
    this.#community = community;
    this.#token = community.tokens[index % community.tokens.length] ?? '';
    this.#turn = index;
  }

  /** Resolves once it hears of every message from now on. */
  begin(): Promise<void> {
    this.#connect();
    return this.#until(() => this.#at !== null);
  }

  /** Resolves once it has received this many messages. */
  hears(count: number): Promise<void> {
    return this.#until(() => this.heard.length >= count || this.faults.length > 0);
  }

  close(): void {
    this.#isClosed = true;
    this.#socket?.close();
  }

  #connect(): void {
    if (this.#isClosed) return;
    const { hosts, person } = this.#community;
    const host = hosts[this.#turn++ % hosts.length];
    if (host === undefined) return void setTimeout(() => this.#connect(), RETRY_MS);
    const resume = this.#at ? `&since=${this.#at.seq}&log=${this.#at.log}` : '';
    const socket = new WebSocket(`${host.url.replace('http', 'ws')}/ws?token=${this.#token}${resume}`);
    this.#socket = socket;
    socket.on('error', () => undefined);
    socket.on('close', () => setTimeout(() => this.#connect(), RETRY_MS));
    socket.on('open', () =>
      socket.send(JSON.stringify({ command: 'subscribe', category: 'dialog', thing_id: person })),
    );
    socket.on('message', (text: Buffer) => this.#take(JSON.parse(text.toString()) as Frame));
  }

  #take(frame: Frame): void {
    if (frame.Type === 'hello') {
      if (this.#at && (frame.Log !== this.#at.log || frame.Seq < this.#at.seq))
        this.faults.push(`it resumed at ${frame.Seq}, after ${this.#at.seq}`);
      this.#at ??= { seq: frame.Seq, log: frame.Log };
    } else if (frame.Type === 'reset') this.faults.push('reset');
    // The Seq of an answer to a command says what was current, not what was sent.
    else if (this.#at && !('thing_id' in frame) && 'Seq' in frame && frame.Seq !== undefined) {
      if (frame.Seq < this.#at.seq) this.faults.push(`${frame.Seq} came after ${this.#at.seq}`);
      this.#at.seq = frame.Seq;
    }
    if (frame.Type === 'message') this.heard.push(frame.Message.ID);
    this.#onChange();
  }

  #until(isSo: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#onChange = () => {
        if (isSo()) resolve();
      };
      this.#onChange();
    });
  }
}

/** Milliseconds until a client tries another process. */
const RETRY_MS = 100;
