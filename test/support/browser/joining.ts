import type { Page } from '@playwright/test';
import type { Diagnosis, FindingState, FoundCommunity } from '../../../shared/bridge';
import type { Bridge } from '../../../shared/channels';
import { seriousViolations } from './axe';
import { expectOf, type TestBrowser, type WindowOptions } from './browser';
import type { TestServer } from '../server';

/** What the fake desktop program finds and diagnoses, and the requests it received. */
export interface Program {
  found: FoundCommunity[];
  isSearching: boolean;
  hasNetwork: boolean;
  diagnosis: Partial<Diagnosis>;
  asked: string[];
  /** Whether the system allows camera access. */
  mayFilm: boolean;
}

/** Opens the page for joining communities as in the desktop's window, with a fake bridge that the test controls. */
export async function joiningPage(
  browser: TestBrowser,
  server: TestServer,
  program: Partial<Program>,
  options: WindowOptions = {},
): Promise<Page> {
  const page = await browser.open(server, null, { at: '#/joining', ...options });
  await page.addInitScript((given) => {
    const program = Object.assign(
      {
        found: [],
        isSearching: false,
        hasNetwork: true,
        diagnosis: {},
        asked: [],
        mayFilm: false,
      } as Program,
      given,
    );
    const none = () => () => undefined;
    const bridge: Partial<Bridge> = {
      call: async () => ({ ok: true, value: await (await fetch('/community')).json() }),
      on: none,
      onAlert: none,
      onCommunities: none,
      onOutbox: none,
      outbox: async () => ({ ok: true, value: [] }),
      offline: async () => [],
      onOffline: none,
      downloads: async () => [],
      onDownloads: none,
      onDragFailed: none,
      session: async () => null,
      communities: async (asked) => {
        program.asked.push(JSON.stringify(asked));
        if (asked.action !== 'preview') return { ok: true, value: { readAt: 0, all: [] } };
        const error = { detail: 'server_error' as const, message: 'nobody' };
        return { ok: false, error, isUnreachable: true };
      },
      find: async (asked): Promise<FindingState> => {
        if (asked !== 'look') program.asked.push(asked);
        const { found, isSearching, hasNetwork } = program;
        return { found, isSearching, hasNetwork };
      },
      restoreInstead: async () => undefined,
      idleTime: async () => 0,
      camera: async (asked) => asked === 'close' || program.mayFilm,
      diagnose: async ({ addresses, key }) => {
        const [address = ''] = addresses;
        program.asked.push(`diagnose ${addresses.join(' ')} ${key ?? 'any'}`);
        const links = ['network', 'way', 'machine', 'port', 'community', 'answer'] as const;
        const steps = links.map((step, index): Diagnosis['steps'][number] => ({
          step,
          outcome: index < 2 ? 'good' : index === 2 ? 'bad' : 'untried',
        }));
        const tried = addresses.map((address) => ({ address, answer: 'nothing' as const }));
        const none = { address, tried, ownAddress: '192.168.1.7', foundAt: '', hasTunnel: false };
        return { ...none, verdict: 'asleep', steps, ...program.diagnosis };
      },
    };
    Object.assign(window, { courtyard: bridge, program });
  }, program as Program);
  await page.reload();
  await expectOf(page.getByRole('heading', { level: 2 })).toBeVisible();
  return page;
}

/** Returns the requests that the fake program has received so far. */
export function asked(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { program: Program }).program.asked);
}

/** Returns the serious accessibility violations that axe finds, and whether the page fits the width of the window. */
export async function hindrancesIn(page: Page): Promise<[serious: string[], fits: boolean]> {
  const serious = await seriousViolations(page);
  const fits = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  return [serious, fits];
}
