/** The IDs of the uploads locked by this window. */
const held = new Set<string>();

/**
 * Locks an upload for this window until the window closes. Resolves to false if another window of the browser has the
 * lock. Pages loaded over plain HTTP have no Web Locks: there two windows may send the same upload, which the host
 * stores once.
 */
export function lockUpload(id: string): Promise<boolean> {
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
