import type { CDPSession, Page } from '@playwright/test';

/** What somebody does in the pages, in one window of theirs. */

/** Milliseconds from a step to a place until its messages are painted: by a click on a chat, or to an old message. */
export async function timesOfOpening(page: Page, places: string[], isOld: boolean): Promise<number[]> {
  const times: number[] = [];
  for (const place of places) {
    times.push(await page.evaluate(opened, { place, isOld }));
    // What it set going for later is no part of the next one.
    await page.waitForLoadState('networkidle');
    if (isOld) await leave(page);
  }
  return times;
}

/** Runs in the page. */
async function opened({ place, isOld }: { place: string; isOld: boolean }): Promise<number> {
  const [, dialog = '', message = ''] = /^#\/chats\/(\d+)(?:\/(\d+))?/.exec(place) ?? [];
  const link = document.querySelector<HTMLElement>(`a[href$="#/chats/${dialog}"]`);
  if (!isOld && !link) throw new Error(`the list doesn't show ${place}`);
  const before = new Set(document.querySelectorAll('[data-message]'));
  const begun = performance.now();
  if (isOld) location.hash = place;
  else link?.click();
  const isThere = () =>
    [...document.querySelectorAll(message ? `[data-message="${message}"]` : '[data-message]')].some((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      const isShown = top < innerHeight && bottom > 0 && one.checkVisibility({ visibilityProperty: true });
      return isShown && !before.has(one);
    });
  while (!isThere()) {
    // What doesn't come counts with all the time that it was waited for.
    if (performance.now() - begun > 10_000) break;
    await new Promise(requestAnimationFrame);
  }
  // A task after the next frame begins when that one is painted.
  await new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return performance.now() - begun;
}

async function leave(page: Page): Promise<void> {
  await page.evaluate(() => (location.hash = '#/chats'));
  await page.waitForFunction(() => document.querySelector('[data-message]') === null);
}

/** Scrolls up from each of some old messages: milliseconds of each frame, and the most message nodes that were there at once. */
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
 * Goes round some places again and again: megabytes of what the pages hold after each round. The code that the engine
 * compiles grows for dozens of rounds, the more slowly the longer it is used, and is none of it.
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

/** As far as it is needed here; see v8-profiler.h. */
interface HeapSnapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } };
  nodes: number[];
}

/** All that is alive but compiled code, by a snapshot, which collects garbage first. */
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
