import type { AccountImport } from '../../../shared/contract/records';
import { Attempt, call, ReadOrder, uploads, type Upload } from '../../api';

/** Imports a data export into the account: uploads it, follows the import on the host, and has its result. */
export class ImportSettings {
  readonly loading = new Attempt();
  readonly stopping = new Attempt();
  readonly #order = new ReadOrder();
  #latest = $state.raw<AccountImport | null>(null);
  #upload = $state.raw<Upload | null>(null);

  /** The running import, or the result of the latest one; null if there was none. */
  get latest(): AccountImport | null {
    return this.#latest?.Status === 'none' ? null : this.#latest;
  }

  /** The export that is being sent. */
  get upload(): Upload | null {
    return this.#upload;
  }

  /** Whether the host is importing, so that its progress must be asked for. */
  get isRunning(): boolean {
    return this.#latest?.Status === 'running';
  }

  load(): Promise<boolean> {
    return this.loading.run(async () => {
      this.#latest = await this.#order.read(() => call('account.importState'));
    });
  }

  /** Sends an export; the import begins when all of it has arrived. */
  async begin(file: File): Promise<void> {
    this.#upload?.cancel();
    const upload = uploads.add(file, { call: 'account.import', input: {} }, { isShown: false });
    this.#upload = upload as Upload;
    try {
      const started = await this.#order.change(() => upload.finished);
      if (this.#upload !== (upload as Upload)) return;
      this.#latest = started;
      this.#upload = null;
    } catch {
      // It was cancelled.
      if (this.#upload === (upload as Upload)) this.#upload = null;
    }
  }

  /** Stops sending, or the import on the host. */
  stop(): Promise<boolean> {
    if (this.#upload) {
      this.#upload.cancel();
      return Promise.resolve(true);
    }
    return this.stopping.run(async () => {
      this.#latest = await this.#order.change(() => call('account.cancelImport'));
    });
  }
}
