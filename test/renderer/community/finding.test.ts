import type { Page } from '@playwright/test';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FoundCommunity } from '../../../shared/bridge';
import { expectOf, testBrowser, type WindowOptions } from '../../support/browser/browser';
import { asked, hindrancesIn, joiningPage, type Program } from '../../support/browser/joining';
import { testServer, type TestServer } from '../../support/server';

const browser = testBrowser();
let server: TestServer;

beforeEach(async () => {
  server = await testServer();
  await server.people('Olena');
});
afterEach(() => server.close());

const STREET: FoundCommunity = {
  name: 'Our street',
  key: '3fa2c1d0'.repeat(8),
  addresses: ['192.168.1.5:8701'],
  isReached: true,
};
const SILENT: FoundCommunity = {
  name: 'Шкільний двір',
  key: '9b1e7744'.repeat(8),
  addresses: ['192.168.1.9:8701'],
  isReached: false,
};

/** The page where communities are joined, over a program that the test holds. */
function joining(program: Partial<Program>, options: WindowOptions = {}): Promise<Page> {
  return joiningPage(browser, server, program, options);
}

function becomes(page: Page, change: Partial<Program>): Promise<void> {
  return page.evaluate(
    (change) => void Object.assign((window as unknown as { program: Program }).program, change),
    change,
  );
}

const rows = (page: Page) => page.getByRole('list', { name: 'On your network' }).getByRole('listitem');

describe('the join screen', () => {
  it('shows communities as they are discovered, and opens the selected one', async () => {
    const page = await joining({ isSearching: true });
    await expectOf(page.getByText('Searching your network')).toBeVisible();
    await becomes(page, { found: [STREET, SILENT] });
    await expectOf(rows(page)).toHaveCount(2);
    await expectOf(rows(page).first()).toContainText('Our street');
    await expectOf(rows(page).first()).toContainText('192.168.1.5:8701 · 3fa2 c1d0 3fa2 c1d0');
    await expectOf(rows(page).last()).toContainText('No answer');
    await becomes(page, { isSearching: false });
    await expectOf(page.getByText('2 communities found')).toBeVisible();
    await rows(page).first().getByRole('button').click();
    await expectOf
      .poll(() => asked(page))
      .toContain(JSON.stringify({ action: 'preview', address: '192.168.1.5:8701' }));
  });

  it('gives advice when nothing is found, and searches again', async () => {
    const page = await joining({});
    await expectOf(page.getByText('No communities found on your network')).toBeVisible();
    await page.getByRole('button', { name: 'Search again' }).click();
    await expectOf
      .poll(async () => (await asked(page)).filter((act) => act === 'begin'))
      .toEqual(['begin', 'begin']);
    await becomes(page, { hasNetwork: false });
    await expectOf(page.getByText('This computer isn’t connected to a network')).toBeVisible();
  });

  it('ends the search when the page is left', async () => {
    const page = await joining({ found: [STREET] });
    await page.evaluate(() => (location.hash = '#/sign-in'));
    await expectOf.poll(() => asked(page)).toContain('end');
  });
});

describe('the connection test', () => {
  it('names the broken step and what to do, and tests again', async () => {
    const page = await joining({ found: [SILENT] });
    await page.getByRole('button', { name: 'What’s wrong with Шкільний двір?' }).click();
    const window = page.getByRole('dialog', { name: 'Connection problem' });
    await expectOf(window.getByRole('heading', { name: 'The host computer doesn’t answer' })).toBeVisible();
    await expectOf(window.getByText(/It’s off, asleep/)).toBeVisible();
    await expectOf(window.getByText(/shows whether 192\.168\.1\.7 got through/)).toBeVisible();
    const steps = window.getByRole('list').last().getByRole('listitem');
    await expectOf(steps).toHaveText([
      /This computer is connected to a network\s*OK/,
      /The host is on this network\s*OK/,
      /The host computer is on\s*failed/,
      /Courtyard is running there\s*not tested/,
      /It’s the right community\s*not tested/,
      /You can sign in\s*not tested/,
    ]);
    await becomes(page, { diagnosis: { verdict: 'blocked', hasTunnel: true } });
    await window.getByRole('button', { name: 'Test again' }).click();
    await expectOf(
      window.getByRole('heading', { name: 'A firewall on the host is blocking connections' }),
    ).toBeVisible();
    await expectOf(window.getByText(/using a VPN/)).toBeVisible();
    expect((await asked(page)).filter((act) => act.startsWith('diagnose'))).toEqual(
      Array.from({ length: 2 }, () => `diagnose 192.168.1.9:8701 ${SILENT.key}`),
    );
  });

  it('shows which of several addresses answered', async () => {
    const addresses = ['192.168.1.9:8701', 'yard.local:8701', '10.0.0.4:8701'];
    const page = await joining({
      found: [{ ...SILENT, addresses }],
      diagnosis: {
        address: '10.0.0.4:8701',
        verdict: 'fine',
        tried: addresses.map((address, index) => ({
          address,
          answer: (['nothing', 'other', 'community'] as const)[index] ?? 'nothing',
        })),
      },
    });
    await page.getByRole('button', { name: /What’s wrong/ }).click();
    const tried = page.getByRole('region', { name: 'Addresses tried' });
    await expectOf(tried.getByRole('listitem')).toHaveText([
      /192\.168\.1\.9:8701\s*no answer/,
      /yard\.local:8701\s*unexpected answer/,
      /10\.0\.0\.4:8701\s*answers/,
    ]);
    expect(await asked(page)).toContain(`diagnose ${addresses.join(' ')} ${SILENT.key}`);
  });

  it('leads to the new address of the community', async () => {
    const page = await joining({
      found: [SILENT],
      diagnosis: { verdict: 'moved', foundAt: '192.168.1.40:8701' },
    });
    await page.getByRole('button', { name: /What’s wrong/ }).click();
    await expectOf(page.getByText('The community answers at 192.168.1.40:8701.')).toBeVisible();
    await page.getByRole('button', { name: 'Connect' }).click();
    await expectOf
      .poll(() => asked(page))
      .toContain(JSON.stringify({ action: 'preview', address: '192.168.1.40:8701' }));
  });

  it('is offered when a typed address does not answer', async () => {
    const page = await joining({});
    await page.getByLabel('Address or link').fill('192.168.1.77');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'What’s wrong?' }).click();
    await expectOf(page.getByRole('heading', { name: 'The host computer doesn’t answer' })).toBeVisible();
    expect(await asked(page)).toContain('diagnose 192.168.1.77:8701 any');
  });
});

it.each([
  ['light', 1280, 'en'],
  ['dark', 390, 'uk'],
  ['light', 390, 'trial'],
] as const)('is accessible and fits in the window (%s, %i px, %s)', async (theme, width, language) => {
  const page = await browserWithAll(theme, width, language);
  await page.getByRole('list').first().waitFor();
  expect(await hindrancesIn(page)).toEqual([[], true]);
  await page.getByRole('list').first().getByRole('button').last().click();
  await page.getByRole('dialog').getByRole('listitem').last().waitFor();
  expect(await hindrancesIn(page)).toEqual([[], true]);
});

function browserWithAll(
  theme: 'light' | 'dark',
  width: number,
  language: 'en' | 'uk' | 'trial',
): Promise<Page> {
  const addresses = [...SILENT.addresses, 'yard.local:8701'];
  const found = [STREET, { ...SILENT, addresses, name: `${SILENT.name} ${'дуже довга назва '.repeat(5)}` }];
  return joining({ found, isSearching: true }, { theme, width, language });
}
