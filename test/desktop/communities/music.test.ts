import { expect as playwrightExpect } from '@playwright/test';
import { it, vi } from 'vitest';
import { upload } from '../../support/content';
import { sine } from '../../support/media/sounds';
import { testDesktops } from '../desktop';
import { findBox, makeCommunity } from '../first-run';
import { guestOf, switchTo, tile } from '../guests';

vi.setConfig({ testTimeout: 120_000 });
const expectOf = playwrightExpect.configure({ timeout: 40_000 });

const desktops = testDesktops();

it('says after switching that music was paused, once', async () => {
  const { there, dialog_id, page, taras } = await guestOf(desktops);
  const about = { name: 'Rain', author: 'The Yard', release: '' };
  const { ID } = await upload(
    there.now.service,
    taras.session,
    'music.upload',
    sine(0, 60, { rate: 8_000 }),
    about,
  );
  const attachments = [{ Type: 'track' as const, Item: ID }];
  await there.owner.call('dialogs.send', { dialog_id, text: 'Listen', attachments });
  await page.keyboard.press('Control+1');
  await makeCommunity(page);
  await switchTo(page, /^Lypova 12/);
  const toast = page.getByText('Music was paused because you switched communities.');
  await page.getByRole('link', { name: /Garden/ }).click();
  await expectOf(toast).toHaveCount(0);
  await page.getByRole('button', { name: 'Play Rain' }).click();
  await expectOf(tile(page, 'Our street, pauses the music')).toBeVisible();
  await page.keyboard.press('Control+1');
  await expectOf(toast).toBeVisible();
  await expectOf(tile(page, 'Our street')).toHaveAttribute('aria-current', 'true');
  await page.reload();
  await expectOf(findBox(page)).toBeVisible();
  await switchTo(page, /^Lypova 12/);
  await expectOf(
    page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Play' }),
  ).toBeVisible();
  await expectOf(toast).toHaveCount(0);
});
