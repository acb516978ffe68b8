// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { Sound } from '../../../renderer/player/sound';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

class FakeNode {
  gain = { value: 1, setValueAtTime: () => undefined, cancelScheduledValues: () => undefined };
  context = { currentTime: 0 };
  connect = (node: FakeNode) => node;
}
class FakeContext {
  currentTime = 0;
  destination = new FakeNode();
  createGain = () => new FakeNode();
  createMediaElementSource = () => new FakeNode();
  resume = () => Promise.resolve();
}

test('the first click also permits the second element to play, which Safari permits one by one', async () => {
  vi.stubGlobal('AudioContext', FakeContext);
  const touched = new Set<HTMLMediaElement>();
  const { prototype } = HTMLMediaElement;
  vi.spyOn(prototype, 'play').mockImplementation(function (this: HTMLMediaElement) {
    touched.add(this);
    return Promise.resolve();
  });
  vi.spyOn(prototype, 'load').mockImplementation(function (this: HTMLMediaElement) {
    touched.add(this);
  });
  const nothing = () => undefined;
  const sound = new Sound({
    onprogress: nothing,
    onended: nothing,
    onfailed: nothing,
    onturned: nothing,
  });
  sound.load({ key: 1, address: 'one', loudness: 1, seconds: 9 });
  touched.clear();
  const started = sound.play();
  // Before anything is awaited: later it is no longer part of the click.
  expect(touched.size).toBe(2);
  await started;
  sound.unload();
});
