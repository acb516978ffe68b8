import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { PictureDecoder } from '../../electron/content/pictures/picture-decoder';
import {
  forkPictureProcess,
  type StartPictureProcess,
} from '../../electron/content/pictures/picture-processes';
import { PictureRelay, RemotePictures } from '../../electron/desktop/standby/picture-relay';

const never = new AbortController().signal;

/** The process of a copy and the program, connected by messages that are copied as between processes. */
function connected(start: StartPictureProcess) {
  const pictures = new RemotePictures((message) =>
    setImmediate(() => relay.receive(structuredClone(message))),
  );
  const relay = new PictureRelay(start, (message) =>
    setImmediate(() => pictures.receive(structuredClone(message))),
  );
  onTestFinished(() => relay.close());
  return { decoder: new PictureDecoder(pictures.start), relay };
}

function picture() {
  const folder = mkdtempSync(join(tmpdir(), 'courtyard-relay-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const from = join(folder, 'picture.png');
  copyFileSync(join(import.meta.dirname, '../fixtures/picture.png'), from);
  return { kind: 'clean', from, to: `${from}.cleaned`, type: 'image/png', keepsBare: false } as const;
}

test('the program decodes pictures for a community hosted in a process of its own', async () => {
  const { decoder } = connected(forkPictureProcess);
  const cleaned = await decoder.run(picture(), 1, never);
  expect(cleaned).toMatchObject({ type: 'image/png', width: expect.any(Number) as number });
});

test('a picture process that crashes or cannot be started fails only its own task', async () => {
  let begun = 0;
  const { decoder } = connected((path, listener) => {
    if (++begun === 1) throw new Error('no more processes');
    return forkPictureProcess(path, listener);
  });
  await expect(decoder.run(picture(), 1, never)).rejects.toMatchObject({ code: 'unavailable' });
  expect((await decoder.run(picture(), 1, never))?.type).toBe('image/png');
});

test('picture processes end with the process that used them', async () => {
  const { promise: killed, resolve } = Promise.withResolvers<void>();
  const { promise: started, resolve: onStarted } = Promise.withResolvers<void>();
  const { decoder, relay } = connected((_path, listener) => {
    setImmediate(() => listener.onMessage({ kind: 'ready' }));
    return {
      send: () => onStarted(),
      kill: () => {
        resolve();
        listener.onExit();
      },
    };
  });
  const running = decoder.run(picture(), 1, never);
  await started;
  relay.close();
  await killed;
  await expect(running).rejects.toMatchObject({ code: 'invalid_type' });
});
