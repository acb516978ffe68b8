import type { Output } from '../../../shared/contract';
import { Attempt, call, on, ReadOrder } from '../../api';
import { hostingText } from '../../i18n/index.svelte';

export type Sharing = Output<'admin.sharing'>;
export type SharingCheck = Output<'admin.checkSharing'>;

/** The sharing settings that the owner can change. */
interface Change {
  on?: boolean;
  port?: number;
  plain?: boolean;
}

/** How the community is shared on the local network. */
export class Network {
  readonly loading = new Attempt();
  readonly changing = new Attempt();
  readonly checking = new Attempt();
  readonly #order = new ReadOrder();
  #stored = $state.raw<Sharing | null>(null);
  /** The change that was sent and is not confirmed yet. */
  #wanted = $state.raw<Change>({});

  #checked = $state.raw<SharingCheck | null>(null);

  /** The result of the last check; null before the first one. */
  get checked(): SharingCheck | null {
    return this.#checked;
  }

  /** Null until loaded. */
  get sharing(): Sharing | null {
    return this.#stored;
  }

  /** Whether the community is shared, including an unconfirmed change. */
  get isOn(): boolean {
    return this.#wanted.on ?? this.#stored?.On ?? false;
  }

  /** Whether guests may connect without TLS, including an unconfirmed change. */
  get isPlain(): boolean {
    return this.#wanted.plain ?? this.#stored?.Plain ?? false;
  }

  isFixed(part: Sharing['Fixed'][number]): boolean {
    return this.#stored?.Fixed.includes(part) ?? false;
  }

  load(): Promise<boolean> {
    return this.loading.refresh(async () => {
      this.#stored = await this.#order.read(() => call('admin.sharing'));
    });
  }

  /** Has the host check whether it can be reached. */
  check(): Promise<boolean> {
    return this.checking.run(async () => {
      this.#checked = await call('admin.checkSharing');
    });
  }

  /**
   * Reloads on `community` events, as the host emits one when its certificate changes, that is after it changed sharing
   * or got other addresses. Returns a function that unsubscribes.
   */
  follow(): () => void {
    return on((event) => {
      if (event.Type === 'community' || event.Type === 'reset') void this.load();
    });
  }

  /**
   * Changes the sharing settings. Optimistic update: reverts when the host rejects it (`changing.error` has the
   * reason).
   */
  async change(wanted: Change): Promise<boolean> {
    this.#wanted = wanted;
    const isDone = await this.changing.run(async () => {
      this.#stored = await this.#order.change(() => call('admin.share', wanted));
    });
    this.#wanted = {};
    return isDone;
  }
}

/**
 * Returns the error message for a port that could not be opened. Ports up to 1023 are reserved by the system, whether
 * in use or not.
 */
export function portFailure(port: number): string {
  const { failures } = hostingText().network;
  return port < FIRST_FREE_PORT ? failures.port_refused(port) : failures.port_taken(port);
}

const FIRST_FREE_PORT = 1024;
