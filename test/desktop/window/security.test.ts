import type { WebContents } from 'electron';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CameraAction } from '../../../shared/bridge';
import type { Bridge } from '../../../shared/channels';
import { stage, testDesktop } from '../desktop';

const desktop = testDesktop(['--use-fake-device-for-media-stream']);

/*
 * The items of Electron's security checklist are tested as follows: 1, 7 by `may run only its own scripts`; 2, 3, 4, 6,
 * 8, 9, 10 by `is sandboxed and isolated`; 5 by `is granted only clipboard writes` and `gets video of the camera only
 * while granted`; 11, 12 by `holds no webview`; 13 by `does not navigate away to`; 14 by `opens no other window`; 15 in
 * navigation.test.ts; 16 by `uses an Electron release that is still supported`; 17 by `answers no page but its own`;
 * 18 by `serves only built pages` and in window.test.ts; 19 in packing.test.ts; 20 by `has nothing of Node or
 * Electron`.
 */

/** Members that Electron's typings don't export. */
interface Watched {
  getLastWebPreferences: () => Record<string, unknown>;
}

type Bridged = Window & { courtyard: Bridge };

describe('the page of the window', () => {
  it('is sandboxed and isolated, with every setting explicit', async () => {
    const preferences = await desktop.inProgram(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents as WebContents & Watched;
      return contents.getLastWebPreferences();
    }, null);
    expect(preferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
    });
    expect(preferences['enableBlinkFeatures'] ?? '').toBe('');
  });

  it('has nothing of Node or Electron, only the bridge', async () => {
    const found = await desktop.page.evaluate(() => ({
      names: [
        'require',
        'module',
        'process',
        'Buffer',
        'global',
        'electron',
        'ipcRenderer',
        '__dirname',
      ].filter((name) => name in window),
      bridge: Object.keys((window as unknown as Bridged).courtyard).sort(),
    }));
    expect(found).toEqual({
      names: [],
      bridge: [
        ...[
          'alert',
          'badge',
          'call',
          'camera',
          'chooseAlerts',
          'command',
          'communities',
          'connect',
          'contentCache',
          'demo',
          'desk',
        ],
        ...[
          'diagnose',
          'disconnect',
          'downloads',
          'dragOut',
          'endAlert',
          'find',
          'idleTime',
          'offline',
          'on',
          'onAlert',
          'onCommunities',
          'onDownloads',
          'onDragFailed',
          'onOffline',
          'onOutbox',
          'onStandbyCopy',
          'outbox',
          'restoreInstead',
          'session',
          'standbyCopy',
          'update',
        ],
      ],
    });
  });

  it('may run only its own scripts, connect nowhere else, and not be framed', async () => {
    const { policy, ...tried } = await desktop.page.evaluate(async () => {
      const inline = document.createElement('script');
      inline.textContent = 'window.hasRun = true';
      document.head.append(inline);
      const outside = await fetch('https://example.org/').then(
        () => 'answered',
        () => 'refused',
      );
      const { headers } = await fetch('/');
      return { hasRun: 'hasRun' in window, outside, policy: headers.get('content-security-policy') };
    });
    expect(tried).toEqual({ hasRun: false, outside: 'refused' });
    expect(policy).toMatch(/^default-src 'self'; /);
    for (const part of [
      "script-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'none'",
    ])
      expect(policy?.split('; ')).toContain(part);
  });

  it('is granted only clipboard writes and the microphone', async () => {
    const states = await desktop.page.evaluate(async () => {
      const names = ['geolocation', 'notifications', 'camera', 'microphone', 'midi', 'clipboard-read'];
      const found: Record<string, string> = {};
      for (const name of [...names, 'clipboard-write'])
        found[name] = (await navigator.permissions.query({ name: name as PermissionName })).state;
      return found;
    });
    expect(states).toEqual({
      geolocation: 'denied',
      notifications: 'denied',
      camera: 'denied',
      microphone: 'granted',
      midi: 'denied',
      'clipboard-read': 'denied',
      'clipboard-write': 'granted',
    });
    const asked = await desktop.page.evaluate(async () => ({
      place: await new Promise((resolve) =>
        navigator.geolocation.getCurrentPosition(
          () => resolve('told'),
          (error) => resolve(error.code),
        ),
      ),
      notes: await Notification.requestPermission(),
    }));
    expect(asked).toEqual({ place: 1, notes: 'denied' });
  });

  it('gets video of the camera only while granted', async () => {
    const { page, inProgram } = desktop;
    const camera = (action: CameraAction) =>
      page.evaluate((action) => (window as unknown as Bridged).courtyard.camera(action), action);
    const all = async () => {
      const found: Record<string, string> = {};
      for (const [name, asked] of Object.entries({
        picture: { video: true },
        sound: { audio: true },
      }))
        found[name] = await page.evaluate(
          (asked) =>
            navigator.mediaDevices.getUserMedia(asked).then(
              (stream) => (stream.getTracks().forEach((track) => track.stop()), 'given'),
              (error: Error) => error.name,
            ),
          asked,
        );
      return found;
    };
    const soundOnly = { picture: 'NotAllowedError', sound: 'given' };
    expect(await all()).toEqual(soundOnly);
    expect(await camera('open')).toBe(true);
    expect(await all()).toEqual({ picture: 'given', sound: 'given' });
    const elsewhere = await inProgram(async ({ BrowserWindow, protocol }) => {
      const headers = { 'content-type': 'text/html' };
      protocol.handle('https', () => new Response('<p>Elsewhere</p>', { headers }));
      const strange = new BrowserWindow({
        show: false,
        webPreferences: { sandbox: true, contextIsolation: true },
      });
      await strange.loadURL('https://elsewhere.example/');
      const said: unknown = await strange.webContents.executeJavaScript(
        `navigator.mediaDevices.getUserMedia({ video: true }).then(() => 'given', (error) => error.name)`,
      );
      const isClosed = new Promise<void>((resolve) => strange.once('closed', resolve));
      strange.close();
      await isClosed;
      protocol.unhandle('https');
      return said;
    }, null);
    expect(elsewhere).toBe('NotAllowedError');
    await camera('close');
    expect(await all()).toEqual(soundOnly);
  });

  it('gives its frames no bridge', async () => {
    const found = await desktop.page.evaluate(async () => {
      const frame = document.createElement('iframe');
      frame.srcdoc = '<p>A frame</p>';
      const isLoaded = new Promise((resolve) => frame.addEventListener('load', resolve));
      document.body.append(frame);
      await isLoaded;
      const has = 'courtyard' in (frame.contentWindow ?? {});
      frame.remove();
      return has;
    });
    expect(found).toBe(false);
  });
});

