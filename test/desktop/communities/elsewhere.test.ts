import { expect as playwrightExpect, type Page } from '@playwright/test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { upload } from '../../support/content';
import { fixture } from '../../support/fixtures';
import { stage, testDesktops, type Desktop } from '../desktop';
import { makeCommunity } from '../first-run';
import { guestOf, switchTo, tile } from '../guests';
import type { Notification as StageNotification } from '../stage/shown';

vi.setConfig({ testTimeout: 120_000 });
const expectOf = playwrightExpect.configure({ timeout: 40_000 });

const desktops = testDesktops();

type Stage = { Notification: typeof StageNotification };

/** Returns the notifications that the system shows. */
const shownAlerts = ({ inProgram }: Desktop) =>
  inProgram(
    (electron) =>
      [...(electron as unknown as Stage).Notification.all].map(({ title, body }) => `${title} | ${body}`),
    null,
  );

/** Clicks or answers the notification that is shown. */
const act = ({ inProgram }: Desktop, name: 'click' | 'reply', details: object) =>
  inProgram(
    (electron, [name, details]) => {
      const [first] = (electron as unknown as Stage).Notification.all;
      first?.emit(name, details);
    },
    [name, details] as const,
  );

/** Opens a window in which Taras has joined Lypova 12 and then switched to his own community. */
async function lookingAway() {
  const guest = await guestOf(desktops);
  const { there, dialog_id, desktop, page } = guest;
  await page.keyboard.press('Control+1');
  await makeCommunity(page);
  const say = (text: string) => there.owner.call('dialogs.send', { dialog_id, text });
  /** Sends a message that must show a notification, once the event connection to that community is open. */
  const sayTold = async (text: string, shown: string) => {
    const heard = async () => (await say('Hello?')) && (await shownAlerts(desktop)).length;
    await expectOf.poll(heard).toBe(1);
    await say(text);
    await expectOf.poll(() => shownAlerts(desktop)).toEqual([shown]);
  };
  return { ...guest, say, sayTold };
}

// Real Electron can't be asked what the system shows.
describe.runIf(stage === 'the stand-in')('a notification of a community in the background', () => {
  it('can be replied to, closes when read or left, and opens its chat', async () => {
    const { there, taras, dialog_id, desktop, page, say, sayTold } = await lookingAway();
    await sayTold('Are you there?', 'Lypova 12: Olena · Garden | Are you there?');
    await act(desktop, 'reply', { reply: ' On my way ' });
    await expectOf
      .poll(async () => (await there.owner.call('dialogs.messages', { dialog_id }))[0])
      .toMatchObject({ Text: 'On my way', Author: { Name: 'Taras' } });
    await expectOf(tile(page, 'Our street')).toHaveAttribute('aria-current', 'true');
    expect(await shownAlerts(desktop)).toEqual([]);

    await sayTold('Are you near?', 'Lypova 12: Olena · Garden | Are you near?');
    const { ID: message } = await say('Taras?');
    await taras.call('dialogs.read', { dialog_id, message });
    await expectOf.poll(() => shownAlerts(desktop)).toEqual([]);

    await sayTold('And now?', 'Lypova 12: Olena · Garden | And now?');
    await say('At ten');
    await expectOf.poll(() => shownAlerts(desktop)).toEqual(['Lypova 12: Olena · Garden | At ten']);
    await act(desktop, 'click', {});
    const conversation = page.getByRole('region', { name: 'Messages in Garden' });
    await expectOf(conversation.getByText('At ten')).toBeVisible();
    await expectOf(tile(page, 'Lypova 12')).toHaveAttribute('aria-current', 'true');
    expect(await shownAlerts(desktop)).toEqual([]);
    // Now the pages of that community are open and visible, so they show no notification.
    await say('Here you are');
    await expectOf(conversation.getByText('Here you are')).toBeVisible();
    expect(await shownAlerts(desktop)).toEqual([]);

    await switchTo(page, 'Our street');
    await sayTold('Gone again?', 'Lypova 12: Olena · Garden | Gone again?');
    await switchTo(page, /^Lypova 12/);
    await page.getByRole('button', { name: 'Taras: you' }).click();
    await page.getByRole('menuitem', { name: 'Leave Lypova 12' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
    await expectOf(page.getByRole('button', { name: 'Olena: you' })).toBeVisible();
    await expectOf.poll(() => shownAlerts(desktop)).toEqual([]);
  });

  it('follows notification settings and mutes there, also after a restart', async () => {
    const { there, taras, dialog_id, desktop, page, say, sayTold } = await lookingAway();
    await switchTo(page, 'Lypova 12');
    await page.getByRole('link', { name: 'Settings' }).first().click();
    await page.getByRole('link', { name: 'Notifications' }).last().click();
    await page.getByRole('switch', { name: 'Show names and text' }).click();
    await expectOf(page.getByRole('switch', { name: 'Show names and text' })).not.toBeChecked();
    await switchTo(page, 'Our street');
    await sayTold('A secret', 'Lypova 12 | New message');
    await desktop.quit();

    const again = await desktops.open();
    await taras.call('dialogs.mute', { dialog_id, value: true });
    await say('Nobody hears this');
    const { ID: alone } = await there.owner.call('dialogs.createPrivate', { user_id: taras.id });
    const heard = async () => {
      await there.owner.call('dialogs.send', { dialog_id: alone, text: 'Only you' });
      return shownAlerts(again);
    };
    await expectOf.poll(heard).toEqual(['Lypova 12 | New message']);
    await act(again, 'click', {});
    await expectOf(again.page.getByRole('region', { name: 'Messages in Olena' })).toBeVisible();
  });
});

it("caches a community's picture while its host is offline, but not a removed one", async () => {
  const { there, desktop } = await guestOf(desktops);
  const { ID: avatar } = await upload(
    there.now.service,
    there.owner.session,
    'photos.upload',
    fixture('picture.png'),
  );
  await there.owner.call('community.update', { avatar });
  const pictureOn = (page: Page) => tile(page, /^Lypova 12/).locator('img');
  // The community that is shown all the time has its picture after a restart, too.
  const cached = join(desktops.path, 'desktop', 'pictures.json');
  await expectOf.poll(() => existsSync(cached) && readFileSync(cached, 'utf8')).toContain('data:image/webp');
  await there.stop();
  await desktop.quit();
  const again = await desktops.open();
  await expectOf(tile(again.page, /^Lypova 12, (host offline|offline since)/)).toBeVisible();
  await expectOf(pictureOn(again.page)).toHaveJSProperty('complete', true);
  await expectOf
    .poll(() => pictureOn(again.page).evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBe(64);
  await again.page.keyboard.press('Control+1');
  await makeCommunity(again.page);
  await expectOf(pictureOn(again.page)).toHaveAttribute('src', /^data:image\/webp;base64,/);
  await there.restart();
  await there.owner.call('community.update', { avatar: 0 });
  await expectOf(tile(again.page, /^Lypova 12/)).toBeVisible();
  await expectOf(pictureOn(again.page)).toHaveCount(0);
});

it('returns to where a community was left', async () => {
  const { dialog_id, page } = await guestOf(desktops);
  await page.evaluate((hash) => (location.hash = hash), `#/chats/${dialog_id}`);
  const conversation = page.getByRole('region', { name: 'Messages in Garden' });
  await expectOf(conversation).toBeVisible();
  await page.keyboard.press('Control+1');
  await makeCommunity(page);
  await switchTo(page, 'Lypova 12');
  await expectOf(conversation).toBeVisible();
});
