import { expect, test } from 'vitest';
import { nextUnheardVoice } from '../../../../../renderer/chats/message/message-media';
import { measure } from '../../../../../renderer/media/voice/measure';
import { File, MessageModel } from '../../../../../shared/contract/records';
import { VOICE } from '../../../../../shared/limits';
import { recordOf } from '../../../record-of';

const RATE = 8000;

/** A tone of each amplitude in turn, a second each. */
function tones(...amplitudes: number[]): Float32Array {
  return Float32Array.from({ length: RATE * amplitudes.length }, (_, place) => {
    return (amplitudes[Math.floor(place / RATE)] ?? 0) * Math.sin(place / 3);
  });
}

function messageWith(file: Partial<File>): MessageModel {
  const Item = { ...recordOf(File, {}), ...file };
  const attachment = { ID: 1, Type: 'file' as const, Item, Timestamp: 0 };
  return { ...recordOf(MessageModel, {}), Attachments: [attachment] };
}

const voice = (Heard: boolean) => ({ Duration: 1, Waveform: [1], Gain: 0, Heard });

test('quiet recordings are amplified, loud ones attenuated, and pauses change nothing', () => {
  const quiet = measure(tones(0.02), RATE).gain;
  expect(quiet).toBeGreaterThan(10);
  expect(quiet).toBeLessThanOrEqual(VOICE.gain);
  expect(measure(tones(0.9), RATE).gain).toBeLessThan(-8);
  const [paused, whole] = [tones(0.1, 0, 0, 0), tones(0.1)].map((samples) => measure(samples, RATE).gain);
  expect(Math.abs((paused ?? 0) - (whole ?? 0))).toBeLessThanOrEqual(1);
});

test('a gain never clips the loudest sample', () => {
  const samples = tones(0.02);
  samples[0] = 0.8;
  expect(0.8 * 10 ** (measure(samples, RATE).gain / 20)).toBeLessThan(1.06);
});

test('silence and an empty recording have a waveform and no gain', () => {
  expect(measure(tones(0), RATE)).toMatchObject({
    gain: 0,
    waveform: expect.stringMatching(/^0+$/) as string,
  });
  expect(measure(new Float32Array(), RATE)).toEqual({ gain: 0, waveform: '0' });
});

test('a waveform has digits of base 32 within the limit, the loudest the highest', () => {
  const { waveform } = measure(tones(0.1, 0.5), RATE);
  expect(waveform).toMatch(/^[0-9a-v]+$/);
  expect(waveform.length).toBeLessThanOrEqual(VOICE.waveform);
  expect(waveform.at(-1)).toBe('v');
  expect(Number.parseInt(waveform[0] ?? '', 32)).toBeLessThan(20);
});

test('the next voice message is the first later one of others that was not played yet', () => {
  const messages = [
    messageWith({ ID: 1, Voice: voice(false) }),
    messageWith({ ID: 2, Voice: voice(true) }),
    messageWith({ ID: 3, Voice: voice(false), Mine: true }),
    messageWith({ ID: 4 }),
    messageWith({ ID: 5, Voice: voice(false) }),
  ];
  const after = (ID: number) => nextUnheardVoice(messages, { ...recordOf(File, {}), ID })?.ID;
  expect([after(1), after(2), after(5)]).toEqual([5, 5, undefined]);
});
