/** The appearance chosen by a person on this device; stored in localStorage and set on <html>. */

/** The chosen theme; `system` follows the device. */
export type ThemeChoice = 'light' | 'dark' | 'system';

/** The accents of tokens.css, in the order shown. */
export const accents = ['brick', 'honey', 'moss', 'pine', 'river', 'plum', 'orchid', 'rose'] as const;
export type Accent = (typeof accents)[number];

/** Text size in percent: 90 to 150 in steps of 10. */
export const textSizes = { least: 90, usual: 100, most: 150, step: 10 } as const;

/** Whether motion is reduced: by the device setting, or always. */
export type Motion = 'system' | 'reduced';

/** The whole appearance, as stored under `courtyard.theme`. */
export type Look = { theme: ThemeChoice; accent: Accent; textSize: number; motion: Motion };

class Theme {
  #look = $state<Look>(readLook());
  #deviceDark = $state(deviceTheme().matches);

  constructor() {
    deviceTheme().addEventListener('change', (event) => {
      this.#deviceDark = event.matches;
      this.#show();
    });
  }

  /** The chosen theme: light, dark or system. */
  get choice(): ThemeChoice {
    return this.#look.theme;
  }
  set choice(theme: ThemeChoice) {
    this.#change({ theme });
  }

  /** The theme in effect. */
  get shown(): 'light' | 'dark' {
    if (this.#look.theme !== 'system') return this.#look.theme;
    return this.#deviceDark ? 'dark' : 'light';
  }

  get accent(): Accent {
    return this.#look.accent;
  }
  set accent(accent: Accent) {
    this.#change({ accent });
  }

  /** In percent, limited to 90 to 150. */
  get textSize(): number {
    return this.#look.textSize;
  }
  set textSize(textSize: number) {
    this.#change({ textSize: withinSizes(textSize) });
  }

  get motion(): Motion {
    return this.#look.motion;
  }
  set motion(motion: Motion) {
    this.#change({ motion });
  }

  #change(part: Partial<Look>): void {
    this.#look = { ...this.#look, ...part };
    try {
      localStorage.setItem(storageKey, JSON.stringify(this.#look));
    } catch {
      // Without storage, the choice lasts until the window closes.
    }
    this.#show();
  }

  #show(): void {
    showLook(this.#look, this.shown);
  }
}

/** Sets the stored appearance on <html>. Call it before anything is mounted, to avoid a flash. */
export function applyStoredTheme(): void {
  const look = readLook();
  showLook(look, look.theme === 'system' ? (deviceTheme().matches ? 'dark' : 'light') : look.theme);
}

const storageKey = 'courtyard.theme';
const usualLook: Look = { theme: 'system', accent: 'brick', textSize: textSizes.usual, motion: 'system' };

function deviceTheme(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)');
}

function readLook(): Look {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<Look>;
    return {
      theme: stored.theme === 'light' || stored.theme === 'dark' ? stored.theme : 'system',
      accent: accents.find((accent) => accent === stored.accent) ?? usualLook.accent,
      textSize: typeof stored.textSize === 'number' ? withinSizes(stored.textSize) : usualLook.textSize,
      motion: stored.motion === 'reduced' ? 'reduced' : 'system',
    };
  } catch {
    return usualLook;
  }
}

function withinSizes(percent: number): number {
  const stepped = Math.round(percent / textSizes.step) * textSizes.step;
  return Math.min(textSizes.most, Math.max(textSizes.least, stepped || textSizes.usual));
}

function showLook(look: Look, shown: 'light' | 'dark'): void {
  const root = document.documentElement;
  root.dataset['theme'] = shown;
  root.dataset['accent'] = look.accent;
  // Absent otherwise: rules for everything inside an element with it would be looked at for each element.
  if (look.motion === 'reduced') root.dataset['motion'] = look.motion;
  else delete root.dataset['motion'];
  root.style.setProperty('--text-scale', String(look.textSize / 100));
}

export const theme = new Theme();
