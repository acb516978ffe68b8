import type { CDPSession, Page } from '@playwright/test';

/** Actions of a person in one window. */

/**
 * Returns the milliseconds until the messages of a place are painted, after the click of a mouse button on a chat or a
 * jump to an old message.
 */
export async function timesOfOpening(page: Page, places: string[], isOld: boolean): Promise<number[]> {
  const times: number[] = [];
  for (const place of places) {
    const opening = page.evaluate(opened, { place, isOld });
    if (!isOld) await press(page, place);
    times.push(await opening);
    // Background work started by one step must not affect the next one.
    await page.waitForLoadState('networkidle');
    if (isOld) await leave(page);
  }
  return times;
}

/** A short press of a mouse button: the pages begin to load a chat when it goes down, and show it when it comes up. */
const PRESS_MS = 70;

async function press(page: Page, place: string): Promise<void> {
  await page.locator(`a[href$="${place}"]`).first().hover();
  await page.mouse.down();
  await page.waitForTimeout(PRESS_MS);
  await page.mouse.up();
}

/** Runs in the page. Jumps to an old message at once; for a chat it waits for the click. */
async function opened({ place, isOld }: { place: string; isOld: boolean }): Promise<number> {
  const [, message = ''] = /^#\/chats\/\d+(?:\/(\d+))?/.exec(place) ?? [];
  const before = new Set(document.querySelectorAll('[data-message]'));
  const clicked = () =>
    new Promise<number>((resolve) => {
      const options = { capture: true, once: true };
      addEventListener('click', ({ timeStamp }) => resolve(timeStamp), options);
    });
  const begun = isOld ? performance.now() : await clicked();
  if (isOld) location.hash = place;
  const isThere = () =>
    [...document.querySelectorAll(message ? `[data-message="${message}"]` : '[data-message]')].some((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      const isShown = top < innerHeight && bottom > 0 && one.checkVisibility({ visibilityProperty: true });
      return isShown && !before.has(one);
    });
  do await new Promise(requestAnimationFrame);
  // If nothing appears, the whole waiting time counts.
  while (!isThere() && performance.now() - begun < 10_000);
  // What is there in a frame is painted before the next task.
  await new Promise<void>((resolve) => setTimeout(resolve));
  return performance.now() - begun;
}

async function leave(page: Page): Promise<void> {
  await page.evaluate(() => (location.hash = '#/chats'));
  await page.waitForFunction(() => document.querySelector('[data-message]') === null);
}

/**
 * Scrolls up from some old messages; returns the milliseconds of each frame, and the maximum number of message nodes.
 */
export async function framesOfScrolling(
  page: Page,
  places: string[],
  seconds: number,
): Promise<{ frames: number[]; nodes: number[]; messages: number[] }> {
  const frames: number[] = [];
  const nodes: number[] = [];
  const messages: number[] = [];
  for (const place of places) {
    await page.evaluate(opened, { place, isOld: true });
    await page.waitForLoadState('networkidle');
    const one = await page.evaluate(scrolled, (seconds * 1000) / places.length);
    frames.push(...one.frames);
    nodes.push(one.nodes);
    messages.push(one.messages);
    await leave(page);
  }
  return { frames, nodes, messages };
}

/** Runs in the page. */
async function scrolled(milliseconds: number) {
  const PIXELS_A_FRAME = 120;
  const list = document.querySelector('[data-message]')?.closest('ol')?.parentElement;
  if (!list) throw new Error('there is nothing to scroll');
  list.dispatchEvent(new WheelEvent('wheel', { deltaY: -PIXELS_A_FRAME, bubbles: true }));
  const frames: number[] = [];
  const seen = new Set<string>();
  let nodes = 0;
  const begun = performance.now();
  let last = await new Promise(requestAnimationFrame);
  while (performance.now() - begun < milliseconds) {
    list.scrollTop -= PIXELS_A_FRAME;
    const now = await new Promise(requestAnimationFrame);
    frames.push(now - last);
    last = now;
    const shown = document.querySelectorAll<HTMLElement>('[data-message]');
    nodes = Math.max(nodes, shown.length);
    for (const one of shown) seen.add(one.dataset['message'] ?? '');
  }
  return { frames, nodes, messages: seen.size };
}

const ROUNDS = 16;
const REST_MS = 150;

/**
 * Visits some places repeatedly; returns the megabytes held by the pages after each round, excluding compiled code,
 * which keeps growing slowly for dozens of rounds.
 */
export async function heapOf(page: Page, places: string[]): Promise<number[]> {
  const session = await page.context().newCDPSession(page);
  const heap: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const place of places) {
      await page.evaluate((place) => (location.hash = place), place);
      await page.waitForLoadState('networkidle');
      await page.waitForTimeout(REST_MS);
    }
    heap.push((await heldBytes(session)) / 1024 ** 2);
  }
  return heap;
}

/** The parts used here; see v8-profiler.h. */
interface HeapSnapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } };
  nodes: number[];
}

/** Returns the size of all live objects except compiled code, from a heap snapshot, which collects garbage first. */
async function heldBytes(session: CDPSession): Promise<number> {
  const chunks: string[] = [];
  const take = ({ chunk }: { chunk: string }) => chunks.push(chunk);
  session.on('HeapProfiler.addHeapSnapshotChunk', take);
  await session.send('HeapProfiler.takeHeapSnapshot');
  session.off('HeapProfiler.addHeapSnapshotChunk', take);
  const { snapshot, nodes } = JSON.parse(chunks.join('')) as HeapSnapshot;
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')];
  const code = types[0].indexOf('code');
  let bytes = 0;
  for (let node = 0; node < nodes.length; node += fields.length) {
    if (nodes[node + type] !== code) bytes += nodes[node + size] ?? 0;
  }
  return bytes;
}
