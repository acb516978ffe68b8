import type { UploadOutcome, UploadSender } from '../../outbox/upload-sender';

/** What an UploadLane sends, and what happens afterwards. */
export interface UploadLaneOptions {
  sender: Pick<UploadSender, 'sendNext'>;
  /** Sends the commands that no longer wait for bytes. */
  sendCommands: () => Promise<unknown>;
  /** Called when the bytes could not be sent. */
  onInterrupted: () => void;
}

/** Sends the bytes of uploads one after another, beside the commands that don't wait for them. */
export class UploadLane {
  readonly #options: UploadLaneOptions;
  #running: Promise<void> | null = null;
  #isWanted = false;

  constructor(options: UploadLaneOptions) {
    this.#options = options;
  }

  /** Sends all bytes that commands wait for. Errors of this program end the run until the next call. */
  start(): void {
    this.#isWanted = true;
    this.#running ??= this.#run()
      .catch(() => undefined)
      .finally(() => (this.#running = null));
  }

  /** Resolves when no bytes are being sent. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    let outcome: UploadOutcome = 'none';
    while (this.#isWanted) {
      this.#isWanted = false;
      do outcome = await this.#sendSome();
      while (outcome === 'sent');
    }
    if (outcome !== 'none') this.#options.onInterrupted();
  }

  /** Sends uploads for a moment, and then what waited for them: pages load again each time. */
  async #sendSome(): Promise<UploadOutcome> {
    const { sender, sendCommands } = this.#options;
    const end = Date.now() + MOMENT_MS;
    let sent = 0;
    let outcome: UploadOutcome;
    do {
      outcome = await sender.sendNext();
      if (outcome === 'sent') sent++;
    } while (outcome === 'sent' && sent < MAX_UPLOADS && Date.now() < end);
    if (sent > 0) await sendCommands();
    return outcome;
  }
}

const MOMENT_MS = 1_000;
/** Hosts limit the uploads that no call has used yet. */
const MAX_UPLOADS = 20;
