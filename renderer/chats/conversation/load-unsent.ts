/** Loads the component that lists the unsent messages of a dialog. It is loaded late because most visits need none. */
export async function loadUnsent() {
  const [{ default: UnsentList }, unsent] = await Promise.all([
    import('./UnsentList.svelte'),
    import('./unsent'),
  ]);
  return { UnsentList, ...unsent };
}
