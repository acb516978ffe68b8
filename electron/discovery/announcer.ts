import type { Packet } from 'dns-packet';
import type { Logger } from 'pino';
import type { Settings } from '../settings';
import { THIS_MACHINE, type Machine } from '../sharing/addresses';
import { recordsOf, SERVICE, type Announcement } from './announcement';
import { Multicast } from './multicast';

export interface AnnouncerOptions {
  machine: Machine;
  logger: Logger;
  /** The port of multicast DNS, unless a test must not be heard. */
  port?: number;
}

/** Whether a community is announced: nothing is to be, it went out, it could not. */
export type AnnouncerState = 'off' | 'announced' | 'failed';

/** Milliseconds between two answers to all: whoever asks meanwhile hears the next one too. */
const ANSWER_EVERY = 250;
/** After how many milliseconds it is said once more, since packets get lost. */
const AGAIN_AFTER = 1_000;

/** Announces a community in the networks of a machine by multicast DNS. It fails silently: guests can be given a link. */
export class Announcer {
  readonly #options: Required<AnnouncerOptions>;
  #told: Announcement | null = null;
  #cards = '';
  #multicast: Multicast | null = null;
  #state: AnnouncerState = 'off';
  #again: NodeJS.Timeout | undefined;
  #answering: NodeJS.Timeout | undefined;
  #turn: Promise<void> = Promise.resolve();
  #onSearch: (address: string) => void = () => undefined;

  constructor(options: AnnouncerOptions) {
    this.#options = { port: 5353, ...options };
  }

  get state(): AnnouncerState {
    return this.#state;
  }

  /** Has it told of each machine that searches, by its address. */
  onSearch(told: (address: string) => void): void {
    this.#onSearch = told;
  }

  /** Announces this from now on, in place of what was announced before; null for nothing. Said twice it is said once. */
  tell(announcement: Announcement | null): void {
    this.#turn = this.#turn.then(() => this.#tell(announcement)).catch((error: unknown) => this.#fail(error));
  }

  /** Settles when all that it was told went out. */
  settled(): Promise<void> {
    return this.#turn;
  }

  /** Says goodbye. */
  close(): Promise<void> {
    this.tell(null);
    return this.#turn;
  }

  async #tell(announcement: Announcement | null): Promise<void> {
    const cards = JSON.stringify(this.#options.machine.interfaces());
    const isSame = JSON.stringify(announcement) === JSON.stringify(this.#told);
    if (isSame && (announcement === null || (cards === this.#cards && this.#state === 'announced'))) return;
    clearTimeout(this.#again);
    if (this.#told && !isSame)
      await this.#multicast?.say({ type: 'response', answers: recordsOf(this.#told, true) });
    // One whose port was taken is opened anew: it may have become free.
    if (announcement === null || cards !== this.#cards || this.#state === 'failed') {
      await this.#multicast?.close();
      this.#multicast = null;
    }
    this.#told = announcement;
    this.#cards = announcement === null ? '' : cards;
    if (announcement === null) {
      clearTimeout(this.#answering);
      this.#answering = undefined;
      this.#state = 'off';
      return;
    }
    this.#multicast ??= this.#open();
    await this.#announce();
    this.#again = setTimeout(() => void this.#multicast?.say(this.#packet()), AGAIN_AFTER);
    this.#again.unref();
  }

  #open(): Multicast {
    const { machine, port } = this.#options;
    return new Multicast({
      machine,
      port,
      hear: (packet, from, answer) => {
        if (!isSearch(packet)) return;
        this.#onSearch(from.address);
        // Who asks from another port doesn't hear what is said to all.
        if (from.port === port) this.#answer();
        else answer({ ...this.#packet(), ...(packet.id !== undefined && { id: packet.id }) });
      },
    });
  }

  #answer(): void {
    this.#answering ??= setTimeout(() => {
      this.#answering = undefined;
      void this.#multicast?.say(this.#packet());
    }, ANSWER_EVERY);
  }

  #packet(): Packet {
    return { type: 'response', answers: this.#told ? recordsOf(this.#told) : [] };
  }

  async #announce(): Promise<void> {
    const isSaid = (await this.#multicast?.say(this.#packet())) ?? false;
    const { logger } = this.#options;
    if (!isSaid) return this.#fail(new Error('no network takes it'));
    if (this.#state !== 'announced') logger.info('the community is announced on the network');
    this.#state = 'announced';
  }

  #fail(error: unknown): void {
    // It is tried again at each look of the sharing.
    if (this.#state !== 'failed')
      this.#options.logger.warn({ err: error }, 'the community could not be announced on the network');
    this.#state = 'failed';
  }
}

/** The announcer of this machine, unless the settings want none. */
export function announcerFor({ quiet }: Pick<Settings, 'quiet'>, logger: Logger): Announcer | undefined {
  return quiet ? undefined : new Announcer({ machine: THIS_MACHINE, logger });
}

function isSearch({ type, questions = [] }: Packet): boolean {
  return (
    type === 'query' &&
    questions.some(
      ({ name, type: asked }) =>
        name.toLowerCase() === SERVICE && (asked === 'PTR' || (asked as string) === 'ANY'),
    )
  );
}
