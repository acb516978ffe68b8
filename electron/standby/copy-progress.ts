import type { HostMessage } from './messages';

/** How far the copy of a standby is, as the standby itself knows. */
export interface CopyProgress {
  /** `gone`: the host doesn't answer. `behind`: connected, and catching up with a complete copy. */
  status: 'connecting' | 'copying' | 'behind' | 'in_step' | 'gone';
  /** Bytes that are here, and about how many there are in all; 0 if unknown. */
  done: number;
  total: number;
  /** Unix seconds of the last contact while the host is gone; 0 while it isn't, and if there was none. */
  since: number;
}

/** Follows the messages of the host to know how far the copy is. */
export class CopyProgressMeter {
  readonly #onChange: (progress: CopyProgress) => void;
  #status: CopyProgress['status'] = 'connecting';
  #seenAt: number;
  #total = 0;
  /** Bytes of the database that were compared or copied. */
  #database = 0;

  /** `onChange` is called after each message, however many there are. `seenAt`: the last contact of earlier runs. */
  constructor(onChange: (progress: CopyProgress) => void, seenAt: number) {
    this.#onChange = onChange;
    this.#seenAt = seenAt;
  }

  /** Unix seconds of the last contact; 0 for never. */
  get seenAt(): number {
    return this.#isConnected ? now() : this.#seenAt;
  }

  /** A message was processed; `contents` are the bytes of contents that are stored here. */
  took(message: HostMessage, contents: number): void {
    switch (message.type) {
      case 'welcome':
        [this.#status, this.#database] = ['behind', 0];
        this.#total = message.size;
        break;
      case 'copy':
        this.#status = 'copying';
        break;
      case 'chunk':
        this.#database = message.offset;
        break;
      case 'chunksEnd':
        this.#database = message.size;
        break;
      case 'inStep':
        this.#status = 'in_step';
        break;
      case 'content':
        break;
      default:
        return;
    }
    this.#tell(contents);
  }

  /** There is no connection to the host, or none any more. */
  lost(): void {
    if (this.#status === 'gone') return;
    this.#seenAt = this.seenAt;
    this.#status = 'gone';
    this.#tell(0);
  }

  get #isConnected(): boolean {
    return this.#status !== 'gone' && this.#status !== 'connecting';
  }

  #tell(contents: number): void {
    const isCopying = this.#status === 'copying';
    const done = isCopying ? this.#database + contents : 0;
    const total = isCopying && this.#total > 0 ? Math.max(this.#total, done) : 0;
    this.#onChange({ status: this.#status, done, total, since: this.#status === 'gone' ? this.#seenAt : 0 });
  }
}

function now(): number {
  return Math.floor(Date.now() / 1000);
}
