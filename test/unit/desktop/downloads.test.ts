import type { IpcMainInvokeEvent } from 'electron';
import { EventEmitter } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Downloads, type DownloadingItem } from '../../../electron/desktop/window/downloads';
import { PUSHES } from '../../../shared/channels';
import type { FileDownload } from '../../../shared/downloads';

/** A download as Electron announces it. */
class TestItem extends EventEmitter implements DownloadingItem {
  path = '';
  received = 0;
  readonly #name: string;
  readonly #url: string;

  constructor(name: string, url = 'courtyard-app://main/content/file/1/plan') {
    super();
    this.#name = name;
    this.#url = url;
  }

  getFilename = () => this.#name;
  getURL = () => this.#url;
  getTotalBytes = () => 100;
  getReceivedBytes = () => this.received;
  setSavePath = (path: string) => void (this.path = path);
  cancel = () => this.end('cancelled');

  progress(received: number): void {
    this.received = received;
    this.emit('updated', {}, 'progressing');
  }

  end(state: 'completed' | 'cancelled' | 'interrupted'): void {
    if (state === 'completed') this.received = 100;
    this.emit('done', {}, state);
  }
}

async function testDownloads(open: (folder: string) => string = (folder) => folder) {
  const folder = await mkdtemp(join(tmpdir(), 'courtyard-downloads-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const revealed: string[] = [];
  const bar: number[] = [];
  const pushed: FileDownload[][] = [];
  const webContents = {
    getURL: () => 'courtyard-app://main/',
    send: (channel: string, ...[list]: [FileDownload[]]) => {
      if (channel === PUSHES.downloadsNow) pushed.push(list);
    },
  };
  const downloads = new Downloads({
    folder: () => open(folder),
    window: () => ({ webContents: webContents as never, setProgressBar: (share) => void bar.push(share) }),
    reveal: (path) => void revealed.push(path),
  });
  const begin = (item: TestItem) => {
    const preventDefault = vi.fn();
    downloads.begin({ preventDefault }, item);
    return preventDefault.mock.calls.length === 0;
  };
  const ask = (action: unknown, url = 'courtyard-app://main/') => {
    const senderFrame = { url };
    const event = { sender: { mainFrame: senderFrame }, senderFrame } as unknown as IpcMainInvokeEvent;
    return downloads.handlers.downloads(event, action) as FileDownload[];
  };
  return { downloads, folder, begin, ask, revealed, bar, pushed };
}

const stateOf = (list: FileDownload[] | undefined) => list?.map(({ name, state }) => [name, state]);

test('a download is saved in the Downloads folder under a name of its own', async () => {
  const { folder, begin, ask, bar, pushed, revealed } = await testDownloads();
  await writeFile(join(folder, 'plan.pdf'), 'older');
  const [first, second] = [new TestItem('plan.pdf'), new TestItem('plan.pdf')];
  expect([begin(first), begin(second)]).toEqual([true, true]);
  expect([first.path, second.path]).toEqual([join(folder, 'plan (1).pdf'), join(folder, 'plan (2).pdf')]);
  first.progress(50);
  expect(bar.at(-1)).toBe(0.25);
  first.end('completed');
  second.end('completed');
  expect(bar.at(-1)).toBe(-1);
  expect(stateOf(pushed.at(-1))).toEqual([
    ['plan (1).pdf', 'done'],
    ['plan (2).pdf', 'done'],
  ]);
  ask({ action: 'reveal', id: ask({ action: 'look' })[0]?.id });
  expect(revealed).toEqual([first.path]);
  expect(await readFile(join(folder, 'plan.pdf'), 'utf8')).toBe('older');
});

test('a name cannot lead out of the folder', async () => {
  const { folder, begin } = await testDownloads();
  const item = new TestItem('../../plan.pdf');
  begin(item);
  expect(item.path.startsWith(join(folder, '_'))).toBe(true);
});

test('what was cancelled or has failed leaves no file behind', async () => {
  const { folder, begin, ask, pushed, bar } = await testDownloads();
  const [cancelled, failed] = [new TestItem('a.txt'), new TestItem('b.txt')];
  begin(cancelled);
  begin(failed);
  ask({ action: 'cancel', id: ask({ action: 'look' })[0]?.id });
  failed.emit('updated', {}, 'interrupted');
  await vi.waitFor(() =>
    expect(stateOf(pushed.at(-1))).toEqual([
      ['a.txt', 'cancelled'],
      ['b.txt', 'failed'],
    ]),
  );
  expect([await readdir(folder), bar.at(-1)]).toEqual([[], -1]);
});

test('closing cancels what is running and keeps what is finished', async () => {
  const { downloads, folder, begin } = await testDownloads();
  const [done, running] = [new TestItem('a.txt'), new TestItem('b.txt')];
  begin(done);
  begin(running);
  done.end('completed');
  downloads.close();
  expect(await readdir(folder)).toEqual(['a.txt']);
});

test('without a Downloads folder, Electron asks for a place', async () => {
  const { begin, ask } = await testDownloads(() => {
    throw new Error('there is none');
  });
  const item = new TestItem('a.txt');
  expect([begin(item), item.path, ask({ action: 'look' })]).toEqual([true, '', []]);
});

test('only our pages download, and ask for it', async () => {
  const { begin, ask } = await testDownloads();
  expect(begin(new TestItem('a.txt', 'https://example.org/a.txt'))).toBe(false);
  expect(begin(new TestItem('b.txt', 'blob:courtyard-app://main/1'))).toBe(true);
  expect(() => ask({ action: 'look' }, 'https://example.org/')).toThrow();
  expect(() => ask({ action: 'open', id: 1 })).toThrow();
});
