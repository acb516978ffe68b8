import { expect as playwrightExpect } from '@playwright/test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { Bridge } from '../../../shared/channels';
import { upload } from '../../support/content';
import { fixture } from '../../support/fixtures';
import { testDesktops } from '../desktop';
import { guestOf } from '../guests';

vi.setConfig({ testTimeout: 120_000 });
const expectOf = playwrightExpect.configure({ timeout: 40_000 });

const desktops = testDesktops();

it('keeps videos offline, now or when the host is back, plays them without it, and removes them', async () => {
  const { there, taras, page } = await guestOf(desktops);
  const video = fixture('video.webm');
  const { ID } = await upload(there.now.service, taras.session, 'videos.upload', video, { filename: 'Walk' });
  await upload(there.now.service, taras.session, 'videos.upload', fixture('video.mp4'), { filename: 'Lake' });
  await page.evaluate(() => void (location.hash = '#/videos'));
  await page.getByRole('button', { name: 'More for Walk' }).click();
  await page.getByRole('menuitem', { name: 'Make available offline' }).click();
  await expectOf(page.getByRole('img', { name: 'Available offline' })).toBeVisible();

  await there.stop();
  await page.getByRole('button', { name: 'More for Lake' }).click();
  await page.getByRole('menuitem', { name: 'Make available offline' }).click();
  await expectOf(page.getByRole('img', { name: 'Downloads when the host is back' })).toBeVisible();
  const played = await page.evaluate(async (id) => {
    const answer = await fetch(`/content/video/${id}/Walk`, { headers: { range: 'bytes=0-' } });
    return [answer.status, (await answer.arrayBuffer()).byteLength];
  }, ID);
  expect(played).toEqual([206, video.length]);

  await page.evaluate(() => void (location.hash = '#/settings/offline'));
  await expectOf(page.getByText('kB. Doesn’t count toward the limit.')).toBeVisible();
  await page.getByRole('combobox', { name: /Limit/ }).click();
  await page.getByRole('option', { name: '500 MB' }).click();
  await expectOf(page.getByText('Saved')).toBeVisible();

  await there.restart();
  await page.evaluate(() => void (location.hash = '#/videos'));
  await expectOf(page.getByRole('img', { name: 'Available offline' })).toHaveCount(2);
  await page.getByRole('button', { name: 'More for Walk' }).click();
  await page.getByRole('menuitem', { name: 'Remove from this computer' }).click();
  await expectOf(page.getByRole('img', { name: 'Available offline' })).toHaveCount(1);

  // Signing out deletes what was stored for this person.
  const stored = () =>
    readdirSync(join(desktops.path, 'desktop/content/files'), {
      recursive: true,
      withFileTypes: true,
    }).filter((entry) => entry.isFile()).length;
  expect(stored()).toBeGreaterThan(0);
  await page.evaluate(() => (window as unknown as { courtyard: Bridge }).courtyard.session(null));
  await expectOf.poll(stored).toBe(0);
});
