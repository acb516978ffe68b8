import { endpointOf, isName, type Name } from '../../shared/contract';
import { Unreachable } from '../../shared/client/transport';
import { parseInput } from '../../shared/contract/endpoint';
import { AppError, type ErrorBody, type ErrorCode } from '../../shared/errors';
import type { LogPoint } from './done-commands';
import type { Outbox, OutboxCommand } from './outbox';
import { uploadPartOf } from './queued-calls';
import { DependencyRefusedError } from './refusals';

/**
 * Why sending ended. `empty`: the outbox is empty. `held`: the rest waits for the bytes of uploads. `away`: the host
 * doesn't answer or asks to wait. `revoked`: it rejects the token. `outdated`: it requires a newer program.
 */
export type DrainOutcome = 'empty' | 'held' | 'away' | 'revoked' | 'outdated';

/**
 * The answer of a host to a command: the number of its event, and the log point up to which the standby must have the
 * log before the command can be deleted.
 */
export interface SentAnswer {
  value: unknown;
  seq?: number | undefined;
  retainUntil?: LogPoint | null;
}

/** What the host answered to a command. */
export type SentOutcome = SentAnswer | { error: AppError };

export interface OutboxSenderOptions {
  outbox: Outbox;
  /** Makes one attempt. Throws the AppError that the host answered, or Unreachable. */
  send: (name: Name, input: Record<string, unknown>, key: string) => Promise<SentAnswer>;
  /** Whether the host is there although an answer was lost: then it is asked again at once. By default never. */
  isHostThere?: () => boolean;
  /** Called when a command was done or refused, also for those that are refused with another. */
  onSettled: (command: OutboxCommand, outcome: SentOutcome) => void;
  /** The version of this program. */
  program: string;
  /** Unix seconds. */
  now: () => number;
}

/** Sends the commands of an outbox to their host. */
export class OutboxSender {
  readonly #options: OutboxSenderOptions;
  #isDraining = false;
  #draining: Promise<DrainOutcome> = Promise.resolve('empty');
  #retryAt = 0;
  #hindrance: ErrorBody | null = null;
  #failures = { key: '', count: 0 };

  constructor(options: OutboxSenderOptions) {
    this.#options = options;
  }

  /** Unix seconds before which the host asked not to be called again; 0 if it did not. */
  get retryAt(): number {
    return this.#retryAt;
  }

  /** Why everything waits although the host is there: it needs a newer program. */
  get hindrance(): ErrorBody | null {
    return this.#hindrance;
  }

  /** Sends everything pending, in order, one at a time; concurrent calls share one run. */
  drain(): Promise<DrainOutcome> {
    if (!this.#isDraining) this.#draining = this.#drain();
    return this.#draining;
  }

  async #drain(): Promise<DrainOutcome> {
    const { outbox, now } = this.#options;
    this.#isDraining = true;
    try {
      while (outbox.isOpen) {
        const command = outbox.beginSending();
        if (!command) return outbox.hasPending ? 'held' : 'empty';
        if (now() < this.#retryAt) return 'away';
        this.#retryAt = 0;
        const interruption = await this.#sendOne(command);
        this.#hindrance = interruption === 'outdated' ? new AppError('upgrade_required').toBody() : null;
        if (interruption) return interruption;
      }
      return 'away';
    } catch (error) {
      // The own disk is full: the command stays, and its host answers again to its key.
      if (error instanceof AppError && error.code === 'unavailable') return 'away';
      throw error;
    } finally {
      outbox.endSending();
      this.#isDraining = false;
    }
  }

  /** Sends one command; returns why no other can be sent now. */
  async #sendOne(command: OutboxCommand): Promise<DrainOutcome | undefined> {
    const { outbox, onSettled, now } = this.#options;
    const input = this.#inputOf(command);
    if (!input) return undefined;
    let answer: SentAnswer;
    try {
      answer = await this.#ask(command, input);
    } catch (error) {
      if (!outbox.isOpen) return 'away';
      return this.handleFailure(command, error);
    }
    // The command stays in the file, and is answered again to its key.
    if (!outbox.isOpen) return 'away';
    this.#failures.count = 0;
    outbox.settle(command.key, answer.value, now(), answer.retainUntil);
    onSettled(command, answer);
    return undefined;
  }

