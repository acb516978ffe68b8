import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PictureDecoder } from '../../electron/content/pictures/picture-decoder';
import {
  forkPictureProcess,
  startPictureThread,
  type PictureProcessListener,
  type StartPictureProcess,
} from '../../electron/content/pictures/picture-processes';
import type { PictureTask } from '../../electron/content/pictures/picture-task';
import { fixture } from '../support/fixtures';
import { refusal } from '../support/service';

const ANN = 1;
const BOB = 2;
const never = new AbortController().signal;
let folder: string;
let count = 0;

beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'courtyard-pictures-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function picture(bytes = fixture('picture.png'), type = 'image/png'): PictureTask {
  const from = join(folder, String(count++));
  writeFileSync(from, bytes);
  return { kind: 'clean', from, to: `${from}.cleaned`, type, keepsBare: false };
}

/** Starts stand-ins for the first processes, and real ones afterwards. */
function startingWith(...standIns: ((listener: PictureProcessListener) => void)[]) {
  const killed: number[] = [];
  let started = 0;
  const start: StartPictureProcess = (path, listener) => {
    const standIn = standIns[started++];
    if (!standIn) return forkPictureProcess(path, listener);
    const number = started;
    setImmediate(() => listener.onMessage({ kind: 'ready' }));
    return { send: () => standIn(listener), kill: () => void killed.push(number) };
  };
  return { start, killed, started: () => started };
}

test.each([
  ['a process', forkPictureProcess],
  ['a thread', startPictureThread],
])('strips metadata from a picture in %s', async (_what, start) => {
  const task = picture(fixture('turned.jpg'), 'image/jpeg');
  const cleaned = await new PictureDecoder(start).run(task, ANN, never);
  const bytes = readFileSync(task.to);
  expect(cleaned).toMatchObject({ size: bytes.length, type: 'image/jpeg', width: 60, height: 80 });
  expect((await sharp(bytes).metadata()).orientation).toBeUndefined();
});

describe('a picture process that', () => {
  test.each([
    ['takes too long', () => undefined, 'too_large', /takes too long/],
    [
      'takes too much of the processor',
      ({ onMessage: onAnswer }: PictureProcessListener) =>
        onAnswer({ kind: 'usage', bytes: 0, milliseconds: 30_000 }),
      'too_large',
      /takes too long/,
    ],
    [
      'takes too much memory',
      ({ onMessage: onAnswer }: PictureProcessListener) =>
        onAnswer({ kind: 'usage', bytes: 2000 * 1024 * 1024, milliseconds: 0 }),
      'too_large',
      /takes too much memory/,
    ],
  ])('%s is killed, and the next picture gets a new one', async (_what, standIn, code, message) => {
    const { start, killed } = startingWith(standIn);
    const bounds = { milliseconds: 50, bytes: 1000 * 1024 * 1024 };
    const hostile = new PictureDecoder(start, bounds).run(picture(), ANN, never);
    expect(await refusal(hostile)).toMatchObject({ code, message: expect.stringMatching(message) });
    expect(killed).toEqual([1]);
    const patient = startingWith(() => undefined);
    const decoder = new PictureDecoder(patient.start);
    // Of two at once the hostile one costs only its owner.
    const stop = new AbortController();
    const ended = refusal(decoder.run(picture(), ANN, stop.signal));
    expect(await decoder.run(picture(), BOB, never)).toMatchObject({ width: 80 });
    stop.abort();
    await ended;
  });

  test('crashes fails its picture only, and the next gets a new process', async () => {
    const { start, started } = startingWith(({ onExit }) => onExit());
    const decoder = new PictureDecoder(start);
    expect(await refusal(decoder.run(picture(), ANN, never))).toMatchObject({ code: 'invalid_type' });
    expect(await decoder.run(picture(), ANN, never)).toMatchObject({ width: 80 });
    expect(started()).toBe(2);
  });

  test('cannot be started makes pictures unavailable, and nothing else', async () => {
    const decoder = new PictureDecoder((_path, { onExit }) => {
      setImmediate(onExit);
      return { send: () => undefined, kill: () => undefined };
    });
    expect(await refusal(decoder.run(picture(), ANN, never))).toMatchObject({ code: 'unavailable' });
  });

  test.each(['starts', 'is in the middle of its work'])(
    '%s when the service closes is killed',
    async (when) => {
      const stop = new AbortController();
      const { start, killed } = startingWith(() => stop.abort());
      const decoder = new PictureDecoder((path, listener) => {
        if (when === 'starts') stop.abort();
        return start(path, listener);
      });
      const codes = [picture(), picture()].map((task) => refusal(decoder.run(task, ANN, stop.signal)));
      expect((await Promise.all(codes)).map(({ code }) => code)).toEqual(['unavailable', 'unavailable']);
      expect(killed).toEqual([1]);
    },
  );
});

test('rejects bytes that begin as one format and decode as another', async () => {
  const task = picture(fixture('picture.png'), 'image/gif');
  const refused = refusal(new PictureDecoder().run(task, ANN, never));
  expect(await refused).toMatchObject({ code: 'invalid_type' });
  expect(existsSync(task.to)).toBe(false);
});

test('rejects a valid picture that exceeds the memory of a process', async () => {
  const pixels = { width: 6000, height: 6000, channels: 3, background: 'green' } as const;
  const bytes = await sharp({ create: pixels }).jpeg({ progressive: true }).toBuffer();
  const decoder = new PictureDecoder(forkPictureProcess, { bytes: 1024 * 1024 });
  expect(await refusal(decoder.run(picture(bytes, 'image/jpeg'), ANN, never))).toMatchObject({
    code: 'too_large',
    message: expect.stringMatching(/memory/),
  });
});
