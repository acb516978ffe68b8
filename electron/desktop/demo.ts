import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { DEMO_ID, demoActions, type DemoAction, type DemoState } from '../../shared/bridge';
import type { HandlersOf } from '../doors/ipc-channels';
import type { Output } from '../../shared/contract';
import type { PictureDecoder } from '../content/pictures/picture-decoder';
import { findDemo } from '../demo/community';
import { startDemoWorker, type DemoWorker } from '../demo/demo-worker';
import { openService, type Service } from '../service';
import type { Settings } from '../settings/settings';
import type { ShownCommunity } from './window/scheme';
import { communityFrom } from './window/senders';

/** Options of the demo community in the desktop window. */
export interface DesktopDemoOptions {
  settings: Settings;
  /** Path of the built demo-thread.ts. */
  thread: string;
  pictureDecoder: PictureDecoder;
  /** The window's name in the person's list of devices. */
  client: string;
  /** Shows the pages of a community in the window. */
  show: (community: ShownCommunity) => void;
  logger: Logger;
}

/** The demo community of the desktop window: created when it is first opened, deleted on request. */
export class DesktopDemo {
  readonly #options: DesktopDemoOptions;
  readonly #data: string;
  #service: Service | null = null;
  #worker: DemoWorker | null = null;
  #share: number | null = null;
  #hasFailed = false;
  /** Actions run one after another. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: DesktopDemoOptions) {
    this.#options = options;
    this.#data = join(options.settings.data, DEMO_ID);
  }

  /** The service of the demo community; null while it is closed. */
  get service(): Service | null {
    return this.#service;
  }

  /** Handles requests from the window's own pages; each action is only allowed from the community it belongs to. */
  readonly handlers: HandlersOf<'demo'> = {
    demo: async (event, action) => {
      const from = communityFrom(event);
      const known = demoActions.find((one) => one === action);
      if (from === null || known === undefined) throw new Error('not answered');
      return this.#do(known, from);
    },
  };

  /** Stops with the program; an unfinished demo community is deleted. */
  async close(): Promise<void> {
    await this.#worker?.stop();
    await this.#turn.catch(() => undefined);
    await this.#service?.close();
  }

  async #do(action: DemoAction, from: ShownCommunity): Promise<DemoState> {
    if (action === 'open' && from === 'main') this.#begin(() => this.#open());
    else if (action === 'leave' && from === DEMO_ID) this.#options.show('main');
    else if (action === 'wipe' && from === DEMO_ID) this.#begin(() => this.#wipe());
    const session = action === 'enter' && from === DEMO_ID ? await this.#session() : undefined;
    return { share: this.#share, hasFailed: this.#hasFailed, ...(session && { session }) };
  }

  #begin(work: () => Promise<void>): void {
    this.#hasFailed = false;
    this.#turn = this.#turn.then(work).catch((error: unknown) => {
      this.#share = null;
      this.#hasFailed = true;
      this.#options.logger.error({ err: error }, 'the demo community failed');
    });
  }

  async #open(): Promise<void> {
    const { settings, pictureDecoder, logger, show } = this.#options;
    if (!this.#service) {
      if (findDemo(this.#data) === null) await this.#make();
      this.#service = await openService({ data: this.#data, settings, pictureDecoder, logger });
    }
    show(DEMO_ID);
  }

  async #make(): Promise<void> {
    this.#share = 0;
    const { thread, settings } = this.#options;
    const given = { data: this.#data, messages: settings.demoMessages };
    this.#worker = startDemoWorker(thread, given, (share) => (this.#share = share));
    await this.#worker.done;
    this.#worker = null;
    this.#share = null;
  }

  async #wipe(): Promise<void> {
    this.#options.show('main');
    await this.#service?.close();
    this.#service = null;
    await rm(this.#data, { recursive: true, force: true });
  }

  async #session(): Promise<{ token: string; id: number } | undefined> {
    const owner = findDemo(this.#data)?.find(({ role }) => role === 'owner');
    if (!owner || !this.#service) return undefined;
    const session = { token: null, address: '', userAgent: this.#options.client };
    const { email, password } = owner;
    const login = await this.#service.call(session, 'account.login', { email, password }, undefined);
    const { token, ID: id } = login as Output<'account.login'>;
    return { token, id };
  }
}
