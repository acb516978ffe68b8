/** The program's settings on this computer. A setting that this system doesn't have is null. */
export interface Desk {
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
/** Changed settings of the program on this computer. */
export type DeskSettings = Partial<Record<'opensAtLogin' | 'keepsInTray' | 'checksSpelling', boolean>>;
/** Changed settings, or whether the pages of this community play music now. */
export type DeskChange = DeskSettings | { playsMusic: boolean };
