/** The time now as records have it: whole seconds since 1970 in UTC. */
export function unixNow(): number {
  return Math.floor(Date.now() / 1000);
}
