import { expect as playwrightExpect, type Locator, type Page } from '@playwright/test';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Bridge } from '../../../shared/channels';
import { seriousViolations, seriousViolationsInBothThemes } from '../../support/browser/axe';
import { sharedCommunity } from '../../support/shared';
import { startInVain, testDesktops } from '../desktop';
import { findBox, makeCommunity, sessionOf } from '../first-run';
import { guestOf, storeJoined, street, switchTo, tile } from '../guests';

// Reconnecting can take up to fifteen seconds.
vi.setConfig({ testTimeout: 120_000 });
const expectOf = playwrightExpect.configure({ timeout: 40_000 });

const desktops = testDesktops();
const guest = () => guestOf(desktops);

/** The names of communities, without what is said about their hosts. */
async function namesOf(tiles: Locator): Promise<(string | undefined)[]> {
  const labels = await tiles.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
  return labels.map((label) => label.split(',')[0]);
}

async function dragTo(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.hover();
  await page.mouse.down();
  const { x, y, width, height } = (await to.boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2, { steps: 8 });
  await page.mouse.up();
}

async function say(page: Page, words: string): Promise<void> {
  const box = page.getByRole('textbox', { name: 'Message' });
  await box.fill(words);
  await box.press('Enter');
}

it('joins a community by address, chats and shares files, and keeps the session from pages and other users', async () => {
  const { there, dialog_id, desktop, page, taras } = await guest();
  await there.owner.call('dialogs.send', { dialog_id, text: 'Hello, Taras' });
  await page.getByRole('link', { name: /Garden/ }).click();
  const conversation = page.getByRole('region', { name: /^Messages in/ });
  await expectOf(conversation.getByText('Hello, Taras')).toBeVisible();
  await say(page, 'Hello from afar');
  await expectOf(
    conversation.getByRole('group').filter({ hasText: 'Hello from afar' }).getByText('Sent', { exact: true }),
  ).toBeAttached();
  const [last] = await there.owner.call('dialogs.messages', { dialog_id });
  expect(last?.Text).toBe('Hello from afar');

  await page
    .getByRole('link', { name: /^Files/ })
    .first()
    .click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Upload', exact: true }).click(),
  ]);
  const buffer = Buffer.from('The plan\n'.repeat(200_000));
  await chooser.setFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer });
  const row = page.getByRole('row').filter({ hasText: 'plan.txt' });
  await expectOf(row).toContainText('1.8 MB');
  await row.click();
  await expectOf(page.getByRole('region', { name: 'plan.txt' })).toContainText('The plan');

  const session = await sessionOf(page);
  expect(session?.id).toBe(taras.id);
  const kept = await page.evaluate(() => JSON.stringify(localStorage));
  expect(kept).not.toContain(session?.token);
  await desktop.quit();
  for (const name of ['sessions.json', 'joined.json']) {
    const path = join(desktops.path, 'desktop', name);
    expect([name, statSync(path).mode & 0o777]).toEqual([name, 0o600]);
    expect(readFileSync(path, 'utf8')).not.toContain(session?.token);
  }
  const again = await desktops.open();
  await expectOf(findBox(again.page)).toBeVisible();
  expect(await sessionOf(again.page)).toEqual(session);
});

