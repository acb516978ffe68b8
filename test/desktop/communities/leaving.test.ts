import { expect as playwrightExpect } from '@playwright/test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { testDesktops } from '../desktop';
import { makeCommunity } from '../first-run';
import { guestOf, storeJoined, tile } from '../guests';

vi.setConfig({ testTimeout: 120_000 });
const expectOf = playwrightExpect.configure({ timeout: 40_000 });

const desktops = testDesktops();

/** What the program has stored of communities hosted elsewhere: the names of their files, and who is signed in. */
function storedElsewhere(): { files: string[]; sessions: string[] } {
  const folder = join(desktops.path, 'desktop');
  const [elsewhere, sessionsFile] = [join(folder, 'elsewhere'), join(folder, 'sessions.json')];
  const files = existsSync(elsewhere) ? readdirSync(elsewhere, { recursive: true }).map(String) : [];
  const sessions = existsSync(sessionsFile) ? (JSON.parse(readFileSync(sessionsFile, 'utf8')) as object) : {};
  const isElsewhere = (name: string) => name.includes('joined-');
  return { files: files.filter(isElsewhere), sessions: Object.keys(sessions).filter(isElsewhere) };
}

/** Takes connections to a port and never answers, as a computer whose network is gone. */
async function silentHost(port: number): Promise<void> {
  const open = new Set<Socket>();
  const server = createServer((socket) => void open.add(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
}

it('says that what was not sent will be lost', async () => {
  const { there, page } = await guestOf(desktops);
  await page.getByRole('link', { name: /Garden/ }).click();
  await there.stop();
  await expectOf(page.getByText(/^Lypova 12 is offline/)).toBeVisible();
  const box = page.getByRole('textbox', { name: 'Message' });
  await box.fill('Not sent yet');
  await box.press('Enter');
  await expectOf(page.getByRole('button', { name: '1 waiting' })).toBeVisible();
  await page.getByRole('button', { name: 'Taras: you' }).click();
  await page.getByRole('menuitem', { name: 'Leave Lypova 12' }).click();
  await expectOf(page.getByRole('alertdialog')).toContainText(
    'What wasn’t sent will be lost. 1 item hasn’t been sent yet: Message in Garden: “Not sent yet”',
  );
});

it('deletes what is stored of a community at once, although its host does not answer', async () => {
  const { there, desktop, page } = await guestOf(desktops);
  await expectOf.poll(() => storedElsewhere().files.length).toBeGreaterThan(0);
  await expectOf.poll(() => storedElsewhere().sessions.length).toBe(1);
  const self = page.getByRole('button', { name: 'Taras: you' });
  await expectOf(self).toBeVisible();
  await there.stop();
  await silentHost(there.port);
  await self.click();
  await page.getByRole('menuitem', { name: 'Leave Lypova 12' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await expectOf(page.getByRole('heading', { name: 'Create a community' })).toBeVisible();
  // Sooner than the host is given up.
  await desktop.quit();
  expect(storedElsewhere()).toEqual({ files: [], sessions: [] });
});

it('deletes what is stored of a community that has banned the person, also while another one is shown', async () => {
  const { there, taras, page } = await guestOf(desktops);
  await page.keyboard.press('Control+1');
  await makeCommunity(page);
  await expectOf.poll(() => storedElsewhere().sessions.length).toBe(1);
  await expectOf.poll(() => storedElsewhere().files.length).toBeGreaterThan(0);
  await there.owner.call('admin.ban', { user_id: taras.id, reason: 'Spam' });
  await expectOf.poll(() => storedElsewhere().sessions).toEqual([]);
  await expectOf
    .poll(() => storedElsewhere().files.filter((name) => name.startsWith('replicas')))
    .toEqual([]);
  await expectOf(tile(page, 'Lypova 12')).toBeVisible();
  await tile(page, 'Lypova 12').click();
  await expectOf(page.getByRole('heading', { name: 'Sign in to Lypova 12' })).toBeVisible();
});

it('opens another joined community when one is left and there is none of your own', async () => {
  const [, other] = storeJoined(desktops, ['Aspen', 'Birch'], 0);
  const { page } = await desktops.open();
  const leave = async (name: string) => {
    await page.getByRole('button', { name: 'Communities' }).click();
    await page.getByRole('menuitem', { name: `Leave ${name}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  };
  await leave('Aspen');
  await expectOf.poll(() => page.url()).toContain(other);
  await leave('Birch');
  await expectOf(page.getByRole('heading', { name: 'Create a community' })).toBeVisible();
});
