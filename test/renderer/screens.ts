import { chromium, type Browser, type Page } from '@playwright/test';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { CHROMIUM_ARGUMENTS, provideChromium } from '../support/browser/chromium.ts';

/**
 * The command `npm run screens [-- PART]`: pictures of every view (or of those whose names begin with PART) of a demo
 * community, in three widths and two themes, put into test/renderer/screens/ to be looked at by a person.
 */
async function main(): Promise<void> {
  const [part = ''] = process.argv.slice(2);
  const folder = join(import.meta.dirname, 'screens');
  if (part === '') rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const community = await beginCommunity();
  const browser = await chromium.launch({ executablePath: provideChromium(), args: CHROMIUM_ARGUMENTS });
  try {
    const owner = await signIn(community.url, community.owner);
    const views = Object.entries(await viewsOf(community.url, owner)).filter(([name]) =>
      name.startsWith(part),
    );
    const entrances = Object.entries(ENTRANCES).filter(([name]) => name.startsWith(part));
    for (const [width, height] of SIZES) {
      for (const theme of ['light', 'dark'] as const) {
        const shoot = (page: Page, name: string) =>
          page.screenshot({ path: join(folder, `${name}-${width}-${theme}.png`) });
        const look = { browser, url: community.url, theme, width, height };
        await walk({ ...look, session: owner }, views, shoot);
        await walk({ ...look, session: null }, entrances, shoot);
        process.stdout.write(`${width} ${theme}\n`);
      }
    }
  } finally {
    await browser.close();
    await community.end();
  }
}

const SIZES = [
  [390, 844],
  [1280, 800],
  [2560, 1440],
] as const;

/** What is shown to who is not signed in. */
const ENTRANCES: Record<string, string> = {
  'sign-in': '#/sign-in',
  register: '#/register',
  reset: '#/reset',
};

interface Session {
  token: string;
  id: number;
}

interface Look {
  browser: Browser;
  url: string;
  theme: 'light' | 'dark';
  width: number;
  height: number;
  session: Session | null;
}

/** Goes through some views in one window. */
async function walk(
  { browser, url, theme, width, height, session }: Look,
  views: readonly (readonly [name: string, address: string])[],
  shoot: (page: Page, name: string) => Promise<unknown>,
): Promise<void> {
  const context = await browser.newContext({
    viewport: { width, height },
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  const stored = {
    'courtyard.theme': JSON.stringify({ theme }),
    ...(session && { 'courtyard.session': JSON.stringify(session) }),
  };
  await context.addInitScript((first) => {
    // Between two places is an empty page, which keeps nothing.
    if (location.protocol === 'about:') return;
    for (const [key, value] of Object.entries(first)) localStorage.setItem(key, value);
  }, stored);
  const page = await context.newPage();
  page.on('pageerror', (error) => process.stderr.write(`${page.url()}: ${error.message}\n`));
  for (const [name, address] of views) {
    // From nowhere: a change of the hash alone would not be a load.
    await page.goto('about:blank');
    await page.goto(`${url}/${address}`);
    await settle(page);
    await shoot(page, name);
  }
  await context.close();
}

/** Waits until nothing is awaited any more and every picture in sight has come. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page
    .waitForFunction(
      () =>
        document.querySelector('[aria-busy="true"]') === null &&
        [...document.images].every((image) => image.complete || image.loading === 'lazy'),
      undefined,
      { timeout: 5_000 },
    )
    .catch(() => undefined);
}

/** The addresses of all views, by the names of their pictures. */
async function viewsOf(url: string, session: Session): Promise<Record<string, string>> {
  const call = async <T>(path: string) =>
    (await (await fetch(url + path, { headers: { token: session.token } })).json()) as T;
  const dialogs = await call<{ ID: number; Type: string }[]>('/dialogs');
  const [post] = await call<{ ID: number }[]>('/user/@me/posts?feed=true');
  const [playlist] = await call<{ ID: number }[]>('/user/@me/playlists');
  const [video] = await call<{ ID: number }[]>('/video');
  const [friend] = await call<{ ID: number }[]>('/user/@me/friends');
  const views: Record<string, string> = { chats: '#/chats' };
  for (const type of ['private', 'group', 'channel']) {
    views[`chat-${type}`] = `#/chats/${dialogs.find(({ Type }) => Type === type)?.ID}`;
  }
  for (const source of ['all', 'friends', 'everyone']) views[`feed-${source}`] = `#/feed?of=${source}`;
  views['post'] = `#/posts/${post?.ID}`;
  for (const list of ['friends', 'incoming', 'outgoing', 'find'])
    views[`people-${list}`] = `#/people?list=${list}`;
  views['person-own'] = `#/people/u${session.id}`;
  views['person'] = `#/people/u${friend?.ID}`;
  for (const tab of ['photos', 'music', 'friends', 'gifts'])
    views[`person-${tab}`] = `#/people/u${friend?.ID}/${tab}`;
  views['music'] = '#/music';
  for (const shelf of ['albums', 'artists', 'playlists']) views[`music-${shelf}`] = `#/music/${shelf}`;
  views['music-playlist'] = `#/music/playlists/${playlist?.ID}`;
  views['files'] = '#/files';
  views['videos'] = '#/videos';
  views['video'] = `#/videos/${video?.ID}`;
  views['search'] = '#/search?q=garden';
  views['discover'] = '#/discover';
  views['calendar'] = '#/calendar';
  views['search-filters'] = '#/search?q=has:photo';
  views['notifications'] = '#/notifications';
  for (const page of SETTINGS) views[`settings-${page}`] = `#/settings/${page}`;
  views['nowhere'] = '#/no/such/place';
  views['states'] = '#/states';
  return views;
}

/** The pages of the settings, as their addresses name them. */
const SETTINGS = [
  'profile',
  'privacy',
  'account',
  'sessions',
  'apps',
  'appearance',
  'language',
  'notifications',
  'about',
  'community',
  'network',
  'members',
  'invitations',
  'promos',
  'reports',
  'mail',
  'storage',
  'backups',
  'standby',
];

interface Community {
  url: string;
  owner: { email: string; password: string };
  end: () => Promise<void>;
}

/** Makes a demo community in a folder of its own and serves it. */
async function beginCommunity(): Promise<Community> {
  const data = mkdtempSync(join(tmpdir(), 'courtyard-screens-'));
  const program = join(import.meta.dirname, '../../out/main/demo.js');
  const demo = spawn(
    process.execPath,
    [program, '--data', join(data, 'street'), '--port', '0', '--log', 'warn'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = new Promise<void>((resolve) => demo.once('exit', () => resolve()));
  const end = async () => {
    demo.kill('SIGTERM');
    await ended;
    rmSync(data, { recursive: true, force: true });
  };
  let url = '';
  for await (const line of createInterface(demo.stdout)) {
    url = /ready at (\S+)/.exec(line)?.[1] ?? url;
    const [, email, password] = /the owner, signs in with (\S+) and the password (\S+)/.exec(line) ?? [];
    if (email && password) return { url, owner: { email, password }, end };
  }
  await end();
  throw new Error('the demo community was not made');
}

async function signIn(url: string, person: Community['owner']): Promise<Session> {
  const answer = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  });
  const { token, ID: id } = (await answer.json()) as { token: string; ID: number };
  return { token, id };
}

await main();
