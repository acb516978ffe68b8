import { toAbsoluteUrls } from './absolute-urls';

/** Where most answers are encoded, before what they take of it is copied. */
const space = Buffer.allocUnsafeSlow(256 * 1024);
const MAX_BYTES_PER_UNIT = 3;

/**
 * Encodes an answer as JSON; content URLs in it become absolute by `base`. The length of a string in bytes is known only
 * after reading it, so that sending one reads it twice: with a page of messages, 6 % of answering it.
 */
export function encodeAnswer(value: unknown, base: string): Buffer {
  const json = toAbsoluteUrls(JSON.stringify(value), base);
  if (json.length * MAX_BYTES_PER_UNIT > space.length) return Buffer.from(json);
  return Buffer.from(space.subarray(0, space.write(json)));
}
