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

/** What pages send to the program: changed settings, or whether they play music now. */
export type DesktopSettingsRequest = DesktopSettingsChange | { playsMusic: boolean };
