/**
 * Loads code whose loading has failed before. Chromium remembers the failure of a module until the page is loaded
 * again: so if the code fails again although the host answers, the page is reloaded, and the promise never settles.
 */
export async function retryImport<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch (error) {
    // Fails if the host is away: then what is open stays.
    if (!(await fetch(location.href)).ok) throw error;
    return new Promise(() => location.reload());
  }
}