describe('the window', () => {
  /** Returns the URLs that the program tried to open in the system's browser. */
  async function openedOutside(): Promise<string[]> {
    return desktop.inProgram(({ shell }) => (shell as unknown as { opened?: string[] }).opened ?? [], null);
  }

  beforeAll(async () => {
    await desktop.inProgram(({ shell }) => {
      const opened: string[] = [];
      Object.assign(shell, { opened, openExternal: async (address: string) => void opened.push(address) });
    }, null);
  });

  it.each(['https://example.org/', 'http://127.0.0.1:9/'])(
    'does not navigate away to %s',
    async (address) => {
      const { page, inProgram } = desktop;
      const before = page.url();
      await inProgram(({ BrowserWindow, app }) => {
        const asked: [string, boolean][] = [];
        Object.assign(app, { asked });
        BrowserWindow.getAllWindows()[0]?.webContents.on('will-frame-navigate', (event) =>
          asked.push([event.url, event.defaultPrevented]),
        );
      }, null);
      await page.evaluate((address) => {
        location.href = address;
      }, address);
      const asked = () => inProgram(({ app }) => (app as unknown as { asked: unknown }).asked, null);
      await expect.poll(asked).toEqual([[address, true]]);
      expect(page.url()).toBe(before);
      expect(await openedOutside()).toEqual([]);
    },
  );

  it('opens no other window, and passes web links to the system browser', async () => {
    await desktop.page.evaluate(() => {
      for (const address of ['https://example.org/opened', 'http://192.168.1.1/', 'about:blank'])
        window.open(address);
      const link = Object.assign(document.createElement('a'), {
        href: 'https://example.org/clicked',
        target: '_blank',
        rel: 'noopener',
      });
      document.body.append(link);
      link.click();
      link.remove();
    });
    await expect
      .poll(openedOutside)
      .toEqual(['https://example.org/opened', 'http://192.168.1.1/', 'https://example.org/clicked']);
    const count = await desktop.inProgram(({ BrowserWindow }) => BrowserWindow.getAllWindows().length, null);
    expect(count).toBe(1);
  });

  it('holds no webview', async () => {
    const prevented = await desktop.inProgram(({ BrowserWindow }) => {
      let isPrevented = false;
      const event = { preventDefault: () => (isPrevented = true) };
      BrowserWindow.getAllWindows()[0]?.webContents.emit('will-attach-webview', event, {}, {});
      return isPrevented;
    }, null);
    expect(prevented).toBe(true);
    const isPlain = await desktop.page.evaluate(() => {
      const view = document.createElement('webview');
      document.body.append(view);
      const { constructor } = view;
      view.remove();
      return constructor === HTMLUnknownElement || constructor === HTMLElement;
    });
    expect(isPlain).toBe(true);
  });

  it('serves only built pages through its scheme', async () => {
    const answers = await desktop.page.evaluate(async () => {
      const found: Record<string, number> = {};
      const asked = [
        '/',
        '/index.html',
        '/nowhere',
        '/health',
        '/assets',
        '/..%2fmain%2fmain.js',
        '/%2e%2e/x',
      ];
      for (const path of asked) found[path] = (await fetch(path)).status;
      found['POST /'] = (await fetch('/', { method: 'POST', body: 'x' })).status;
      return found;
    });
    expect(answers).toEqual({
      '/': 200,
      '/index.html': 200,
      '/nowhere': 404,
      '/health': 404,
      '/assets': 404,
      '/..%2fmain%2fmain.js': 404,
      '/%2e%2e/x': 404,
      'POST /': 405,
    });
  });
});

