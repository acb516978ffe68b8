/** The appearance chosen by a person on this device; stored in localStorage and set on <html>. */

/** The chosen theme; `system` follows the device. */
export type ThemeChoice = 'light' | 'dark' | 'system';

/** The accents of tokens.css, in the order shown. */
export const accents = ['brick', 'honey', 'moss', 'pine', 'river', 'plum', 'orchid', 'rose'] as const;
export type Accent = (typeof accents)[number];

/** Text size in percent: 90 to 150 in steps of 10. */
export const textSizes = { min: 90, usual: 100, max: 150, step: 10 } as const;

/** Whether motion is reduced: by the device setting, or always. */
export type Motion = 'system' | 'reduced';

/** The whole appearance, as stored under `courtyard.theme`. */
export type Appearance = { theme: ThemeChoice; accent: Accent; textSize: number; motion: Motion };

class Theme {
  #appearance = $state<Appearance>(readAppearance());
  #deviceDark = $state(deviceTheme().matches);

  constructor() {
    deviceTheme().addEventListener('change', (event) => {
      this.#deviceDark = event.matches;
      this.#show();
    });
  }

  /** The chosen theme: light, dark or system. */
  get choice(): ThemeChoice {
    return this.#appearance.theme;
  }
  set choice(theme: ThemeChoice) {
    this.#change({ theme });
  }

  /** The theme in effect. */
  get shown(): 'light' | 'dark' {
    if (this.#appearance.theme !== 'system') return this.#appearance.theme;
    return this.#deviceDark ? 'dark' : 'light';
  }

  get accent(): Accent {
    return this.#appearance.accent;
  }
  set accent(accent: Accent) {
    this.#change({ accent });
  }

  /** In percent, limited to 90 to 150. */
  get textSize(): number {
    return this.#appearance.textSize;
  }
  set textSize(textSize: number) {
    this.#change({ textSize: withinSizes(textSize) });
  }

  get motion(): Motion {
    return this.#appearance.motion;
  }
  set motion(motion: Motion) {
    this.#change({ motion });
  }

  #change(part: Partial<Appearance>): void {
    this.#appearance = { ...this.#appearance, ...part };
    try {
      localStorage.setItem(storageKey, JSON.stringify(this.#appearance));
    } catch {
      // Without storage, the choice lasts until the window closes.
    }
    this.#show();
  }

  #show(): void {
    applyAppearance(this.#appearance, this.shown);
  }
}

/** Sets the stored appearance on <html>. Call it before anything is mounted, to avoid a flash. */
export function applyStoredTheme(): void {
  const appearance = readAppearance();
  applyAppearance(
    appearance,
    appearance.theme === 'system' ? (deviceTheme().matches ? 'dark' : 'light') : appearance.theme,
  );
}

const storageKey = 'courtyard.theme';
const defaultAppearance: Appearance = {
  theme: 'system',
  accent: 'brick',
  textSize: textSizes.usual,
  motion: 'system',
};

function deviceTheme(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)');
}

function readAppearance(): Appearance {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<Appearance>;
    return {
      theme: stored.theme === 'light' || stored.theme === 'dark' ? stored.theme : 'system',
      accent: accents.find((accent) => accent === stored.accent) ?? defaultAppearance.accent,
      textSize:
        typeof stored.textSize === 'number' ? withinSizes(stored.textSize) : defaultAppearance.textSize,
      motion: stored.motion === 'reduced' ? 'reduced' : 'system',
    };
  } catch {
    return defaultAppearance;
  }
}

function withinSizes(percent: number): number {
  const stepped = Math.round(percent / textSizes.step) * textSizes.step;
  return Math.min(textSizes.max, Math.max(textSizes.min, stepped || textSizes.usual));
}

function applyAppearance(appearance: Appearance, shown: 'light' | 'dark'): void {
  const root = document.documentElement;
  root.dataset['theme'] = shown;
  root.dataset['accent'] = appearance.accent;
  // Absent otherwise: rules for everything inside an element with it would be looked at for each element.
  if (appearance.motion === 'reduced') root.dataset['motion'] = appearance.motion;
  else delete root.dataset['motion'];
  root.style.setProperty('--text-scale', String(appearance.textSize / 100));
}

export const theme = new Theme();
