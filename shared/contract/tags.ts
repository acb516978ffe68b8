import { LIMITS } from '../limits';

/** Whether a text is a tag: see `tag` in the contract's values. */
export function isTag(text: string): boolean {
  return TAG.test(text) && !/^(u\d+|me)$/.test(text);
}

const TAG = new RegExp(`^[a-z][a-z0-9_.]{${LIMITS.tagMin - 1},${LIMITS.tagMax - 1}}$`);
