/**
 * A standby can't become the host: the copy was never complete, the host ran a newer version, or there
 * is no standby in the folder.
 */
export class PromotionRefusedError extends Error {
  override readonly name = 'PromotionRefusedError';
  readonly reason: 'incomplete' | 'newer' | 'no_standby';

  constructor(reason: PromotionRefusedError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}
