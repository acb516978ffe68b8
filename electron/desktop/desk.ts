import { z } from 'zod';
import type { HandlersOf } from '../doors/ipc-channels';
import { JsonFile } from '../remote/json-file';
import { openAtLogin, opensAtLogin } from './program/login';
import { communityFrom } from './window/senders';
import type { TrayIcon } from './window/tray';

/** How the program lives on this computer: kept in a file of its own, as it holds for whoever is signed in. */
export class DeskHabits {
  readonly #file: JsonFile;
  readonly #tray: TrayIcon;
  readonly #checkSpelling: (isWanted: boolean | null) => void;
  #kept: z.infer<typeof Kept>;
  #hasRecovered = false;

  /** `path` is that of the file; one that is not there is as good as new. */
  constructor(path: string, tray: TrayIcon, spelling: (isWanted: boolean | null) => void) {
    this.#file = new JsonFile(path);
    this.#tray = tray;
    this.#checkSpelling = spelling;
    this.#kept = this.#file.read((value) => Kept.parse(value)) ?? Kept.parse({});
  }

  /** The program goes on when its window is closed. macOS keeps it in the Dock anyway. */
  get staysWithoutWindow(): boolean {
    return this.#chosen.keepsInTray === true;
  }

  /** The next page that asks is told that it had broken down. */
  noteRecovery(): void {
    this.#hasRecovered = true;
  }

  /** Answers our pages. */
  readonly handlers: HandlersOf<'desk'> = {
    desk: async (event, change) => {
      if (communityFrom(event) === null) throw new Error('not answered');
      if (change !== undefined) await this.#change(Change.parse(change));
      const hasRecovered = this.#hasRecovered;
      this.#hasRecovered = false;
      return { opensAtLogin: opensAtLogin(), ...this.#chosen, hasRecovered };
    },
  };

  /** Applies what was stored. */
  async begin(): Promise<void> {
    await this.#live();
  }

  /** macOS has both by itself. */
  get #chosen(): Record<keyof z.infer<typeof Kept>, boolean | null> {
    return process.platform === 'darwin' ? { keepsInTray: null, checksSpelling: null } : this.#kept;
  }

  async #change({ opensAtLogin: opens, ...habits }: z.infer<typeof Change>): Promise<void> {
    if (opens !== undefined) openAtLogin(opens);
    const kept = Kept.parse({ ...this.#kept, ...habits });
    await this.#file.write(kept);
    this.#kept = kept;
    await this.#live();
  }

  async #live(): Promise<void> {
    this.#checkSpelling(this.#chosen.checksSpelling);
    await this.#tray.want(this.staysWithoutWindow);
  }
}

const Kept = z.object({
  keepsInTray: z.boolean().default(false),
  checksSpelling: z.boolean().default(false),
});
const Change = z.strictObject({
  opensAtLogin: z.boolean().optional(),
  keepsInTray: z.boolean().optional(),
  checksSpelling: z.boolean().optional(),
});
