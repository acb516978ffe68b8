/** What this window holds. */
const held = new Set<string>();

/**
 * Takes an upload for this window, until it is closed; false where another window of the browser has it. Pages that came over
 * plain HTTP from the network have no locks: there two windows may send the same, which the host takes once.
 */
export function hold(id: string): Promise<boolean> {
  const { locks } = navigator as { locks?: LockManager };
  if (!locks || held.has(id)) return Promise.resolve(true);
  return new Promise((resolve) => {
    void locks.request(`courtyard.upload.${id}`, { ifAvailable: true }, (lock) => {
      if (lock) held.add(id);
      resolve(lock !== null);
      return lock ? new Promise<void>(() => undefined) : undefined;
    });
  });
}
