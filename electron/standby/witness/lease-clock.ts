/**
 * Returns a clock in milliseconds that never goes back and also counts the time in which the machine sleeps, which the
 * monotonic clock of some systems leaves out.
 */
export function leaseClock(
  monotonic: () => number = () => performance.now(),
  wall: () => number = Date.now,
): () => number {
  let total = 0;
  let last = { monotonic: monotonic(), wall: wall() };
  return () => {
    const now = { monotonic: monotonic(), wall: wall() };
    total += Math.max(now.monotonic - last.monotonic, now.wall - last.wall, 0);
    last = now;
    return total;
  };
}
