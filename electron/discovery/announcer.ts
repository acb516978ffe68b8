import type { Packet } from 'dns-packet';
import type { Logger } from 'pino';
import { SerialQueue } from '../serial-queue';
import type { Settings } from '../settings/settings';
import { THIS_MACHINE, type Machine } from '../sharing/reachable-addresses';
import { toDnsRecords, SERVICE_NAME, type Announcement } from './announcement';
import { Multicast } from './multicast';

/** The machine on whose networks a community is announced. */
export interface AnnouncerOptions {
  machine: Machine;
  logger: Logger;
  /** mDNS port; differs in tests that must not reach the network. */
  port?: number;
}

/** Whether a community is announced: not wanted, announced, or not possible. */
export type AnnouncerState = 'off' | 'announced' | 'failed';

/** Milliseconds between two multicast answers: queries in between are answered by the next one. */
const ANSWER_INTERVAL_MS = 250;
/** An announcement is repeated once after this many milliseconds, because packets get lost. */
const REPEAT_AFTER_MS = 1_000;

/**
 * Announces a community on the networks of this machine by multicast DNS. Failures are only logged, because guests
 * can still use a link.
 */
export class Announcer {
  readonly #options: Required<AnnouncerOptions>;
  #announcement: Announcement | null = null;
  #interfaces = '';
  #multicast: Multicast | null = null;
  #state: AnnouncerState = 'off';
  #repeatTimer: NodeJS.Timeout | undefined;
  #answerTimer: NodeJS.Timeout | undefined;
  readonly #queue = new SerialQueue();
  #onQuery: (address: string) => void = () => undefined;

  constructor(options: AnnouncerOptions) {
    this.#options = { port: 5353, ...options };
  }

  get state(): AnnouncerState {
    return this.#state;
  }

  /** Sets the listener that receives the address of each machine that searches. */
  onQuery(listener: (address: string) => void): void {
    this.#onQuery = listener;
  }

  /** Replaces the announcement; null withdraws it. Repeating the same one has no effect. */
  announce(announcement: Announcement | null): void {
    this.#queue.run(() => this.#update(announcement)).catch((error: unknown) => this.#fail(error));
  }

  /** Resolves when all announcements have been sent. */
  settled(): Promise<void> {
    return this.#queue.settled();
  }

  /** Withdraws the announcement. */
  close(): Promise<void> {
    this.announce(null);
    return this.#queue.settled();
  }

  async #update(announcement: Announcement | null): Promise<void> {
    const interfaces = JSON.stringify(this.#options.machine.interfaces());
    const isSame = JSON.stringify(announcement) === JSON.stringify(this.#announcement);
    if (isSame && (announcement === null || (interfaces === this.#interfaces && this.#state === 'announced')))
      return;
    clearTimeout(this.#repeatTimer);
    if (this.#announcement && !isSame)
      await this.#multicast?.send({ type: 'response', answers: toDnsRecords(this.#announcement, true) });
    // After a failure the sockets are opened again: the port may be free now.
    if (announcement === null || interfaces !== this.#interfaces || this.#state === 'failed') {
      await this.#multicast?.close();
      this.#multicast = null;
    }
    this.#announcement = announcement;
    this.#interfaces = announcement === null ? '' : interfaces;
    if (announcement === null) {
      clearTimeout(this.#answerTimer);
      this.#answerTimer = undefined;
      this.#state = 'off';
      return;
    }
    this.#multicast ??= this.#open();
    await this.#sendAnnouncement();
    this.#repeatTimer = setTimeout(() => void this.#multicast?.send(this.#packet()), REPEAT_AFTER_MS);
    this.#repeatTimer.unref();
  }

  #open(): Multicast {
    const { machine, port } = this.#options;
    return new Multicast({
      machine,
      port,
      onPacket: (packet, from, answer) => {
        if (!isServiceQuery(packet)) return;
        this.#onQuery(from.address);
        // A querier on another port doesn't receive multicast answers.
        if (from.port === port) this.#answer();
        else answer({ ...this.#packet(), ...(packet.id !== undefined && { id: packet.id }) });
      },
    });
  }

  #answer(): void {
    this.#answerTimer ??= setTimeout(() => {
      this.#answerTimer = undefined;
      void this.#multicast?.send(this.#packet());
    }, ANSWER_INTERVAL_MS);
  }

  #packet(): Packet {
    return { type: 'response', answers: this.#announcement ? toDnsRecords(this.#announcement) : [] };
  }

  async #sendAnnouncement(): Promise<void> {
    const isSent = (await this.#multicast?.send(this.#packet())) ?? false;
    const { logger } = this.#options;
    if (!isSent) return this.#fail(new Error('sending failed on every network'));
    if (this.#state !== 'announced') logger.info('the community is announced on the network');
    this.#state = 'announced';
  }

  #fail(error: unknown): void {
    // Sharing retries regularly.
    if (this.#state !== 'failed')
      this.#options.logger.warn({ err: error }, 'the community could not be announced on the network');
    this.#state = 'failed';
  }
}

/** Creates the announcer of this machine; undefined if the settings disable network announcements. */
export function createAnnouncer({ quiet }: Pick<Settings, 'quiet'>, logger: Logger): Announcer | undefined {
  return quiet ? undefined : new Announcer({ machine: THIS_MACHINE, logger });
}

function isServiceQuery({ type, questions = [] }: Packet): boolean {
  return (
    type === 'query' &&
    questions.some(
      ({ name, type: queryType }) =>
        name.toLowerCase() === SERVICE_NAME && (queryType === 'PTR' || (queryType as string) === 'ANY'),
    )
  );
}
