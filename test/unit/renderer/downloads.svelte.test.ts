// @vitest-environment happy-dom
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { followDownloads } from '../../../renderer/downloads/download-toasts.svelte';
import { toasts } from '../../../renderer/ui';
import type { DragFailure, FileDownload, FileDownloadAction } from '../../../shared/downloads';
import { openPage, settled } from './page';

beforeEach(openPage);

/** Pages of a program that has these downloads. */
async function testPage(before: FileDownload[] = []) {
  const asked: FileDownloadAction[] = [];
  let push: (downloads: FileDownload[]) => void = () => undefined;
  let failDrag: (failure: DragFailure) => void = () => undefined;
  const end = followDownloads({
    downloads: async (action) => {
      asked.push(action);
      return before;
    },
    onDownloads: (listener) => {
      push = listener;
      return () => undefined;
    },
    onDragFailed: (listener) => {
      failDrag = listener;
      return () => undefined;
    },
  });
  onTestFinished(end);
  await settled();
  const shown = () => toasts.all.map(({ options }) => options.message);
  return {
    asked,
    push: (...downloads: FileDownload[]) => push(downloads),
    failDrag: (failure: DragFailure) => failDrag(failure),
    shown,
  };
}

const plan: FileDownload = { id: 1, name: 'plan.pdf', received: 0, size: 200, state: 'running' };
const list: FileDownload = { ...plan, id: 2, name: 'list.txt' };

const act = () => {
  const [toast] = toasts.all;
  if (toast) toasts.act(toast);
};

test('a download shows its progress, then where it is', async () => {
  const { push, shown, asked } = await testPage();
  push(plan);
  push({ ...plan, received: 50 });
  expect(shown()).toEqual(['Downloading plan.pdf · 25%']);
  push({ ...plan, received: 200, state: 'done' });
  expect(shown()).toEqual(['plan.pdf is in your Downloads folder']);
  act();
  expect(asked.slice(1)).toEqual([{ action: 'reveal', id: 1 }]);
});

test('several share one toast, which can cancel them', async () => {
  const { push, shown, asked } = await testPage();
  push({ ...plan, size: 0 }, list);
  expect(shown()).toEqual(['Downloading 2 files']);
  act();
  expect(asked.slice(1)).toEqual([
    { action: 'cancel', id: 1 },
    { action: 'cancel', id: 2 },
  ]);
  push({ ...plan, state: 'cancelled' }, { ...list, state: 'cancelled' });
  expect(shown()).toEqual([]);
});

test('what has failed says so, beside what was saved', async () => {
  const { push, shown } = await testPage();
  push(plan, list);
  push({ ...plan, state: 'failed' }, { ...list, state: 'done' });
  expect(shown()).toEqual([
    'list.txt is in your Downloads folder',
    'plan.pdf couldn’t be downloaded. Try again.',
  ]);
  toasts.expireAll();
  push({ ...plan, id: 3 });
  push({ ...plan, id: 3, state: 'disk_full' });
  expect(shown()).toEqual([expect.stringContaining('Downloads folder is full')]);
});

test('other pages go on with what is running, and say nothing again', async () => {
  const done: FileDownload = { ...list, state: 'done' };
  const { push, shown } = await testPage([plan, done]);
  expect(shown()).toEqual([expect.stringContaining('Downloading plan.pdf')]);
  push({ ...plan, state: 'done' }, done);
  expect(shown()).toEqual(['plan.pdf is in your Downloads folder']);
});

test('a failed drag says why', async () => {
  const { failDrag, shown } = await testPage();
  failDrag('too_many');
  expect(shown()).toEqual([expect.stringContaining('No more than 100 files')]);
});
