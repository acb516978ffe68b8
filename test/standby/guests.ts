import { expect, onTestFinished } from 'vitest';
import { expectNothingLost } from '../faults/community';
import type { Machines } from './machines';

/**
 * Guests who write one message after another, each with a key. What isn't acknowledged is sent again, to every known
 * address in turn.
 */
export class Guests {
  /** The acknowledged messages: their keys, with the identifiers in the answers. */
  readonly acknowledged = new Map<string, number>();
  readonly #machines: Machines;
  readonly #urls: string[];
  readonly #writing: Promise<unknown>;
  #isStopped = false;
  #lastAt = performance.now();
  #longestGap = 0;
  #onWritten: () => void = () => undefined;

  constructor(machines: Machines, urls: string[]) {
    this.#machines = machines;
    this.#urls = urls;
    this.#writing = Promise.all([0, 1, 2].map((guest) => this.#write(guest)));
    onTestFinished(() => this.stop());
  }

  /** How many messages were acknowledged. */
  get count(): number {
    return this.acknowledged.size;
  }

  /** The longest time between two acknowledged writes, in milliseconds. */
  get longestGap(): number {
    return Math.round(this.#longestGap);
  }

  /** Lets the guests try another address too, before those that they know. */
  add(url: string): void {
    this.#urls.unshift(url);
  }

  /** Resolves once this many messages are acknowledged. */
  async until(count: number): Promise<void> {
    while (this.count < count) await new Promise<void>((resolve) => (this.#onWritten = resolve));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#writing;
  }

  /** Expects that a folder whose programs have ended has every acknowledged message, and none twice. */
  async expectAllOnce(data: string): Promise<void> {
    const { community, load } = this.#machines;
    const found = await expectNothingLost(
      { ...community, data },
      { messages: this.acknowledged, files: new Map(), backups: [] },
      load.sent,
    );
    expect(found.length).toBeGreaterThanOrEqual(this.count);
  }

  async #write(guest: number): Promise<void> {
    for (let index = 0; !this.#isStopped; index++) {
      await this.#writeOne(`message-${index * 3 + guest}`);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  async #writeOne(key: string): Promise<void> {
    for (let attempt = 0; !this.#isStopped; attempt++) {
      const url = this.#urls[attempt % this.#urls.length] ?? '';
      const { status, body } = await this.#machines.load.message(url, key);
      if (status === 200 && body.ID !== undefined) return this.#note(key, body.ID);
      // A host that isn't there refuses at once.
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }

  #note(key: string, id: number): void {
    this.#longestGap = Math.max(this.#longestGap, performance.now() - this.#lastAt);
    this.#lastAt = performance.now();
    this.acknowledged.set(key, id);
    this.#onWritten();
  }
}

/** Fast enough that somebody always writes, and slow enough to leave the programs most of a busy machine. */
const PAUSE_MS = 40;
const RETRY_MS = 20;
