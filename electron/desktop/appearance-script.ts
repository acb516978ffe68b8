import { APPEARANCE_KEYS, type StoredAppearance } from '../../shared/desktop-settings';

/**
 * Returns a script that stores the chosen appearance and language in a page before it is painted. Each community has
 * its own origin, and so its own localStorage.
 */
export function appearanceScript(appearance: StoredAppearance): string {
  const chosen = Object.entries(APPEARANCE_KEYS).flatMap(([name, key]) => {
    const text = appearance[name as keyof StoredAppearance];
    return text === null ? [] : [[key, text]];
  });
  if (!chosen.length) return '';
  return `for (const [key, text] of ${JSON.stringify(chosen)}) try { localStorage.setItem(key, text); } catch {}\n`;
}
