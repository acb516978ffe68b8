// @vitest-environment happy-dom
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { UploadTurns } from '../../../../renderer/api/uploads/task';
import { Upload } from '../../../../renderer/api/uploads/upload.svelte';
import { uploads } from '../../../../renderer/api/uploads/uploads.svelte';
import { storeUpload, type StoredUpload } from '../../../../renderer/api/uploads/store';
import { AppError, isPermanentRefusal, Unreachable, waitsForSpace } from '../../../../renderer/api';
import { errorText } from '../../../../renderer/i18n/errors';
import { ChangeablePicture } from '../../../../renderer/media/pictures/changeable-picture.svelte';
import {
  shareOf as attachedShareOf,
  type DraftAttachment,
} from '../../../../renderer/media/attachments/attachment-tray.svelte';
import {
  shareOf,
  countStatus,
  overallShare,
  overallStatus,
  uploadStatus,
} from '../../../../renderer/uploads/upload-text';
import { File as FileRecord, Photo, UploadedTrack } from '../../../../shared/contract/records';
import { hostFull } from '../../../../shared/failures/host-full';
import { uploadLimitFields } from '../../../../shared/failures/upload-limits';
import { ByteHost } from '../../../support/hosts/byte-host';
import { fakeHost } from '../../../support/hosts/fake-host';
import { recordOf } from '../../record-of';
import { ME, openPage, settled } from '../page';

vi.mock('../../../../renderer/api/uploads/store', { spy: true });

const MEGABYTE = 1024 * 1024;

