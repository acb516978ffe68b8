import {
  FALLBACK_MS,
  LEASE_MS,
  RENEWAL_MS,
  RETRY_MS,
  type LeaseAnswer,
  type SentLeaseRequest,
  type StandbyRecordState,
} from './lease-messages';

/** Who answers a host. */
export type Peer = 'standby' | 'witness';

export interface HostLeaseOptions {
  term: number;
  /** Fingerprint of the standby's certificate. */
  standby: string;
  /** Returns milliseconds that also pass while the machine sleeps. */
  now: () => number;
  /** Returns a number that no earlier request had. */
  nonce: () => number;
  /** Sends a request; it may be lost. */
  ask: (peer: Peer, request: SentLeaseRequest) => void;
  /** When this machine asked for the term that the witness granted; null for a host that was started otherwise. */
  grantedAt: number | null;
}

/**
 * The host's side of an automatic takeover. It may write as long as its standby or the witness has answered a request
 * that it sent less than ten seconds ago. A write is acknowledged once the standby has it, or once the witness
 * knows that the standby lacks something: then that standby never takes over automatically.
 */
export class HostLease {
  readonly #options: HostLeaseOptions;
  #until: number;
  readonly #sent = new Map<number, number>();
  #renewedAt = -Infinity;
  #standbyAt = -Infinity;
  #committed = 0;
  #stored = -1;
  /** Since when the oldest commit waits for the standby; null if none does. */
  #waitsSince: number | null = null;
  /** Whether the standby shall be recorded as having everything; then nothing is acknowledged without it. */
  #isSynchronous = true;
  /** Whether the standby has had everything since then; not known before it confirmed that once. */
  #isSure = false;
  #record: StandbyRecordState | null = null;
  /** The highest revision at which a request may be on its way that says that the standby has everything. */
  #offeredAt = Infinity;
  #recordedAt = -Infinity;
  /** The standby shall be recorded as out of date, whatever it has. */
  #isAlone = false;
  #hasContents = true;
  #isSuperseded = false;

  constructor(options: HostLeaseOptions) {
    this.#options = options;
    this.#until = (options.grantedAt ?? -Infinity) + LEASE_MS;
  }

  /** Whether this machine may accept writes now. */
  get mayWrite(): boolean {
    return !this.#isSuperseded && this.#options.now() < this.#until;
  }

  /** Whether the witness knows that the standby lacks something, so that it never takes over automatically. */
  get isRecordedOutOfDate(): boolean {
    return (
      !this.#isSynchronous &&
      this.#record !== null &&
      !this.#record.hasEverything &&
      this.#record.revision > this.#offeredAt
    );
  }

  /** Whether the standby would take over automatically. */
  get isCovered(): boolean {
    const { hasEverything = false, standby = '' } = this.#record ?? {};
    return hasEverything && standby === this.#options.standby;
  }

  /** Whether answers are to wait for the standby. */
  get isSynchronous(): boolean {
    return this.#isSynchronous;
  }

  /** Goes on without the standby, until it is called with false. */
  setAlone(isAlone: boolean): void {
    this.#isAlone = isAlone;
  }

  /** Whether the standby has had all contents, without which it counts as out of date. */
  setContents(hasAll: boolean): void {
    this.#hasContents = hasAll;
  }

  /** The mark up to which commits may be acknowledged. */
  get acknowledged(): number {
    return this.isRecordedOutOfDate ? Infinity : this.#stored;
  }

  /** Something was committed up to a mark. */
  committed(mark: number): void {
    this.#committed = mark;
    this.#waitsSince ??= this.#options.now();
  }

  /** The standby has everything up to a mark on its disk. */
  stored(mark: number): void {
    if (mark <= this.#stored) return;
    this.#stored = mark;
    this.#waitsSince = mark < this.#committed ? this.#options.now() : null;
    if (this.#isSynchronous && mark >= this.#committed) this.#isSure = true;
  }

  /** Sends what is due; call it often. */
  tick(): void {
    if (this.#isSuperseded) return;
    const now = this.#options.now();
    if (now - this.#renewedAt >= RENEWAL_MS) this.#renew(now);
    this.#choose(now);
    this.#saveRecord(now);
  }

  /** Takes an answer of the standby or the witness. */
  answered(peer: Peer, answer: LeaseAnswer): void {
    if (answer.type === 'renewed') {
      const sentAt = this.#sent.get(answer.nonce);
      if (sentAt === undefined) return;
      this.#until = Math.max(this.#until, sentAt + LEASE_MS);
      if (peer === 'standby') this.#standbyAt = Math.max(this.#standbyAt, sentAt);
    }
    if (answer.type === 'superseded') this.#isSuperseded = true;
    if (peer === 'witness' && 'record' in answer && answer.record !== null) this.#learn(answer.record);
  }

  #renew(now: number): void {
    this.#renewedAt = now;
    for (const [nonce, sentAt] of this.#sent) if (now - sentAt > LEASE_MS) this.#sent.delete(nonce);
    const { term, nonce, ask } = this.#options;
    for (const peer of PEERS) {
      const next = nonce();
      this.#sent.set(next, now);
      ask(peer, { type: 'renew', term, nonce: next });
    }
  }

  /** Goes on without the standby if a commit has waited for too long, and with it once it has everything. */
  #choose(now: number): void {
    const hasWaited = this.#waitsSince !== null && now - this.#waitsSince >= FALLBACK_MS;
    const isThere = now - this.#standbyAt < LEASE_MS / 2;
    const isAlone = this.#isAlone || !this.#hasContents;
    if (this.#isSynchronous && (hasWaited || isAlone)) this.#isSynchronous = this.#isSure = false;
    else if (!this.#isSynchronous && !isAlone && isThere && this.#stored >= this.#committed)
      this.#isSynchronous = this.#isSure = true;
  }

  #saveRecord(now: number): void {
    const record = this.#record;
    if (record === null || now - this.#recordedAt < RETRY_MS) return;
    const isKnown = this.#isSynchronous ? this.isCovered : this.isRecordedOutOfDate;
    if (isKnown || (this.#isSynchronous && !this.#isSure)) return;
    this.#recordedAt = now;
    if (this.#isSynchronous) this.#offeredAt = record.revision;
    const { term, standby, ask } = this.#options;
    const { revision } = record;
    ask('witness', { type: 'record', term, standby, hasEverything: this.#isSynchronous, revision });
  }

  /** What an earlier run of this host has sent may still be on its way when the first record arrives. */
  #learn(record: StandbyRecordState): void {
    if (this.#record === null) this.#offeredAt = record.revision;
    else if (record.revision <= this.#record.revision) return;
    this.#record = record;
    this.#recordedAt = -Infinity;
  }
}

const PEERS: readonly Peer[] = ['standby', 'witness'];