  /** Sends a command, and again if only its answer was lost: ending the run would cost more than another request. */
  async #ask({ name, key }: OutboxCommand, input: Record<string, unknown>) {
    const { outbox, send, isHostThere = () => false } = this.#options;
    for (let attempts = 1; ; attempts++) {
      try {
        return await send(name, input, key);
      } catch (error) {
        const isLost = error instanceof Unreachable && outbox.isOpen && isHostThere();
        if (!isLost || attempts === MAX_ATTEMPTS) throw error;
      }
    }
  }

  /** The input to send; undefined if the command was refused because there is none. */
  #inputOf(command: OutboxCommand): Record<string, unknown> | undefined {
    try {
      if (!isName(command.name)) throw new AppError('validation_error', GONE);
      const input = this.#options.outbox.inputToSend(command.key);
      parseInput(endpointOf(command.name), input);
      return input;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.#refuse(command, this.#explain(command, error));
      return undefined;
    }
  }

  #explain({ program }: OutboxCommand, error: AppError): AppError {
    if (error.code !== 'validation_error' || !error.fields || program === this.#options.program) return error;
    return new AppError('validation_error', OLDER, { fields: error.fields, cause: error });
  }

  /** Refuses a command because of an error, or returns why nothing can be sent now. */
  handleFailure(command: OutboxCommand, cause: unknown): DrainOutcome | undefined {
    const error = toAppError(cause);
    const interruption = INTERRUPTIONS[error.code];
    if (interruption) {
      if (error.retryAfter !== undefined) this.#retryAt = this.#options.now() + error.retryAfter;
      return interruption;
    }
    if (error.code === 'server_error' && this.#countFailure(command.key) < MAX_FAILURES) return 'away';
    if (this.#isUploadGone(command, error) && this.#countFailure(command.key) < MAX_FAILURES)
      return undefined;
    const wasSentBefore = error.fields?.['Idempotency-Key'] !== undefined;
    this.#refuse(command, wasSentBefore ? new AppError('conflict', SENT_BEFORE, { cause: error }) : error);
    return undefined;
  }

  /** Lets the bytes of an upload be sent again if the host has deleted it. */
  #isUploadGone({ key, name }: OutboxCommand, { fields }: AppError): boolean {
    const { uploads } = this.#options.outbox;
    const upload = uploads.findByKey(key);
    const part = uploadPartOf(name);
    if (!upload?.host_id || part === null || fields?.[part] === undefined) return false;
    uploads.setHost(upload.id, null);
    return true;
  }

  #countFailure(key: string): number {
    const earlier = this.#failures.key === key ? this.#failures.count : 0;
    this.#failures = { key, count: earlier + 1 };
    return earlier + 1;
  }

  #refuse(command: OutboxCommand, error: AppError): void {
    const { outbox, onSettled } = this.#options;
    this.#failures.count = 0;
    const refusedWith = error instanceof DependencyRefusedError ? error.refusedWith : null;
    for (const one of outbox.refuse(command.key, error, refusedWith)) {
      onSettled(one, { error: one.key === command.key ? error : AppError.fromBody(one.error) });
    }
  }
}

/** Errors that say nothing about the command: it stays and is sent later. */
const INTERRUPTIONS: Partial<Record<ErrorCode, DrainOutcome>> = {
  unavailable: 'away',
  rate_limit_exceeded: 'away',
  superseded: 'away',
  auth_failed: 'revoked',
  upgrade_required: 'outdated',
};

/** Errors of the host's program in a row after which a command is refused, so that it doesn't block the others. */
const MAX_FAILURES = 3;

/** Requests for one command after which its host is regarded as away. */
const MAX_ATTEMPTS = 4;

const GONE = 'This version of Courtyard can no longer send this. Discard it and do it again.';
const OLDER =
  'This was created by another version of Courtyard and can’t be sent as it is. Edit it, or discard it and do it again.';
const SENT_BEFORE = 'An earlier version of this was already sent. Discard this, then edit what was sent.';

function toAppError(error: unknown): AppError {
  return error instanceof AppError ? error : new AppError('server_error', undefined, { cause: error });
}