let host: ByteHost;
beforeEach(async () => {
  await openPage();
  host = new ByteHost();
  vi.stubGlobal('fetch', host.fetch);
  fakeHost.answer('files.upload', () => recordOf(FileRecord, { ID: 5 }));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** An upload that is sent as soon as it may be. */
function uploadOf(
  size: number,
  stored: Partial<StoredUpload> = {},
  { bytes = bytesOf(size), isShown = false }: { bytes?: Blob; isShown?: boolean } = {},
) {
  const turns: UploadTurns = { turn: () => void upload?.send() };
  const first: StoredUpload = {
    ...{ id: 'one', person: ME, at: 1, name: 'plan.bin', type: '', size, modified: 1, path: null },
    ...{
      task: { call: 'files.upload', input: { filename: 'plan.bin' } },
      key: 'key',
      sent: 0,
      isPaused: false,
    },
    ...stored,
  };
  let upload: Upload<'files.upload'> | undefined = undefined;
  upload = new Upload<'files.upload'>(turns, first, bytes, isShown);
  return upload;
}

/** What the browser has stored of the upload that was changed last. */
const lastStored = () => structuredClone(vi.mocked(storeUpload).mock.lastCall![0]);

const attachingOf = (upload: Upload): DraftAttachment => ({
  key: 'one',
  kind: 'file',
  name: upload.name,
  size: upload.size,
  upload,
  picture: null,
  item: 0,
});

const bytesOf = (size: number) => new Blob([new Uint8Array(size)]);
const keys = () => fakeHost.calls.filter(({ name }) => name === 'files.upload').map(({ key }) => key);

/** Lets so many pieces pass and holds the next one. */
function holdAfter(pieces: number) {
  const held = Promise.withResolvers<void>();
  const letGo = Promise.withResolvers<void>();
  let count = 0;
  host.onPiece = () => {
    if (++count <= pieces) return Promise.resolve();
    held.resolve();
    return letGo.promise;
  };
  return { held: held.promise, letGo: letGo.resolve };
}

/** Lets time pass until something holds. Checksums take as long as they take, whatever a fake clock says. */
async function pass(isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    await vi.advanceTimersByTimeAsync(250);
    await turn();
  }
}

test('a file is sent in chunks, and the upload is used once', async () => {
  const upload = uploadOf(3 * MEGABYTE);
  await upload.send();
  expect(await upload.finished).toMatchObject({ ID: 5 });
  expect([upload.state, upload.sent]).toEqual(['done', 3 * MEGABYTE]);
  expect(host.requests.slice(0, 2)).toEqual(['POST', 'PATCH 0']);
  expect(fakeHost.inputsOf('files.upload')).toEqual([{ filename: 'plan.bin', file: '1' }]);
});

test('an upload shows no share of its file before its first piece has arrived', async () => {
  const hold = holdAfter(0);
  const upload = uploadOf(3 * MEGABYTE);
  const shown = () => [shareOf(upload), attachedShareOf(attachingOf(upload)), overallShare([upload])];
  expect(shown()).toEqual([0, 0, 0]);
  const sending = upload.send();
  await hold.held;
  expect(shown()).toEqual([undefined, undefined, undefined]);
  expect([uploadStatus(upload), overallStatus([upload])]).toEqual(['Starting · 3.1 MB', 'Starting']);
  upload.pause();
  expect(shown()).toEqual([0, 0, 0]);
  hold.letGo();
  await sending;
  upload.resume();
  await upload.finished;
  expect(shown()).toEqual([1, 1, 1]);
});

test('an upload shows the share of its file whose pieces have arrived', async () => {
  const hold = holdAfter(1);
  const upload = uploadOf(4 * MEGABYTE);
  const sending = upload.send();
  await hold.held;
  expect([shareOf(upload), attachedShareOf(attachingOf(upload)), overallShare([upload])]).toEqual([
    0.25, 0.25, 0.25,
  ]);
  upload.cancel();
  await expect(upload.finished).rejects.toMatchObject({ name: 'AbortError' });
  hold.letGo();
  await sending;
});

test('a paused upload resumes at the offset of the host', async () => {
  const hold = holdAfter(1);
  const upload = uploadOf(3 * MEGABYTE);
  const sending = upload.send();
  await hold.held;
  upload.pause();
  hold.letGo();
  await sending;
  expect([upload.state, upload.sent]).toEqual(['paused', MEGABYTE]);
  expect(fakeHost.calls).toEqual([]);
  upload.resume();
  await upload.finished;
  expect(host.requests.filter((request) => request === 'POST' || request === 'PATCH 0')).toEqual([
    'POST',
    'PATCH 0',
  ]);
  expect(host.requests).toContain('HEAD');
});

test('an upload of an earlier page resumes, or stays paused', async () => {
  const hold = holdAfter(1);
  const before = uploadOf(3 * MEGABYTE);
  void before.send();
  await hold.held;
  before.leave();
  hold.letGo();
  const [path = ''] = host.paths;
  host.requests.length = 0;
  const paused = uploadOf(3 * MEGABYTE, { path, sent: MEGABYTE, isPaused: true });
  await paused.send();
  expect([paused.state, host.requests]).toEqual(['paused', []]);
  paused.resume();
  await paused.finished;
  expect(host.requests.slice(0, 2)).toEqual(['HEAD', `PATCH ${MEGABYTE}`]);
});

test('an upload whose bytes are lost waits for the same file, matched by name, size and date', async () => {
  const upload = new Upload(
    { turn: () => void upload.send() },
    {
      ...{ id: 'one', person: ME, at: 1, name: 'huge.bin', type: '', size: 4, modified: 7, path: null },
      ...{ task: { call: 'files.upload', input: {} }, key: 'key', sent: 0, isPaused: false },
    },
    undefined,
    false,
  );
  expect([upload.state, upload.needsFile]).toEqual(['paused', true]);
  upload.resume();
  expect(upload.state).toBe('paused');
  const chosen = (name: string, lastModified: number) => new File(['four'], name, { lastModified });
  expect(upload.isMissing(chosen('other.bin', 7), upload.task)).toBe(false);
  expect(upload.isMissing(chosen('huge.bin', 8), upload.task)).toBe(false);
  expect(upload.isMissing(chosen('huge.bin', 7), { call: 'videos.upload', input: {} })).toBe(false);
  expect(upload.isMissing(chosen('huge.bin', 7), upload.task)).toBe(true);
  upload.giveFile(chosen('huge.bin', 7));
  await upload.finished;
  expect(upload.state).toBe('done');
});

test('an upload that the host no longer knows starts again', async () => {
  const hold = holdAfter(1);
  const upload = uploadOf(3 * MEGABYTE);
  const sending = upload.send();
  await hold.held;
  host.forgetAll();
  fakeHost.answer('files.upload', ({ file }) => {
    if (file === '1') throw new AppError('validation_error', undefined, { fields: { file: 'is unknown' } });
    return recordOf(FileRecord, { ID: 5 });
  });
  upload.pause();
  hold.letGo();
  await sending;
  upload.resume();
  await upload.finished;
  expect(host.requests.filter((request) => request === 'PATCH 0')).toHaveLength(2);
  // The second one is another write.
  expect(new Set(keys()).size).toBe(2);
});

test('bytes that the host has already used are not sent again, thanks to the idempotency key', async () => {
  const upload = uploadOf(MEGABYTE, { path: '/uploads/gone', sent: MEGABYTE });
  await upload.send();
  expect(await upload.finished).toMatchObject({ ID: 5 });
  expect(host.requests).toEqual(['HEAD']);
  expect(keys()).toEqual(['key']);
});

test('a lost answer to the last step is requested again with the same idempotency key', async () => {
  vi.useFakeTimers();
  const upload = uploadOf(1000);
  fakeHost.answer('files.upload', () => {
    throw new Unreachable();
  });
  void upload.send();
  await pass(() => upload.state === 'failed');
  expect(upload.isLost).toBe(true);
  fakeHost.answer('files.upload', () => recordOf(FileRecord, { ID: 5 }));
  upload.resume();
  await pass(() => upload.state === 'done');
  expect(await upload.finished).toMatchObject({ ID: 5 });
  expect(new Set(keys())).toEqual(new Set(['key']));
});

test('a rejected upload shows the reason, does not retry automatically, and can be retried', async () => {
  host.refusal = 413;
  const upload = uploadOf(1000);
  await upload.send();
  expect([upload.state, upload.error?.code, upload.isLost]).toEqual(['failed', 'too_large', false]);
  host.refusal = null;
  upload.resume();
  await upload.finished;
  expect(upload.error).toBeNull();
});

test('a picture that the host refuses ends with its reason, and can be replaced by another one', async () => {
  const saved: number[] = [];
  const picture = new ChangeablePicture('avatar', (photo) => Promise.resolve(saved.push(photo)));
  fakeHost.answer('photos.upload', () => {
    throw new AppError('invalid_type');
  });
  expect(await picture.send(bytesOf(10))).toBe(false);
  expect([picture.writing.busy, picture.writing.error?.code]).toEqual([false, 'invalid_type']);
  expect(host.paths).toEqual([]);
  fakeHost.answer('photos.upload', () => recordOf(Photo, { ID: 7 }));
  expect(await picture.send(bytesOf(10))).toBe(true);
  expect(saved).toEqual([7]);
});

test.each([
  ['size', 1_500_000, 'This file is too large. The limit is 1.5 MB.'],
  ['storage', 20_000, 'Only 20 kB of your storage is left. Delete something first.'],
  ['storage', 0, 'Your storage is full. Delete something first.'],
] as const)('an upload over the limit of %s names it (%i bytes)', async (limit, bytes, text) => {
  fakeHost.answer('files.upload', () => {
    throw new AppError('too_large', undefined, { fields: uploadLimitFields(limit, bytes) });
  });
  const upload = uploadOf(1000);
  await upload.send();
  expect(uploadStatus(upload)).toBe(text);
  expect(errorText(upload.error)).toBe(text);
  upload.cancel();
});

test.each([
  ['size', 'This file is too large. The limit is 20 bytes.'],
  ['storage', 'Only 20 bytes of your storage is left. Delete something first.'],
] as const)(
  'an upload refused for its %s is not sent again after a reload until retried',
  async (limit, text) => {
    fakeHost.answer('files.upload', () => {
      throw new AppError('too_large', undefined, { fields: uploadLimitFields(limit, 20) });
    });
    const refused = uploadOf(1000, {}, { isShown: true });
    await refused.send();
    expect([refused.state, refused.canRetry]).toEqual(['failed', limit === 'storage']);
    host.requests.length = 0;

    const restored = uploadOf(1000, lastStored(), { isShown: true });
    await restored.send();
    expect([restored.state, restored.isLost, uploadStatus(restored)]).toEqual(['failed', false, text]);
    expect(host.requests).toEqual([]);
    expect(restored.canRetry).toBe(limit === 'storage');
    // Choosing the file again sends it, as the limit may be another one now.
    fakeHost.answer('files.upload', () => recordOf(FileRecord, { ID: 5 }));
    restored.resume();
    await restored.finished;
    expect(restored.state).toBe('done');
  },
);

test('an upload refused for its type is sent again after a reload when retried', async () => {
  fakeHost.answer('files.upload', () => {
    throw new AppError('invalid_type');
  });
  const refused = uploadOf(1000, {}, { isShown: true });
  await refused.send();
  expect(refused.canRetry).toBe(false);
  expect(uploadOf(1000, lastStored(), { isShown: true }).canRetry).toBe(true);
});

test('an upload that was refused and whose bytes were not stored says why, and goes on with its file', async () => {
  host.refusal = 413;
  const refused = uploadOf(1000, {}, { isShown: true });
  await refused.send();
  const turns = { turn: () => undefined };
  const restored = new Upload<'files.upload'>(turns, lastStored(), undefined, true);
  expect([restored.state, restored.needsFile]).toEqual(['failed', true]);
  expect(uploadStatus(restored)).toBe('Too large, or your storage is full');
  host.refusal = null;
  restored.giveFile(new File([bytesOf(1000)], 'plan.bin'));
  await restored.send();
  expect(restored.state).toBe('done');
});

test('an upload for which the host has no room says so at once, and resumes once there is', async () => {
  let isFull = true;
  vi.stubGlobal('fetch', (...given: Parameters<typeof host.fetch>) => {
    const isPiece = given[1]?.method === 'PATCH';
    if (!isFull || !isPiece) return host.fetch(...given);
    return Promise.resolve(Response.json(hostFull(null).toBody(), { status: 503 }));
  });
  const upload = uploadOf(1000);
  await upload.send();
  expect([upload.state, upload.isLost, waitsForSpace(upload)]).toEqual(['failed', true, true]);
  expect(uploadStatus(upload)).toBe('The host’s disk is full. Uploads continue once there is space. · 0%');
  isFull = false;
  upload.resume();
  await upload.finished;
  expect([upload.state, waitsForSpace(upload)]).toEqual(['done', false]);
});

test('the count of finished uploads also says how many failed', () => {
  const states = ['done', 'failed', 'done'] as const;
  expect(countStatus(states.map((state) => ({ state })))).toBe('2 of 3 done · 1 failed');
  expect(countStatus([{ state: 'done' }])).toBe('1 of 1 done');
});

test('a track that the host already has is listed as existing, not as uploaded', async () => {
  const task = { call: 'music.upload', input: { filename: 'song.mp3' } } as const;
  const track = recordOf(UploadedTrack, { ID: 6 });
  fakeHost.answer('music.upload', () => track);
  const fresh = uploadOf(1000, { task });
  await fresh.send();
  fakeHost.answer('music.upload', () => ({ ...track, Existing: true }));
  const again = uploadOf(1000, { task });
  await again.send();
  expect([fresh, again].map((upload) => uploadStatus(upload).split(' · ')[0])).toEqual([
    'Done',
    'Already uploaded',
  ]);
});

test.each([
  ['an unsupported type', new AppError('invalid_type'), true],
  [
    'a file over the limit',
    new AppError('too_large', undefined, { fields: { size: 'is over 10 bytes' } }),
    true,
  ],
  ['a full storage', new AppError('too_large'), false],
  ['a failure of the host', new AppError('server_error'), false],
  ['no answer', new Unreachable(), false],
  ['no failure', null, false],
])('%s: whether the same file would be refused again', (_of, error, isRefused) => {
  expect(isPermanentRefusal(error)).toBe(isRefused);
});

test('a cancelled upload is deleted on the host, and its promise rejects', async () => {
  const hold = holdAfter(1);
  const upload = uploadOf(3 * MEGABYTE);
  const sending = upload.send();
  await hold.held;
  upload.cancel();
  await expect(upload.finished).rejects.toMatchObject({ name: 'AbortError' });
  hold.letGo();
  await sending;
  await settled();
  expect(host.requests.at(-1)).toBe('DELETE');
  expect(host.paths).toEqual([]);
  expect(upload.state).toBe('cancelled');
});

test('three files are sent in parallel, the others after them', async () => {
  const release: (() => void)[] = [];
  const pieces = [3, 4].map((count) => ({ count, ...Promise.withResolvers<void>() }));
  host.onPiece = () => {
    const held = Promise.withResolvers<void>();
    release.push(held.resolve);
    pieces.find(({ count }) => count === release.length)?.resolve();
    return held.promise;
  };
  const names = ['1', '2', '3', '4', '5'];
  const all = names.map((name) =>
    uploads.add(
      new File(['x'], name),
      { call: 'files.upload', input: { filename: name } },
      { isShown: false },
    ),
  );
  const states = () => all.map(({ state }) => state);
  await pieces[0]?.promise;
  expect(states()).toEqual(['sending', 'sending', 'sending', 'waiting', 'waiting']);
  all[3]?.cancel();
  release[0]?.();
  await pieces[1]?.promise;
  // Of those that are sent at once any may be the first; the last begins once that is done.
  expect(states().slice(0, 3).sort()).toEqual(['done', 'sending', 'sending']);
  expect(states().slice(3)).toEqual(['cancelled', 'sending']);
  for (const one of release.splice(0)) one();
  await Promise.all([all[0], all[1], all[2], all[4]].map((upload) => upload?.finished));
  const sent = fakeHost.inputsOf('files.upload').map(({ filename }) => filename);
  expect(sent.toSorted()).toEqual(['1', '2', '3', '5']);
});

test('files that are added at once are compared only with the uploads that need a file of their name', async () => {
  const hold = holdAfter(0);
  const add = (name: string, file = new File(['x'], name, { lastModified: 1 })) =>
    uploads.add(file, { call: 'files.upload', input: { filename: name } }, { isShown: false });
  const first = add('first');
  await hold.held;
  first.pause();
  const needsFile = vi.spyOn(Upload.prototype, 'needsFile', 'get');
  const isMissing = vi.spyOn(Upload.prototype, 'isMissing');
  const all = Array.from({ length: 200 }, (_, index) => add(`file-${index}`));
  expect(needsFile).toHaveBeenCalledTimes(1);
  expect(isMissing).not.toHaveBeenCalled();
  await settled();

  needsFile.mockImplementation(function (this: Upload) {
    return this === first;
  });
  const second = add('second');
  expect(second).not.toBe(first);
  expect(add('first')).toBe(first);
  expect(isMissing).toHaveBeenCalledTimes(1);
  needsFile.mockRestore();
  // The next test asks whether anything is being sent.
  for (const upload of [...all, first, second]) upload.cancel();
  hold.letGo();
});

test('the pages of the desktop app ask to be kept while a file is being sent that the person has chosen', async () => {
  const mayLeave = () => dispatchEvent(new Event('beforeunload', { cancelable: true }));
  onTestFinished(uploads.follow());
  await settled();
  expect(mayLeave()).toBe(true);
  const hold = holdAfter(0);
  const add = (filename: string, isBackground: boolean) =>
    uploads.add(
      new File(['x'], filename),
      { call: 'files.upload', input: { filename } },
      { isShown: false, isBackground },
    );
  const background = add('poster.jpg', true);
  await hold.held;
  expect(mayLeave()).toBe(true);
  const chosen = add('plan.txt', false);
  expect(mayLeave()).toBe(false);
  hold.letGo();
  await Promise.all([background.finished, chosen.finished]);
  expect(mayLeave()).toBe(true);
});

test('interrupted uploads resume automatically once the host is back', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  const upload = uploads.add(
    new File(['x'], 'lost.txt'),
    { call: 'files.upload', input: { filename: 'lost.txt' } },
    { isShown: false },
  );
  await pass(() => upload.state === 'failed');
  expect(upload.isLost).toBe(true);
  vi.stubGlobal('fetch', host.fetch);
  await pass(() => upload.state === 'done');
  expect(upload.state).toBe('done');
});
