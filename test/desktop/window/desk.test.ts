import { expect as playwrightExpect, type Page } from '@playwright/test';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { desktopEntryOf } from '../../../electron/desktop/program/autostart';
import { routeOfLink } from '../../../electron/desktop/program/links';
import type { Alert } from '../../../shared/alerts/alert';
import type { AlertAnswer } from '../../../shared/bridge';
import type { DesktopSettingsRequest } from '../../../shared/desktop-settings';
import type { Bridge } from '../../../shared/channels';
import { startInVain, stage, testDesktop, testDesktops, type Desktop } from '../desktop';
import type { Notification as StageNotification, Tray as StageTray } from '../stage/shown';

const expectOf = playwrightExpect.configure({ timeout: 30_000 });

const desktops = testDesktops();
const { open } = desktops;

/** Returns the bridge functions of a page. */
function bridgeOf(page: Page) {
  return {
    badge: (count: number) =>
      page.evaluate((count) => (window as unknown as { courtyard: Bridge }).courtyard.badge(count), count),
    alert: (alert: unknown) =>
      page.evaluate(
        (alert) => (window as unknown as { courtyard: Bridge }).courtyard.alert(alert as Alert),
        alert,
      ),
    endAlert: (tag: string) =>
      page.evaluate((tag) => (window as unknown as { courtyard: Bridge }).courtyard.endAlert(tag), tag),
    desk: (change?: unknown) =>
      page.evaluate(
        (change) =>
          (window as unknown as { courtyard: Bridge }).courtyard.desk(
            change as DesktopSettingsRequest | undefined,
          ),
        change,
      ),
    /** Records the notifications of the page; returns a function that reads them. */
    hearAlerts: async () => {
      await page.evaluate(() => {
        const kept: AlertAnswer[] = [];
        Object.assign(window, { kept });
        (window as unknown as { courtyard: Bridge }).courtyard.onAlert((answer) => kept.push(answer));
      });
      return () => page.evaluate(() => (window as unknown as { kept: AlertAnswer[] }).kept);
    },
  };
}

const isShown = ({ inProgram }: Desktop) =>
  inProgram(({ BrowserWindow }) => BrowserWindow.getAllWindows().some((window) => window.isVisible()), null);

const ANN: Alert = { tag: 'dialog 7', title: 'Ann', body: 'Hello', isSilent: false, answerText: 'Reply' };

