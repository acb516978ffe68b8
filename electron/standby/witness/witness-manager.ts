import type { Logger } from 'pino';
import { AppError } from '../../../shared/errors';
import type { Store } from '../../database/open';
import type { HostCertificate } from '../../identity/certificate';
import { sha256 } from '../chunk-copy';
import type { LogFollowing } from '../host/log-following';
import { PROTOCOL, type HostMessage, type StandbyMessage, type WitnessDescription } from '../messages';
import type { HostingGate } from '../succession/hosting-gate';
import { supersededMessage } from '../succession/successor';
import { HostWitness } from './host-witness';
import { isLinkCode } from '../link-queries';
import { claimWitnessCode, findWitness, type WitnessSettings } from './queries';

/** The status of a host's witness; `seenAt` in Unix seconds (0 if not seen since the host started). */
export interface WitnessStatus {
  status: 'none' | 'seen' | 'gone';
  name: string;
  seenAt: number;
  /** Whether the standby takes over automatically if this host is gone. */
  isAutomatic: boolean;
}

export interface WitnessManagerOptions {
  store: Store;
  gate: HostingGate;
  term: number;
  /** Returns the certificate of this host, which proves its term. */
  certificate: () => Promise<HostCertificate>;
  /** Returns the community's current name. */
  name: () => Promise<string>;
  /** Returns Unix seconds. */
  now: () => number;
  logger: Logger;
}

/**
 * Manages the witness of a host: pairs it, renews the lease, and removes it only when the standby can no longer take
 * over automatically.
 */
export class WitnessManager {
  readonly #options: WitnessManagerOptions;
  #settings: WitnessSettings | undefined;
  #running: HostWitness | null = null;
  #follower: LogFollowing | null = null;
  #seenAt = 0;
  #couldWrite = true;
  /** Whether the standby was notified of the removal of the witness before that was stored. */
  #isDropUnsaved = false;

  constructor(options: WitnessManagerOptions) {
    this.#options = options;
    void options.gate.takenOver.then((successor) =>
      this.#follower?.refuseWaiting(new AppError('superseded', supersededMessage(successor))),
    );
  }

  /** The stored settings; undefined if there is neither a witness nor a link for one. */
  get settings(): WitnessSettings | undefined {
    return this.#settings;
  }

  get state(): WitnessStatus {
    const running = this.#running;
    if (running === null) return { status: 'none', name: '', seenAt: 0, isAutomatic: false };
    if (running.isReachable) this.#seenAt = this.#options.now();
    return {
      status: running.isReachable ? 'seen' : 'gone',
      name: running.witness.name,
      seenAt: this.#seenAt,
      isAutomatic: running.standby !== '' && running.lease.isCovered,
    };
  }

  /** The message that announces the witness to the standby. */
  get notice(): Extract<HostMessage, { type: 'witness' }> {
    const { raw } = this.#options.store.writer;
    const schema = raw.pragma('user_version', { simple: true }) as number;
    return { type: 'witness', witness: this.#running?.witness ?? null, schema };
  }

  /** Reloads the witness from the database; `standby` is the fingerprint of the paired standby's certificate, or "". */
  async reload(standby: string, follower: LogFollowing | null): Promise<void> {
    this.#settings = await this.#options.store.read(findWitness);
    const { certificate = '', name = '', addresses = [] } = this.#settings ?? {};
    const before = this.#running;
    const isSame = before?.witness.certificate === certificate && before.standby === standby;
    this.#follower = follower;
    if (certificate === '') this.#stop();
    else if (isSame) before.resume();
    else this.#start({ certificate, name, addresses }, standby);
    const lease = this.#running && standby !== '' ? this.#running.lease : null;
    follower?.setLease(lease, standby);
    this.#options.gate.setLease(lease && (() => lease.mayWrite));
    if (this.#isDropUnsaved || before?.witness.certificate !== this.#running?.witness.certificate)
      await follower?.session?.send(this.notice);
    this.#isDropUnsaved = false;
  }

  /**
   * Prevents an automatic takeover while the standby is replaced or removed. Returns false if the witness doesn't
   * answer. Always call `reload` afterwards.
   */
  async suspend(): Promise<boolean> {
    const running = this.#running;
    return running === null || running.standby === '' || running.suspend();
  }

  /**
   * Prevents an automatic takeover before the witness is replaced or removed. If the witness doesn't answer, the
   * standby must confirm that the witness no longer counts. Throws `unavailable` if neither answers.
   */
  async release(): Promise<void> {
    if (await this.suspend()) return;
    this.#isDropUnsaved = true;
    if (await this.#follower?.session?.dropWitness(this.notice.schema)) return;
    await this.#follower?.session?.send(this.notice);
    throw new AppError('unavailable', UNREACHABLE);
  }

  /** Handles the standby's answer to a lease request. */
  handleStandbyAnswer(answer: Extract<StandbyMessage, { type: 'lease' }>['answer']): void {
    this.#running?.handleStandbyAnswer(answer);
  }

  /** Pairs a witness by the code of a link. Returns the reason for a refusal, or null once it is paired. */
  async pair(
    { protocol, code, name, addresses }: Extract<StandbyMessage, { type: 'pairWitness' }>,
    certificate: string,
  ): Promise<Extract<HostMessage, { type: 'refused' }>['reason'] | null> {
    if (protocol !== PROTOCOL) return 'version';
    // It is paired already: the previous answer was lost.
    if (this.#settings?.certificate === certificate) return null;
    const { store, now, logger } = this.#options;
    const claim = { code: sha256(code), now: now(), witness: { certificate, name, addresses } };
    if (!(await store.read((db) => isLinkCode(db, 'witness', claim.code, claim.now)))) return 'link';
    const isReleased = await this.release().then(
      () => true,
      () => false,
    );
    if (!isReleased) return 'busy';
    if (!(await store.writer.run(() => claimWitnessCode(store.writer.db, claim)))) {
      this.#running?.resume();
      return 'link';
    }
    logger.info({ name }, 'a witness was paired');
    return null;
  }

  close(): void {
    this.#stop();
  }

  #start(witness: WitnessDescription, standby: string): void {
    this.#stop();
    const { term, certificate } = this.#options;
    this.#running = new HostWitness({
      witness,
      standby,
      term,
      certificate,
      askStandby: (request) => {
        if (request.type === 'renew') void this.#follower?.session?.send(request);
      },
      onTick: () => this.#tick(),
    });
  }

  #stop(): void {
    this.#running?.close();
    this.#running = null;
  }

  #tick(): void {
    const running = this.#running;
    if (running?.isReachable) this.#seenAt = this.#options.now();
    this.#follower?.leaseChanged();
    const mayWrite = running === null || running.standby === '' || running.lease.mayWrite;
    if (mayWrite !== this.#couldWrite) {
      const { logger } = this.#options;
      if (mayWrite) logger.info('this host may write again');
      else logger.warn('neither the standby nor the witness answers: this host accepts no changes');
    }
    this.#couldWrite = mayWrite;
  }
}

const UNREACHABLE =
  'Neither the witness nor the standby answers, but one of them has to confirm this change. Try again when one of them is back.';
