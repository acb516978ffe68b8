/** Loads the list of what is unsent in a dialog: most visits show none. */
export async function loadUnsent() {
  const [{ default: UnsentList }, unsent] = await Promise.all([
    import('./UnsentList.svelte'),
    import('./unsent'),
  ]);
  return { UnsentList, ...unsent };
}
