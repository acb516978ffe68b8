import { app } from 'electron';
import type { AppUpdater } from 'electron-updater';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { updateActions, type UpdateAction, type UpdateState } from '../../../shared/bridge';
import type { HandlersOf } from '../../doors/ipc-channels';
import { communityFrom } from '../window/senders';

/**
 * Program updates. Checking, downloading and installing each start only when the person asks. A file at the
 * configured URL names the newest version, and downloads are verified against it.
 */
export class UpdateService {
  readonly #place: string | null;
  readonly #logger: Logger;
  #updater: Promise<AppUpdater> | null = null;
  #state: UpdateState;

  /** `place` is the URL in `Settings.updates`. */
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

  /** Handles requests from pages. */
  readonly handlers: HandlersOf<'update'> = {
    update: (event, asked) => {
      const action = updateActions.find((one) => one === asked);
      if (communityFrom(event) === null || action === undefined) throw new Error('not answered');
      if (this.#canRun(action)) void this.#do(action);
      return this.#state;
    },
  };

  /** Steps must be done in order; after a failure they begin again. */
  #canRun(action: UpdateAction): boolean {
    const { at } = this.#state;
    if (action === 'check') return at === 'idle' || at === 'newest' || at === 'failed';
    return (action === 'fetch' && at === 'found') || (action === 'install' && at === 'ready');
  }

  async #do(action: UpdateAction): Promise<void> {
    try {
      this.#updater ??= load(this.#place ?? '', this.#logger, (share) => this.#setState({ share }));
      const updater = await this.#updater;
      if (action === 'check') await this.#check(updater);
      else if (action === 'fetch') await this.#fetch(updater);
      else updater.quitAndInstall(false, true);
    } catch (error) {
      this.#logger.warn({ err: error }, 'the program update failed');
      this.#setState({ at: 'failed' });
    }
  }

  async #check(updater: AppUpdater): Promise<void> {
    this.#setState({ at: 'checking' });
    const result = await updater.checkForUpdates();
    if (!result) throw new Error('this kind of installation cannot update itself');
    const { isUpdateAvailable: isFound, updateInfo } = result;
    this.#setState(isFound ? { at: 'found', version: updateInfo.version } : { at: 'newest' });
  }

  async #fetch(updater: AppUpdater): Promise<void> {
    this.#setState({ at: 'fetching', share: 0 });
    await updater.downloadUpdate();
    this.#setState({ at: 'ready' });
  }

  #setState(change: Partial<UpdateState>): void {
    this.#state = { ...this.#state, ...change };
  }
}

/** The library reads the name of its download folder from this file, which is normally created by packaging. */
async function writeConfig(): Promise<string> {
  const path = join(app.getPath('userData'), 'updates.yml');
  await writeFile(path, 'updaterCacheDirName: courtyard-updates\n', { mode: 0o600 });
  return path;
}

/** Loaded on demand to keep the start fast. */
async function load(place: string, logger: Logger, onProgress: (share: number) => void): Promise<AppUpdater> {
  const { default: module } = await import('electron-updater');
  const updater = module.autoUpdater;
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.allowDowngrade = false;
  updater.disableWebInstaller = true;
  updater.logger = {
    info: (message) => logger.info({ message }, 'update'),
    warn: (message) => logger.warn({ message }, 'update'),
    error: (message) => logger.warn({ message }, 'update'),
  };
  // The order matters: setting the path resets the feed URL.
  updater.updateConfigPath = await writeConfig();
  updater.setFeedURL({ provider: 'generic', url: place });
  updater.on('download-progress', ({ percent }) => onProgress(percent / 100));
  // The caller gets the error from the rejected promise.
  updater.on('error', () => undefined);
  return updater;
}
