import type { Page } from '@playwright/test';

/** Returns a sine from one time to another in seconds, as a 16-bit WAV. Parts of one sine join without a gap. */
export function sine(from: number, to: number, { hertz = 440, rate = 44_100 } = {}): Buffer {
  const first = Math.round(from * rate);
  const count = Math.round(to * rate) - first;
  const bytes = Buffer.alloc(44 + count * 2);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(36 + count * 2, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(count * 2, 40);
  for (let index = 0; index < count; index++) {
    const value = Math.sin((2 * Math.PI * hertz * (first + index)) / rate) / 2;
    bytes.writeInt16LE(Math.round(value * 32_767), 44 + index * 2);
  }
  return bytes;
}

/** Records every sample that the pages send to the loudspeaker. Call it before the pages are loaded. */
export async function tapSound(page: Page): Promise<void> {
  // The pages' content security policy would block the script of the tap.
  await page.route('**/', async (route) => {
    const response = await route.fetch();
    const { 'content-security-policy': _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await page.addInitScript((tapSource) => {
    const heard: HeardBlock[] = [];
    Object.assign(window, { heard });
    const connect = AudioNode.prototype.connect as (to: AudioNode) => AudioNode;
    AudioNode.prototype.connect = function (this: AudioNode, ...args: unknown[]) {
      const { context } = this;
      if (args[0] instanceof AudioDestinationNode) {
        void context.audioWorklet
          .addModule(URL.createObjectURL(new Blob([tapSource], { type: 'text/javascript' })))
          .then(() => {
            const tap = new AudioWorkletNode(context, 'tap', {
              channelCount: 1,
              channelCountMode: 'explicit',
            });
            tap.port.onmessage = ({ data }) => heard.push(data as HeardBlock);
            connect.call(this, tap);
          });
      }
      return Reflect.apply(connect, this, args) as AudioNode;
    } as typeof AudioNode.prototype.connect;
  }, TAP);
}

/** A block of recorded samples, by the number of its first sample. */
interface HeardBlock {
  frame: number;
  rate: number;
  samples: Float32Array;
}

/** Runs on the audio thread, so it misses no samples even if the page is busy. */
const TAP = `registerProcessor('tap', class extends AudioWorkletProcessor {
  process([input]) {
    const samples = input[0] ? input[0].slice() : new Float32Array(128);
    this.port.postMessage({ frame: currentFrame, rate: sampleRate, samples });
    return true;
  }
});`;

/** The recorded sound up to the last sample that is not silence. */
export interface HeardSound {
  rate: number;
  samples: number[];
  /** Whether no sample is missing. */
  isWhole: boolean;
}

/** Returns the last seconds of the recorded sound. */
export async function heardSound(page: Page, seconds: number): Promise<HeardSound> {
  return page.evaluate((max) => {
    const { heard } = window as unknown as { heard: HeardBlock[] };
    const isSound = (sample: number) => Math.abs(sample) > 0.02;
    const last = heard.findLastIndex(({ samples }) => samples.some(isSound));
    const rate = heard[0]?.rate ?? 1;
    const blocks = heard.slice(Math.max(0, last - Math.round((max * rate) / 128)), last + 1);
    const all = blocks.flatMap(({ samples }) => [...samples]);
    return {
      rate,
      samples: all.slice(0, all.findLastIndex(isSound) + 1),
      isWhole: blocks.every(({ frame }, index) => frame === (blocks[0]?.frame ?? 0) + index * 128),
    };
  }, seconds);
}

/** Returns the longest silence in milliseconds. */
export function longestSilence({ rate, samples }: HeardSound): number {
  let [run, longest] = [0, 0];
  for (const sample of samples) {
    run = Math.abs(sample) < 0.02 ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return (longest / rate) * 1000;
}

/**
 * Returns how far a sine of a frequency departs from its own continuation at a moment (an index of the samples): the
 * median deviation in the following tenth of a second. The median hardly changes if the machine rendered one block
 * late.
 */
export function breakInSine({ rate, samples }: HeardSound, at: number, hertz = 440): number {
  const [near, far] = [0.005 * rate, 0.1 * rate].map(Math.round) as [number, number];
  const turn = (2 * Math.PI * hertz) / rate;
  // Fits the sine and cosine to the samples before the moment, by least squares.
  let [ss, sc, cc, ys, yc] = [0, 0, 0, 0, 0];
  for (let index = at - far; index < at - near; index++) {
    const [sin, cos, heard] = [Math.sin(turn * index), Math.cos(turn * index), samples[index] ?? 0];
    ss += sin * sin;
    sc += sin * cos;
    cc += cos * cos;
    ys += heard * sin;
    yc += heard * cos;
  }
  const whole = ss * cc - sc * sc;
  const [a, b] = [(ys * cc - yc * sc) / whole, (yc * ss - ys * sc) / whole];
  const distances = Array.from({ length: far - near }, (_, step) => {
    const index = at + near + step;
    return Math.abs((samples[index] ?? 0) - a * Math.sin(turn * index) - b * Math.cos(turn * index));
  });
  return distances.sort((one, other) => one - other)[Math.floor(distances.length / 2)] ?? NaN;
}
