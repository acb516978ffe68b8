import type { Page } from '@playwright/test';
import type {
  BridgeFrame,
  CommunitiesState,
  CommunityThere,
  Envelope,
  OutboxAction,
  OutboxItem,
  SignedIn,
} from '../../../shared/bridge';
import type { Bridge } from '../../../shared/channels';
import { isName } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type { TestBrowser, WindowOptions } from './browser';
import type { TestServer } from '../server';
import type { TestPerson } from '../service';

/** What the fake desktop program of an away page shows, and the changes of the outbox that it received. */
export interface AwayProgram {
  items: OutboxItem[];
  actions: OutboxAction[];
}

/**
 * Opens pages as the desktop shows those of a community hosted elsewhere whose host is away since `asOf`: calls are
 * answered by the server of the test, in place of a replica.
 */
export async function awayPage(
  browser: TestBrowser,
  server: TestServer,
  person: TestPerson,
  {
    items,
    asOf,
    isSignedOut = false,
    ...options
  }: { items: OutboxItem[]; asOf: number; isSignedOut?: boolean } & WindowOptions,
): Promise<Page> {
  const page = await browser.open(server, isSignedOut ? null : person, options);
  await page.exposeFunction('callHost', async (name: string, input: unknown): Promise<Envelope> => {
    try {
      if (!isName(name)) throw new AppError('not_found');
      return { ok: true, value: await person.call(name, input as never) };
    } catch (error) {
      const known = error instanceof AppError ? error : new AppError('server_error');
      return { ok: false, error: known.toBody() };
    }
  });
  const signedIn = isSignedOut ? null : { token: person.session.token ?? '', id: person.id };
  await page.addInitScript(installBridge, { items, asOf, signedIn });
  await page.reload();
  await page.locator('main').waitFor();
  return page;
}

/** Shows the page another outbox. */
export function showOutbox(page: Page, items: OutboxItem[]): Promise<void> {
  return page.evaluate((now) => {
    const { pushOutbox } = window as unknown as { pushOutbox: (items: OutboxItem[]) => void };
    pushOutbox(now);
  }, items);
}

/** Returns the changes of the outbox that the page asked for. */
export function outboxActions(page: Page): Promise<OutboxAction[]> {
  return page.evaluate(() => (window as unknown as { program: AwayProgram }).program.actions);
}

interface Given {
  items: OutboxItem[];
  asOf: number;
  signedIn: SignedIn | null;
}

/** Runs in the page. */
function installBridge({ items, asOf, signedIn }: Given): void {
  const program: AwayProgram = { items, actions: [] };
  const { callHost } = window as unknown as {
    callHost: (name: string, input: unknown) => Promise<Envelope>;
  };
  const here = (): CommunityThere => ({
    ...{ id: location.hostname.split('.')[0] ?? '', number: 1, name: 'Riverside', picture: '', unread: 0 },
    ...{ state: 'away', address: '192.168.1.5:8701', addresses: ['192.168.1.5:8701'], key: 'ab'.repeat(32) },
    ...{ shown: null, asOf, unsent: program.items.length },
  });
  const main = (): CommunityThere => ({
    ...here(),
    ...{ id: 'main', number: 2, name: 'Garden', state: 'here', asOf: 0, unsent: 0 },
  });
  const state = (): CommunitiesState => ({ readAt: performance.now(), all: [main(), here()] });
  let frames: (frame: BridgeFrame) => void = () => undefined;
  let communitiesNow: (state: CommunitiesState) => void = () => undefined;
  let outboxNow: (items: OutboxItem[]) => void = () => undefined;
  const off = () => undefined;
  const bridge: Partial<Bridge> = {
    call: (name, input) => callHost(name, input),
    connect: async () => {
      const hello = { Type: 'hello', ok: 1, version: '1.0.0', Log: 'log', Seq: 0, Oldest: 0 } as const;
      setTimeout(() => frames({ ...hello, Time: Math.floor(Date.now() / 1000) }));
    },
    command: (command) => {
      if (command.command !== 'subscribe') return;
      const { thing_id } = command;
      setTimeout(() => frames({ Type: 'subscribed', category: 'dialog', thing_id, Seq: 0 }));
    },
    on: (listener) => {
      frames = listener;
      return off;
    },
    disconnect: off,
    session: async (change) => (change === undefined ? signedIn : change),
    communities: async () => ({ ok: true, value: state() }),
    onCommunities: (listener) => {
      communitiesNow = listener;
      return off;
    },
    outbox: async (action) => {
      if (action.action !== 'look') program.actions.push(action);
      if (action.action === 'discardAll') program.items = [];
      if (action.action === 'discard') program.items = program.items.filter(({ key }) => key !== action.key);
      return { ok: true, value: program.items };
    },
    onOutbox: (listener) => {
      outboxNow = listener;
      return off;
    },
    onAlert: () => off,
    offline: async () => [],
    onOffline: () => off,
    downloads: async () => [],
    onDownloads: () => off,
    onDragFailed: () => off,
    ...{ alert: off, endAlert: off, chooseAlerts: off, badge: off, idleTime: async () => 0 },
    restoreInstead: async () => undefined,
    desk: async () => ({
      opensAtLogin: null,
      keepsInTray: null,
      checksSpelling: null,
      hasRecovered: false,
      hasStoppedMusic: false,
    }),
    update: async () => ({ at: 'unset', now: '1.0.0', version: '', share: 0 }),
  };
  const pushOutbox = (now: OutboxItem[]) => {
    program.items = now;
    outboxNow(now);
    communitiesNow(state());
  };
  Object.assign(window, { courtyard: bridge, program, pushOutbox });
}
