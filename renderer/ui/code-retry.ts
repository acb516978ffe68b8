/**
 * Loads code whose loading has failed before. Chromium remembers the failure of a module until the page is loaded anew:
 * so if the code fails again although the page could be loaded, it is reloaded, and the promise never settles.
 */
export async function loadAgain<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch (error) {
    const { ok } = await fetch(location.href, { method: 'HEAD', cache: 'no-store' });
    if (!ok) throw error;
    location.reload();
    return new Promise(() => undefined);
  }
}
