import { app } from 'electron';
import type { AppUpdater } from 'electron-updater';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { updateActs, type UpdateAct, type UpdateState } from '../../../shared/bridge';
import type { HandlersOf } from '../../doors/ipc-channels';
import { communityFrom } from '../window/senders';

/**
 * Newer versions of the program: looked for, fetched and put in place of this one each at the person's word, never by itself.
 * Which one is there is said by a file at the place that the settings name; what is fetched must be what that file says.
 */
export class Updates {
  readonly #place: string | null;
  readonly #logger: Logger;
  #updater: Promise<AppUpdater> | null = null;
  #state: UpdateState;

  /** `place` is an address on the web, as in `Settings.updates`. */
  constructor(place: string | null, logger: Logger) {
    this.#place = app.isPackaged ? place : null;
    this.#logger = logger;
    this.#state = {
      at: this.#place === null ? 'unset' : 'idle',
      now: app.getVersion(),
      version: '',
      share: 0,
    };
  }

  /** Answers our pages. */
  readonly handlers: HandlersOf<'update'> = {
    update: (event, asked) => {
      const act = updateActs.find((one) => one === asked);
      if (communityFrom(event) === null || act === undefined) throw new Error('not answered');
      if (this.#isOpenTo(act)) void this.#do(act);
      return this.#state;
    },
  };

  /** Each step follows the one before it; after a failure it begins anew. */
  #isOpenTo(act: UpdateAct): boolean {
    const { at } = this.#state;
    if (act === 'check') return at === 'idle' || at === 'newest' || at === 'failed';
    return (act === 'fetch' && at === 'found') || (act === 'install' && at === 'ready');
  }

  async #do(act: UpdateAct): Promise<void> {
    try {
      this.#updater ??= load(this.#place ?? '', this.#logger, (share) => this.#turn({ share }));
      const updater = await this.#updater;
      if (act === 'check') await this.#check(updater);
      else if (act === 'fetch') await this.#fetch(updater);
      else updater.quitAndInstall(false, true);
    } catch (error) {
      this.#logger.warn({ err: error }, 'the program could not be brought up to date');
      this.#turn({ at: 'failed' });
    }
  }

  async #check(updater: AppUpdater): Promise<void> {
    this.#turn({ at: 'checking' });
    const result = await updater.checkForUpdates();
    if (!result) throw new Error('this kind of installation is not brought up to date by itself');
    const { isUpdateAvailable: isFound, updateInfo } = result;
    this.#turn(isFound ? { at: 'found', version: updateInfo.version } : { at: 'newest' });
  }

  async #fetch(updater: AppUpdater): Promise<void> {
    this.#turn({ at: 'fetching', share: 0 });
    await updater.downloadUpdate();
    this.#turn({ at: 'ready' });
  }

  #turn(change: Partial<UpdateState>): void {
    this.#state = { ...this.#state, ...change };
  }
}

/** The library reads the name of its folder for downloads from a file, which elsewhere is made when a program is packed. */
async function writeConfig(): Promise<string> {
  const path = join(app.getPath('userData'), 'updates.yml');
  await writeFile(path, 'updaterCacheDirName: courtyard-updates\n', { mode: 0o600 });
  return path;
}

/** It is loaded when it is asked for: a start has no use for it. */
async function load(place: string, logger: Logger, tell: (share: number) => void): Promise<AppUpdater> {
  const { default: module } = await import('electron-updater');
  const updater = module.autoUpdater;
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.allowDowngrade = false;
  updater.disableWebInstaller = true;
  updater.logger = {
    info: (words) => logger.info({ words }, 'update'),
    warn: (words) => logger.warn({ words }, 'update'),
    error: (words) => logger.warn({ words }, 'update'),
  };
  // In this order: the first would forget the second.
  updater.updateConfigPath = await writeConfig();
  updater.setFeedURL({ provider: 'generic', url: place });
  updater.on('download-progress', ({ percent }) => tell(percent / 100));
  // Whoever asked hears of it by the promise that fails.
  updater.on('error', () => undefined);
  return updater;
}