describe('while running', () => {
  const desktop = testDesktop();

  it('shows the number of unread messages on its icon', async () => {
    const { page, inProgram } = desktop;
    const shown = () => inProgram(({ app }) => app.getBadgeCount(), null);
    await bridgeOf(page).badge(3);
    await expectOf.poll(shown).toBe(3);
    await bridgeOf(page).badge(-1);
    await expectOf.poll(shown).toBe(0);
  });

  it('accepts only known preferences', async () => {
    const { page } = desktop;
    const refused = (change: unknown) =>
      bridgeOf(page)
        .desk(change)
        .then(
          () => false,
          () => true,
        );
    for (const change of [null, 7, { keepsInTray: 'yes' }, { path: '/etc' }])
      expect([change, await refused(change)]).toEqual([change, true]);
  });

  it('reloads its page after a crash, and says so once', async () => {
    const { page, inProgram } = desktop;
    await page.evaluate(() => Object.assign(window, { isOld: true }));
    await inProgram(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      contents?.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 11 });
    }, null);
    await expectOf.poll(() => page.evaluate(() => 'isOld' in window).catch(() => true)).toBe(false);
    await expectOf.poll(() => page.evaluate(() => 'courtyard' in window)).toBe(true);
    expect(await bridgeOf(page).desk()).toMatchObject({ hasRecovered: true });
    expect(await bridgeOf(page).desk()).toMatchObject({ hasRecovered: false });
  });

  it('continues after an unhandled rejection', async () => {
    const { page, inProgram } = desktop;
    await inProgram(() => {
      void Promise.reject(new Error('Nobody hears this'));
    }, null);
    await inProgram(() => new Promise((resolve) => setImmediate(resolve)), null);
    expect(await bridgeOf(page).desk()).toMatchObject({ hasRecovered: false });
  });

  // Real Electron can't be asked what the system shows.
  describe.runIf(stage === 'the stand-in')('a notification', () => {
    type Stage = { Notification: typeof StageNotification };
    const shownAlerts = ({ inProgram }: Desktop) =>
      inProgram(
        (electron) =>
          [...(electron as unknown as Stage).Notification.all].map(({ title, body, silent }) => [
            title,
            body,
            silent,
          ]),
        null,
      );

    afterEach(() =>
      desktop.inProgram((electron) => {
        for (const one of (electron as unknown as Stage).Notification.all) one.close();
      }, null),
    );

    it('replaces an earlier one about the same thing, and closes when that is read', async () => {
      const bridge = bridgeOf(desktop.page);
      await bridge.alert(ANN);
      await bridge.alert({ ...ANN, body: 'Are you there?' });
      await bridge.alert({ ...ANN, tag: 'dialog 8', title: 'Taras', isSilent: true });
      await expectOf
        .poll(() => shownAlerts(desktop))
        .toEqual([
          ['Ann', 'Are you there?', false],
          ['Taras', 'Hello', true],
        ]);
      await bridge.endAlert('dialog 7');
      await expectOf.poll(() => shownAlerts(desktop)).toEqual([['Taras', 'Hello', true]]);
    });

    it('focuses the window when clicked and passes replies to the page', async () => {
      const { page, inProgram } = desktop;
      const heard = await bridgeOf(page).hearAlerts();
      const act = (name: 'click' | 'reply', details: object) =>
        inProgram(
          (electron, [name, details]) => {
            const [first] = (electron as unknown as Stage).Notification.all;
            first?.emit(name, details);
          },
          [name, details] as const,
        );
      await inProgram(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize(), null);
      await bridgeOf(page).alert(ANN);
      await expectOf.poll(() => shownAlerts(desktop)).toHaveLength(1);
      await act('click', {});
      await expectOf.poll(heard).toEqual([{ tag: 'dialog 7' }]);
      const isInFront = () =>
        inProgram(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isFocused() ?? false, null);
      await expectOf.poll(isInFront).toBe(true);
      await bridgeOf(page).alert({ ...ANN, body: 'And?' });
      await expectOf.poll(() => shownAlerts(desktop)).toHaveLength(1);
      await act('reply', { reply: 'On my way' });
      await expectOf.poll(heard).toEqual([{ tag: 'dialog 7' }, { tag: 'dialog 7', text: 'On my way' }]);
      expect(await shownAlerts(desktop)).toEqual([]);
    });

    it('is rejected when a page asks for anything else', async () => {
      const bridge = bridgeOf(desktop.page);
      const wrong = [null, 'Hello', { ...ANN, body: 7 }, { ...ANN, body: 'x'.repeat(1001) }, { tag: 'x' }];
      for (const alert of wrong) await bridge.alert(alert);
      await bridge.alert({ ...ANN, title: 'The last one' });
      await expectOf.poll(() => shownAlerts(desktop)).toEqual([['The last one', 'Hello', false]]);
    });

    it('is limited in number', async () => {
      for (let tag = 0; tag < 25; tag++) await bridgeOf(desktop.page).alert({ ...ANN, tag: `dialog ${tag}` });
      await expectOf.poll(() => shownAlerts(desktop)).toHaveLength(20);
    });
  });
});

/** Whether spell checking is on, and its languages, for which dictionaries are downloaded. */
const spelling = ({ inProgram }: Desktop) =>
  inProgram(
    ({ session: { defaultSession } }) => [
      defaultSession.isSpellCheckerEnabled(),
      defaultSession.getSpellCheckerLanguages(),
    ],
    null,
  );

