import { toAbsoluteUrls } from './absolute-urls';

/**
 * Encodes a text as an unmasked WebSocket frame. URLs in it become absolute, below `base`. The last frame is reused,
 * since most frames go to many sockets in turn.
 */
export function encodeTextFrame(text: string, base: string): Buffer {
  if (text !== last.text || base !== last.base)
    Object.assign(last, { text, base, frame: frameOf(toAbsoluteUrls(text, base)) });
  return last.frame;
}

function frameOf(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const header = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(header + length);
  frame[0] = WHOLE_TEXT;
  if (header === 2) frame[1] = length;
  else if (header === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, header);
  return frame;
}

/** The first byte of a text frame that is a whole message (RFC 6455, 5.2). */
const WHOLE_TEXT = 0x81;

const last = { text: '', base: '', frame: Buffer.alloc(0) };