it('shows each community with its own session, drafts and unread count, also one stored by an earlier version', async () => {
  const { there, dialog_id, desktop, page } = await guest();
  const badge = () => desktop.inProgram(({ app }) => app.getBadgeCount(), null);
  await page.getByRole('link', { name: /Garden/ }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('Not yet said');
  await page.keyboard.press('Control+1');
  await makeCommunity(page);
  await expectOf(tile(page, 'Our street')).toHaveAttribute('aria-current', 'true');
  const own = await sessionOf(page);
  // As an earlier version stored it, in the page.
  await page.evaluate(async (session) => {
    await (window as unknown as { courtyard: Bridge }).courtyard.session(null);
    localStorage.setItem('courtyard.session', JSON.stringify(session));
  }, own);
  await page.reload();
  await expectOf(findBox(page)).toBeVisible();
  await expectOf.poll(() => page.evaluate(() => localStorage.getItem('courtyard.session'))).toBeNull();
  await expectOf.poll(() => sessionOf(page)).toEqual(own);
  await there.owner.call('dialogs.send', { dialog_id, text: 'Are you there?' });
  await there.owner.call('dialogs.send', { dialog_id, text: 'Taras?' });
  await expectOf(tile(page, 'Lypova 12, 2 new messages')).toBeVisible();
  await expectOf.poll(badge).toBe(2);

  await switchTo(page, /^Lypova 12/);
  await page.getByRole('link', { name: /Garden/ }).click();
  await expectOf(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Not yet said');
  await expectOf.poll(badge).toBe(0);
  expect((await sessionOf(page))?.token).not.toBe(own?.token);

  await page.getByRole('button', { name: 'Taras: you' }).click();
  await page.getByRole('menuitem', { name: 'Leave Lypova 12' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await expectOf(page.getByRole('button', { name: 'Olena: you' })).toBeVisible();
  await expectOf(tile(page, /Lypova/)).toHaveCount(0);
  expect(await sessionOf(page)).toEqual(own);
});

it('keeps the communities in the order in which they are moved by keys or dragged', async () => {
  storeJoined(desktops, ['Aspen', 'Birch', 'Cedar']);
  const { page } = await desktops.open();
  await makeCommunity(page);
  const all = page.getByRole('group', { name: 'Communities' }).getByRole('button');
  const expectOrder = (...names: string[]) => expectOf.poll(() => namesOf(all)).toEqual(names);
  await expectOrder('Our street', 'Aspen', 'Birch', 'Cedar');

  await tile(page, /^Aspen/).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await page.keyboard.press('Alt+ArrowDown');
  await expectOrder('Our street', 'Birch', 'Aspen', 'Cedar');
  await expectOf(tile(page, /^Aspen/)).toBeFocused();

  await dragTo(page, tile(page, /^Cedar/), tile(page, /^Our street/));
  await expectOrder('Our street', 'Cedar', 'Birch', 'Aspen');
  await expectOf(tile(page, /^Our street/)).toHaveAttribute('aria-current', 'true');
  await page.reload();
  await expectOrder('Our street', 'Cedar', 'Birch', 'Aspen');
});

it('asks before it leaves pages that hold unsaved work, and switches and quits only then', async () => {
  const { desktop, page } = await guest();
  const answerWith = (pressed: number) =>
    desktop.inProgram(({ dialog }, pressed) => {
      const told = globalThis as { questions?: number };
      dialog.showMessageBoxSync = () => {
        told.questions = (told.questions ?? 0) + 1;
        return pressed;
      };
    }, pressed);
  const questions = () =>
    desktop.inProgram(() => (globalThis as { questions?: number }).questions ?? 0, null);
  const stored = () => JSON.parse(readFileSync(join(desktops.path, 'desktop', 'joined.json'), 'utf8')).shown;
  const keep = () => page.evaluate(() => addEventListener('beforeunload', (event) => event.preventDefault()));
  await page.getByRole('link', { name: /Garden/ }).click();
  await keep();
  await expectOf.poll(stored).toMatch(/^joined-/);

  await answerWith(1);
  await page.keyboard.press('Control+1');
  await expectOf.poll(questions).toBe(1);
  await desktop.inProgram(({ app }) => app.quit(), null);
  await expectOf.poll(questions).toBe(2);
  expect([page.url(), stored()]).toEqual([
    expect.stringContaining('joined-'),
    expect.stringContaining('joined-'),
  ]);
  await expectOf(page.getByRole('textbox', { name: 'Message' })).toBeVisible();

  await answerWith(0);
  await page.keyboard.press('Control+1');
  await expectOf(page.getByRole('heading', { name: 'Create a community' })).toBeVisible();
  await expectOf.poll(stored).toBe('main');
  await page.getByRole('heading', { name: 'Create a community' }).click();
  await keep();
  expect(await desktop.quit()).toBe(0);
});

it('keeps text written while the host is offline, and misses nothing of the others', async () => {
  const { there, dialog_id, page, desktop } = await guest();
  await page.getByRole('link', { name: /Garden/ }).click();
  await expectOf(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await there.stop();
  await expectOf(page.getByText(/^Lypova 12 is offline/)).toBeVisible();
  await expectOf(tile(page, /^Lypova 12, offline since/)).toBeVisible();
  // Started with `--quiet`, so the program must not search the network for the host's new address.
  const asking = await desktop.inProgram(
    () => process.getActiveResourcesInfo().filter((name) => /udp/i.test(name)),
    null,
  );
  expect(asking).toEqual([]);
  await say(page, 'Written while it was away');
  await expectOf(page.getByRole('button', { name: '1 waiting' })).toBeVisible();
  await expectOf(page.locator('[data-message]').last()).toContainText('Waiting to be sent');
  await there.restart();
  await there.owner.call('dialogs.send', { dialog_id, text: 'Said before you were back' });
  const conversation = page.getByRole('region', { name: /^Messages in/ });
  await expectOf(conversation.getByText('Said before you were back')).toBeVisible();
  await expectOf
    .poll(async () => (await there.owner.call('dialogs.messages', { dialog_id })).map(({ Text }) => Text))
    .toContain('Written while it was away');
  await expectOf(conversation.getByText('Written while it was away')).toHaveCount(1);
  await expectOf(conversation.getByText('Waiting to be sent')).toHaveCount(0);
});

it('looks like the other communities, in the same language', async () => {
  const { page } = await guest();
  const root = page.locator('html');
  await page.goto(page.url().replace(/#.*/, '#/settings/appearance'));
  await page.getByRole('radio', { name: 'Dark' }).click();
  await page.getByRole('link', { name: 'Language' }).click();
  await page.getByRole('radio', { name: 'Українська' }).click();
  await expectOf(root).toHaveAttribute('lang', 'uk');
  await expectOf.poll(() => storedAppearance()).toEqual({ theme: 'dark', language: 'uk' });
  await page.keyboard.press('Control+1');
  await expectOf(page.getByRole('heading', { name: 'Місце для людей поруч' })).toBeVisible();
  await expectOf(root).toHaveAttribute('data-theme', 'dark');
});

/** The appearance that the program has stored. */
function storedAppearance(): { theme: string; language: string } | null {
  const path = join(desktops.path, 'desktop', 'desk.json');
  if (!existsSync(path)) return null;
  const { theme, language } = (JSON.parse(readFileSync(path, 'utf8')) as StoredPreferences).appearance;
  return { theme: (JSON.parse(theme) as { theme: string }).theme, language };
}
type StoredPreferences = { appearance: { theme: string; language: string } };

it('a link opens a remote community and its invitation, or says why it cannot be joined', async () => {
  const { there } = await street();
  const { Code } = await there.owner.call('admin.createInvite', {});
  const { page } = await desktops.open();
  await expectOf(page.getByRole('heading', { name: 'Create a community' })).toBeVisible();
  const link = `courtyard://join/${Code}?at=${there.address}&key=${there.key}`;
  expect((await startInVain(desktops.path, [link])).code).toBe(0);
  await expectOf(page.getByRole('heading', { name: 'Lypova 12' })).toBeVisible();
  await expectOf(page.getByText(/^Verified/)).toBeVisible();
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await expectOf(page.getByLabel('Your name')).toBeVisible();
  await page.keyboard.press('Control+1');
  await expectOf(page.getByRole('heading', { name: 'Create a community' })).toBeVisible();
  await page.getByRole('button', { name: 'I have a link or code' }).click();
  const typed = `https://${there.address}/#/?key=${there.key}`;
  await page.getByLabel('Link or code').fill(typed);
  await page.getByLabel('Link or code').press('Enter');
  await expectOf(page.getByText('You’ve already joined this community.')).toBeVisible();
  await page.getByRole('button', { name: 'Open' }).click();
  await expectOf(page.getByRole('heading', { name: 'Sign in to Lypova 12' })).toBeVisible();
  await page.keyboard.press('Control+1');
  await page.getByRole('button', { name: 'Join one on your network' }).click();
  const field = page.getByLabel('Address or link');
  for (const [address, words] of [
    ['', 'This isn’t a community address'],
    ['two words', 'This isn’t a community address'],
    ['127.0.0.1:1', 'No answer'],
    [`https://${there.address}/#/?key=${'0'.repeat(64)}`, 'A different community is at this address'],
  ] as const) {
    await field.fill(address);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expectOf(field).toHaveAccessibleDescription(new RegExp(words));
  }
});

/** Serious violations of axe: every rule in both themes, and those that depend on the width in a narrow window. */
async function violationsIn(page: Page): Promise<string[]> {
  const wide = await seriousViolationsInBothThemes(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const narrow = await seriousViolations(page, ['target-size', 'scrollable-region-focusable', 'button-name']);
  await page.setViewportSize({ width: 1280, height: 844 });
  return [...wide, ...narrow];
}

it('is joined by accessible pages, and hidden when its key changes until the person decides', async () => {
  const { there, page } = await guest();
  const faults: Record<string, string[]> = {};
  await expectOf(tile(page, 'Your community')).toBeVisible();
  faults['the communities'] = await violationsIn(page);
  await page.getByRole('link', { name: 'Join a community' }).click();
  await expectOf(page.getByLabel('Address or link')).toBeFocused();
  faults['joining'] = await violationsIn(page);
  await page.getByLabel('Address or link').fill(there.address);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectOf(page.getByText('You’ve already joined this community.')).toBeVisible();
  faults['a community that is known'] = await violationsIn(page);

  const before = await sessionOf(page);
  await there.stop();
  const moved = await sharedCommunity('Lypova 12', there.port);
  onTestFinished(() => moved.close());
  const heading = page.getByRole('heading', { name: 'The community’s key has changed' });
  await expectOf(heading).toBeVisible();
  faults['another key'] = await violationsIn(page);
  expect(Object.values(faults).flat()).toEqual([]);
  await expectOf(findBox(page)).toHaveCount(0);
  const trust = page.getByRole('button', { name: 'Trust the new key' });
  await expectOf(trust).toBeDisabled();
  await page.getByRole('button', { name: 'Don’t connect' }).click();
  await expectOf(page.getByRole('heading', { name: 'Create a community' })).toBeVisible();
  await page.keyboard.press('Control+2');
  await expectOf(heading).toBeVisible();
  await page.getByRole('button', { name: 'Check again' }).click();
  await expectOf(page.getByRole('button', { name: 'Check again' })).toBeEnabled();
  expect(await sessionOf(page)).toEqual(before);
  await page.getByRole('checkbox', { name: /^I asked the host/ }).click();
  await trust.click();
  // The new host has no accounts yet.
  await expectOf(page.getByRole('heading', { name: 'Sign in to Lypova 12' })).toBeVisible();
});
