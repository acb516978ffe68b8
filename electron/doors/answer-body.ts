import { toAbsoluteUrls } from './absolute-urls';

/** Most answers are encoded here; then the bytes that they take are copied. */
const scratch = Buffer.allocUnsafeSlow(256 * 1024);
const MAX_BYTES_PER_UNIT = 3;

/**
 * Encodes an answer as JSON; content URLs in it become absolute by `base`. The length of a string in bytes is known
 * only after reading it, so that sending one reads it twice: with a page of messages, 6 % of answering it.
 */
export function encodeAnswer(value: unknown, base: string): Buffer {
  const json = toAbsoluteUrls(JSON.stringify(value), base);
  if (json.length * MAX_BYTES_PER_UNIT > scratch.length) return Buffer.from(json);
  return Buffer.from(scratch.subarray(0, scratch.write(json)));
}
