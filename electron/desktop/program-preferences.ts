import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { StoredAppearance } from '../../shared/desktop-settings';
import type { HandlersOf } from '../doors/ipc-channels';
import { JsonFile } from '../json-file';
import { openAtLogin, opensAtLogin } from './program/login';
import { communityFrom } from './window/senders';
import type { ShownCommunity } from './window/scheme';
import type { TrayIcon } from './window/tray';

/**
 * The person's settings for the program on this computer (start at login, tray, spelling, appearance), stored in a file
 * because they apply to all communities and to everyone who signs in.
 */
export class ProgramPreferences {
  readonly #file: JsonFile;
  readonly #tray: TrayIcon;
  readonly #checkSpelling: (isWanted: boolean | null) => void;
  #stored: z.infer<typeof StoredPreferences>;
  #hasRecovered = false;
  /** Whose pages play music, or did when they were left. */
  #playing: ShownCommunity | null = null;

  /** `path` is the file; a missing one means defaults. */
  constructor(path: string, tray: TrayIcon, spelling: (isWanted: boolean | null) => void) {
    this.#file = new JsonFile(path);
    this.#tray = tray;
    this.#checkSpelling = spelling;
    this.#stored = this.#file.read((value) => StoredPreferences.parse(value)) ?? StoredPreferences.parse({});
  }

  /** Whether the program keeps running when its window is closed. macOS keeps it in the Dock anyway. */
  get staysWithoutWindow(): boolean {
    return this.#effective.keepsInTray === true;
  }

  /** What was chosen in the pages of any community. */
  get appearance(): StoredAppearance {
    return this.#stored.appearance;
  }

  /** Lets the next page that reads the settings know about a restart after a crash. */
  markRecovered(): void {
    this.#hasRecovered = true;
  }

  /** The IPC handler with which pages read and change the settings. */
  readonly handlers: HandlersOf<'desk'> = {
    desk: async (event, change) => {
      const community = communityFrom(event);
      if (community === null) throw new Error('not answered');
      if (change !== undefined) {
        const request = Change.parse(change);
        if ('playsMusic' in request) this.#notePlaying(community, request.playsMusic);
        else if ('appearance' in request) await this.#store(request);
        else await this.#change(request);
      }
      const hasRecovered = this.#hasRecovered;
      const hasStoppedMusic = this.#playing !== null && this.#playing !== community;
      if (change === undefined) this.#hasRecovered = false;
      if (change === undefined && hasStoppedMusic) this.#playing = null;
      return { opensAtLogin: opensAtLogin(), ...this.#effective, hasRecovered, hasStoppedMusic };
    },
  };

  /** Applies the stored settings. */
  async begin(): Promise<void> {
    await this.#applyPreferences();
  }

  /** macOS provides both itself. */
  get #effective(): Record<'keepsInTray' | 'checksSpelling', boolean | null> {
    const { keepsInTray, checksSpelling } = this.#stored;
    return process.platform === 'darwin'
      ? { keepsInTray: null, checksSpelling: null }
      : { keepsInTray, checksSpelling };
  }

  #notePlaying(community: ShownCommunity, playsMusic: boolean): void {
    if (playsMusic) this.#playing = community;
    else if (this.#playing === community) this.#playing = null;
  }

  async #change({
    opensAtLogin: opensAtStart,
    ...preferences
  }: z.infer<typeof SettingsChange>): Promise<void> {
    if (opensAtStart !== undefined) openAtLogin(opensAtStart);
    await this.#store(preferences);
    await this.#applyPreferences();
  }

  async #store(change: z.infer<typeof PreferencesChange>): Promise<void> {
    const stored = StoredPreferences.parse({ ...this.#stored, ...change });
    if (isDeepStrictEqual(stored, this.#stored)) return;
    await this.#file.write(stored);
    this.#stored = stored;
  }

  async #applyPreferences(): Promise<void> {
    this.#checkSpelling(this.#effective.checksSpelling);
    await this.#tray.setVisible(this.staysWithoutWindow);
  }
}

const Appearance = z.strictObject({
  theme: z.string().max(1000).nullable(),
  language: z.string().max(100).nullable(),
});
const StoredPreferences = z.object({
  keepsInTray: z.boolean().default(false),
  checksSpelling: z.boolean().default(false),
  appearance: Appearance.default({ theme: null, language: null }),
});
const PreferencesChange = StoredPreferences.partial();
const SettingsChange = z.strictObject({
  opensAtLogin: z.boolean().optional(),
  keepsInTray: z.boolean().optional(),
  checksSpelling: z.boolean().optional(),
});
const Change = z.union([
  z.strictObject({ playsMusic: z.boolean() }),
  z.strictObject({ appearance: Appearance }),
  SettingsChange,
]);
