import type { Given } from '../../../shared/client/given';
import type { Output } from '../../../shared/contract';
import { Attempt, call, ReadOrder } from '../../api';

export type BackupFolderUse = Output<'admin.backupFolder'>;

/** The folder outside the data folder to which the community is backed up. */
export class BackupFolderSettings {
  readonly loading = new Attempt();
  readonly changing = new Attempt();
  readonly #order = new ReadOrder();
  #use = $state.raw<BackupFolderUse | null>(null);

  /** Null until loaded. */
  get use(): BackupFolderUse | null {
    return this.#use;
  }

  /** Whether a backup is being made, so that its progress must be asked for. */
  get isRunning(): boolean {
    return this.#use?.Progress !== null && this.#use !== null;
  }

  load(): Promise<boolean> {
    return this.loading.run(async () => {
      this.#use = await this.#order.read(() => call('admin.backupFolder'));
    });
  }

  /** Opens the folder dialog of the host. Returns true if the choice was accepted, or cancelled. */
  choose(passphrase: string): Promise<boolean> {
    return this.#change(() => call('admin.chooseBackupFolder', { passphrase }));
  }

  change(change: Given<'admin.changeBackupFolder'>): Promise<boolean> {
    return this.#change(() => call('admin.changeBackupFolder', change));
  }

  /** Starts a backup. With `startOver`, if the earlier backups are missing, a new series begins. */
  run(startOver = false): Promise<boolean> {
    return this.#change(() => call('admin.runBackupFolder', startOver ? { anew: true } : {}));
  }

  #change(change: () => Promise<BackupFolderUse>): Promise<boolean> {
    return this.changing.run(async () => {
      this.#use = await this.#order.change(change);
    });
  }
}