describe('the program', () => {
  it('answers no page but its own, whatever was loaded beside it', async () => {
    const answers = await desktop.inProgram(
      async ({ BrowserWindow, protocol }, preload) => {
        protocol.handle(
          'https',
          () => new Response('<p>Elsewhere</p>', { headers: { 'content-type': 'text/html' } }),
        );
        const strange = new BrowserWindow({
          show: false,
          webPreferences: { preload, sandbox: true, contextIsolation: true },
        });
        await strange.loadURL('https://elsewhere.example/');
        const ask = (script: string): Promise<unknown> => strange.webContents.executeJavaScript(script);
        const asking = {
          ...{
            call: ['community.get', {}],
            connect: [{ token: '' }],
            desk: [],
            session: [],
            idleTime: [],
            update: ['look'],
            camera: ['open'],
            restoreInstead: ['folder'],
          },
          ...{
            demo: ['look'],
            find: ['look'],
            communities: [{ action: 'look' }],
            outbox: [{ action: 'look' }],
            standbyCopy: [{ action: 'look' }],
            offline: [{ action: 'look' }],
            contentCache: [{ action: 'look' }],
            downloads: [{ action: 'look' }],
          },
          diagnose: [{ addresses: ['127.0.0.1:9'], key: null }],
        };
        const found: Record<string, string> = {};
        for (const [name, given] of Object.entries(asking))
          found[name] = String(
            await ask(
              `courtyard[${JSON.stringify(name)}](...${JSON.stringify(given)})
                .then((answer) => answer?.ok === false ? answer.error.detail : 'answered', () => 'refused')`,
            ),
          );
        const telling = {
          ...{ badge: [7], dragOut: [[{ path: '/index.html', name: 'index.html' }]], command: [{}] },
          ...{
            alert: [{ tag: 'a', title: 'a', body: '', isSilent: true, answerText: null }],
            endAlert: ['a'],
            chooseAlerts: [{}],
          },
          ...{ disconnect: [], on: [null], onAlert: [null], onCommunities: [null] },
          ...{
            onOutbox: [null],
            onOffline: [null],
            onStandbyCopy: [null],
            onDownloads: [null],
            onDragFailed: [null],
          },
        };
        for (const [name, given] of Object.entries(telling))
          await ask(`void courtyard[${JSON.stringify(name)}](...${JSON.stringify(given)})`);
        const all = String(await ask(`Object.keys(courtyard).sort().join()`));
        const asked = Object.keys({ ...asking, ...telling })
          .sort()
          .join();
        if (all !== asked) throw new Error(`the bridge has ${all}, asked were ${asked}`);
        const isClosed = new Promise<void>((resolve) => strange.once('closed', resolve));
        strange.close();
        await isClosed;
        protocol.unhandle('https');
        return found;
      },
      join(import.meta.dirname, '../../../out/preload/preload.cjs'),
    );
    expect(answers).toEqual({
      ...{ call: 'access_denied', communities: 'access_denied', outbox: 'access_denied' },
      standbyCopy: 'access_denied',
      ...{ camera: 'refused', connect: 'refused', desk: 'refused', find: 'refused', diagnose: 'refused' },
      ...{ idleTime: 'refused', demo: 'refused', session: 'refused', update: 'refused' },
      ...{ downloads: 'refused', offline: 'refused', contentCache: 'refused', restoreInstead: 'refused' },
    });
    expect(await desktop.inProgram(({ app }) => app.getBadgeCount(), null)).toBe(0);
    const own = await desktop.page.evaluate(() =>
      (window as unknown as Bridged).courtyard.call('community.get', {}),
    );
    expect(own).toMatchObject({ ok: true });
  });

  it('uses an Electron release that is still supported', () => {
    const { devDependencies } = JSON.parse(
      readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'),
    ) as { devDependencies: Record<string, string> };
    const [, major] = /^\^(\d+)\.\d+\.\d+$/.exec(devDependencies['electron'] ?? '') ?? [];
    // The oldest of the three supported major versions; update it with each review of the release list.
    expect(Number(major)).toBeGreaterThanOrEqual(45);
  });

  it('listens on no network', async () => {
    const listening = await desktop.inProgram(async () => {
      const { createServer } = process.getBuiltinModule('node:net');
      const count = () => process.getActiveResourcesInfo().filter((name) => /server|udp/i.test(name)).length;
      const before = count();
      const server = createServer().listen(0, '127.0.0.1');
      await new Promise((resolve) => server.once('listening', resolve));
      const withOne = count();
      server.close();
      return [before, withOne];
    }, null);
    expect(listening).toEqual([0, 1]);
  });
});

describe.skipIf(stage === 'Electron')('the Electron stand-in', () => {
  it.each([
    ['a function', `app.getGPUFeatureStatus()`, 'offers no app.getGPUFeatureStatus'],
    ['a class', `TouchBar`, 'TouchBar'],
    ['an event', `app.on('gpu-info-update', () => {})`, `never tells 'gpu-info-update' of app`],
    [
      'an event of a window',
      `BrowserWindow.getAllWindows()[0].on('resize', () => {})`,
      `never tells 'resize'`,
    ],
    ['an option', `new BrowserWindow({ kiosk: true })`, 'knows no option kiosk'],
    [
      'a page with Node',
      `new BrowserWindow({ webPreferences: { nodeIntegration: true } }).loadURL('about:blank')`,
      'only sandboxed',
    ],
  ])('fails at %s, which it lacks', async (_what, code, words) => {
    const run = desktop.inProgram(
      ({ app, BrowserWindow }, code) =>
        (new Function('app', 'BrowserWindow', `return ${code}`) as (...given: unknown[]) => unknown)(
          app,
          BrowserWindow,
        ),
      code,
    );
    await expect(run).rejects.toThrow(words);
  });
});
