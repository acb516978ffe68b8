/** The settings and state of the desktop program. A setting that this system doesn't have is null. */
export interface DesktopSettings {
  /** Whether it starts with the computer. */
  opensAtLogin: boolean | null;
  /** Whether it keeps running in the tray when its window is closed. */
  keepsInTray: boolean | null;
  /** Whether misspelled words are marked, which needs downloaded dictionaries. */
  checksSpelling: boolean | null;
  /** Whether it was restarted after a crash. Reported once. */
  hasRecovered: boolean;
  /** Whether music stopped with the pages of another community, which these replaced. Reported once. */
  hasStoppedMusic: boolean;
}

/** The settings to change. */
export type DesktopSettingsChange = Partial<
  Record<'opensAtLogin' | 'keepsInTray' | 'checksSpelling', boolean>
>;

/**
 * What a person chose for all communities of the program, as the pages of each store it under these keys of
 * localStorage; null for what they didn't choose.
 */
export const APPEARANCE_KEYS = { theme: 'courtyard.theme', language: 'courtyard.language' } as const;
export type StoredAppearance = Record<keyof typeof APPEARANCE_KEYS, string | null>;

/** What pages send to the program: changed settings, whether they play music now, or their appearance. */
export type DesktopSettingsRequest =
  | DesktopSettingsChange
  | { playsMusic: boolean }
  | { appearance: StoredAppearance };