describe('without its window', () => {
  it('keeps running in the tray if enabled, and remembers this and spell checking over a restart', async () => {
    const desktop = await open();
    expect(await bridgeOf(desktop.page).desk()).toEqual({
      opensAtLogin: null,
      keepsInTray: false,
      checksSpelling: false,
      hasRecovered: false,
      hasStoppedMusic: false,
    });
    expect(await spelling(desktop)).toEqual([false, []]);
    expect(await bridgeOf(desktop.page).desk({ checksSpelling: true })).toMatchObject({
      ...{ checksSpelling: true, keepsInTray: false },
    });
    expect(await spelling(desktop)).toEqual([true, ['en-GB', 'uk']]);
    expect(await bridgeOf(desktop.page).desk({ keepsInTray: true })).toMatchObject({ keepsInTray: true });
    const close = (one: Desktop) =>
      one.inProgram(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close(), null);
    await close(desktop);
    await expectOf.poll(() => isShown(desktop)).toBe(false);
    expect(await desktop.quit()).toBe(0);

    const again = await open();
    expect(await bridgeOf(again.page).desk()).toMatchObject({ keepsInTray: true, checksSpelling: true });
    expect(await spelling(again)).toEqual([true, ['en-GB', 'uk']]);
    await bridgeOf(again.page).desk({ checksSpelling: false });
    expect(await spelling(again)).toEqual([false, []]);
    await close(again);
    await expectOf.poll(() => isShown(again)).toBe(false);
    expect((await startInVain(desktops.path)).code).toBe(0);
    await expectOf.poll(() => isShown(again)).toBe(true);
  });

  it.runIf(stage === 'the stand-in')(
    'is opened and quit by the tray icon, which shows unread messages',
    async () => {
      type Stage = { Tray: typeof StageTray };
      const desktop = await open();
      const { page, inProgram } = desktop;
      const icons = () =>
        inProgram(
          (electron) =>
            [...(electron as unknown as Stage).Tray.all].map(({ tip, menu }) => [
              tip,
              ...(menu?.items ?? []).map(({ label = '-' }) => label),
            ]),
          null,
        );
      const choose = (label: string) =>
        inProgram((electron, label) => {
          const [tray] = (electron as unknown as Stage).Tray.all;
          tray?.menu?.items.find((item) => item.label === label)?.click?.();
        }, label);
      await bridgeOf(page).desk({ keepsInTray: true });
      await bridgeOf(page).badge(2);
      await expectOf.poll(icons).toEqual([['Courtyard · 2 unread', 'Open Courtyard', '-', 'Quit']]);
      await inProgram(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close(), null);
      await choose('Open Courtyard');
      await expectOf.poll(() => isShown(desktop)).toBe(true);
      await bridgeOf(page).desk({ keepsInTray: false });
      await expectOf.poll(icons).toEqual([]);
      await bridgeOf(page).desk({ keepsInTray: true });
      await expectOf.poll(icons).toHaveLength(1);
      await choose('Quit');
      expect(await desktop.ended).toBe(0);
    },
  );
});

describe('a link', () => {
  it('opens its invitation in the existing window', async () => {
    const { page } = await open();
    expect((await startInVain(desktops.path, ['courtyard://join/ABCD-EFGH'])).code).toBe(0);
    await expectOf.poll(() => page.evaluate(() => location.hash)).toBe('#/join/ABCD-EFGH');
  });

  it.each([
    ['courtyard://join/ABCD-EFGH', '#/join/ABCD-EFGH'],
    ['courtyard://join/ABCD-EFGH/', '#/join/ABCD-EFGH'],
    ['courtyard://join/', null],
    ['courtyard://join/a b', null],
    ['courtyard://join/ABCD?next=https://elsewhere.example', null],
    ['courtyard://join/ABCD?at=elsewhere.example:8701&next=1', null],
    ['courtyard://join/ABCD?at=person@elsewhere.example', null],
    [
      `courtyard://join/ABCD?at=[fe80::1]:8701&key=${'0'.repeat(64)}`,
      `#/joining?link=${encodeURIComponent(`courtyard://join/ABCD?at=[fe80::1]:8701&key=${'0'.repeat(64)}`)}`,
    ],
    ['courtyard://settings/account', null],
    [`courtyard://join/${'A'.repeat(65)}`, null],
    ['javascript:alert(1)', null],
    ['https://example.org/#/join/ABCD-EFGH', null],
  ])('%s opens %s', (address, place) => {
    expect(routeOfLink(address)).toBe(place);
  });
});

it('registers for login start with an unchanged program name', () => {
  expect(desktopEntryOf('/opt/Our "street" $1 100%/courtyard')).toContain(
    'Exec="/opt/Our \\\\"street\\\\" \\\\$1 100%%/courtyard"\n',
  );
});

describe('after a crash', () => {
  it('of the program it restarts in place and says so', async () => {
    const desktop = await open();
    await desktop.inProgram(() => {
      setImmediate(() => {
        throw new Error('Something broke');
      });
    }, null);
    expect(await desktop.ended).toBe(1);
    const again = await open();
    expect(await bridgeOf(again.page).desk()).toMatchObject({ hasRecovered: true });
  });

  it('of an AppImage it restarts its file, although the disk is full', async () => {
    // Where the time of the crash would be stored.
    mkdirSync(join(desktops.path, 'desktop', 'breakdown'), { recursive: true });
    const desktop = await open();
    const started = join(desktops.path, 'started');
    await desktop.inProgram(({ app }, path) => {
      const { writeFileSync } = process.getBuiltinModule('node:fs');
      process.env['APPIMAGE'] = '/opt/Courtyard.AppImage';
      process.uptime = () => 3600;
      app.relaunch = (options) => writeFileSync(path, JSON.stringify(options));
      setImmediate(() => {
        throw new Error('Something broke');
      });
    }, started);
    expect(await desktop.ended).toBe(1);
    expect(JSON.parse(readFileSync(started, 'utf8'))).toMatchObject({ execPath: '/opt/Courtyard.AppImage' });
  });
});
