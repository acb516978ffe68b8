import { APPEARANCE_KEYS } from '../../shared/desktop-settings';
import { desk } from '../api';
import { language } from '../i18n/index.svelte';
import { theme } from '../ui';

/**
 * Tells the desktop program the appearance and language chosen here, which the pages of its other communities get too.
 * Ends when the returned function is called.
 */
export function followAppearance(): () => void {
  return $effect.root(() => {
    $effect(() => {
      void [theme.choice, theme.accent, theme.textSize, theme.motion, language.code];
      // A language is stored right after it is shown.
      const timer = setTimeout(() => void share());
      return () => clearTimeout(timer);
    });
  });
}

async function share(): Promise<void> {
  const [themeChoice, languageChoice] = [APPEARANCE_KEYS.theme, APPEARANCE_KEYS.language].map((key) =>
    localStorage.getItem(key),
  );
  await desk.shareAppearance({ theme: themeChoice ?? null, language: languageChoice ?? null });
}
