import type { Output } from '../../../shared/contract';
import { Attempt, call, on } from '../../api';
import { m } from '../../i18n/index.svelte';

export type Sharing = Output<'admin.sharing'>;
export type SharingCheck = Output<'admin.checkSharing'>;

/** What its owner may change of it. */
interface Change {
  on?: boolean;
  port?: number;
  plain?: boolean;
}

/** How the community is shared on the network. */
export class Network {
  readonly reading = new Attempt();
  readonly changing = new Attempt();
  readonly checking = new Attempt();
  #kept = $state.raw<Sharing | null>(null);
  /** What was asked for and is not answered yet. */
  #wanted = $state.raw<Change>({});

  #checked = $state.raw<SharingCheck | null>(null);

  /** What the way to this host looks like from its own end; null until it was looked at. */
  get checked(): SharingCheck | null {
    return this.#checked;
  }

  /** Null until it was read. */
  get sharing(): Sharing | null {
    return this.#kept;
  }

  /** Whether it is shared, or is about to be. */
  get isOn(): boolean {
    return this.#wanted.on ?? this.#kept?.On ?? false;
  }

  /** Whether guests may come without TLS, or are about to. */
  get isPlain(): boolean {
    return this.#wanted.plain ?? this.#kept?.Plain ?? false;
  }

  isFixed(part: Sharing['Fixed'][number]): boolean {
    return this.#kept?.Fixed.includes(part) ?? false;
  }

  load(): Promise<boolean> {
    return this.reading.refresh(async () => {
      this.#kept = await call('admin.sharing');
    });
  }

  /** Looks at the way to this host from its own end. */
  check(): Promise<boolean> {
    return this.checking.run(async () => {
      this.#checked = await call('admin.checkSharing');
    });
  }

  /** Reads it anew when the host shows another certificate: then it was changed, or its addresses are others. */
  follow(): () => void {
    return on((event) => {
      if (event.Type === 'community' || event.Type === 'reset') void this.load();
    });
  }

  /** Changes it; it goes back when the host refuses (`changing` says why). */
  async change(wanted: Change): Promise<boolean> {
    this.#wanted = wanted;
    const isDone = await this.changing.run(async () => {
      this.#kept = await call('admin.share', wanted);
    });
    this.#wanted = {};
    return isDone;
  }
}

/** Why a port could not be had, in words. The system keeps the first 1023 for its own programs, taken or not. */
export function portFailure(port: number): string {
  const { failures } = m().network;
  return port < FIRST_FREE_PORT ? failures.port_refused(port) : failures.port_taken(port);
}

const FIRST_FREE_PORT = 1024;
