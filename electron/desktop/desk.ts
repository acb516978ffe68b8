import type { IpcMain } from 'electron';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { CHANNELS, type Desk } from '../../shared/bridge';
import { openAtLogin, opensAtLogin } from './login';
import { communityFrom } from './senders';
import type { TrayIcon } from './tray';

/** How the program lives on this computer: kept in a file of its own, as it holds for whoever is signed in. */
export class DeskHabits {
  readonly #path: string;
  readonly #tray: TrayIcon;
  readonly #checkSpelling: (isWanted: boolean | null) => void;
  #kept: z.infer<typeof Kept>;
  #hasRecovered = false;

  /** `path` is that of the file; one that is not there or can't be read is as good as new. */
  constructor(path: string, tray: TrayIcon, spelling: (isWanted: boolean | null) => void) {
    this.#path = path;
    this.#tray = tray;
    this.#checkSpelling = spelling;
    this.#kept = readKept(path);
  }

  /** The program goes on when its window is closed. macOS keeps it in the Dock anyway. */
  get staysWithoutWindow(): boolean {
    return this.#chosen.keepsInTray === true;
  }

  /** The next page that asks is told that it had broken down. */
  noteRecovery(): void {
    this.#hasRecovered = true;
  }

  /** Begins as it was left, and answers our pages. */
  async begin(ipc: IpcMain): Promise<void> {
    ipc.handle(CHANNELS.desk, async (event, change: unknown): Promise<Desk> => {
      if (communityFrom(event) === null) throw new Error('not answered');
      if (change !== undefined) await this.#change(Change.parse(change));
      const hasRecovered = this.#hasRecovered;
      this.#hasRecovered = false;
      return { opensAtLogin: opensAtLogin(), ...this.#chosen, hasRecovered };
    });
    await this.#live();
  }

  /** macOS has both by itself. */
  get #chosen(): Record<keyof z.infer<typeof Kept>, boolean | null> {
    return process.platform === 'darwin' ? { keepsInTray: null, checksSpelling: null } : this.#kept;
  }

  async #change({ opensAtLogin: opens, ...habits }: z.infer<typeof Change>): Promise<void> {
    if (opens !== undefined) openAtLogin(opens);
    const kept = Kept.parse({ ...this.#kept, ...habits });
    await writeFile(this.#path, JSON.stringify(kept));
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

function readKept(path: string): z.infer<typeof Kept> {
  try {
    return Kept.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return Kept.parse({});
  }
}
