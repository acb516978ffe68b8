import { HIDDEN_CONTROLS, isNotBlank } from './characters/invisible';
import { withoutTrailing } from './characters/trailing';

/**
 * Returns the name of an uploaded file: the last segment of the path, without a drive letter, control characters, and
 * the bidirectional overrides that could disguise it as another name. '' if nothing valid is left.
 */
export function uploadFileName(path: string): string {
  const segment = path.split(/[/\\]/).findLast((one) => one !== '') ?? '';
  const name = segment.replaceAll(ALL_HIDDEN_CONTROLS, '').replace(DRIVE, '');
  return /^\.{1,2}$/.test(name) || !isNotBlank(name) ? '' : name;
}

/**
 * Returns a name under which every system can save a file: no paths, no control or direction characters, no Windows
 * device names. At most `maxBytes` bytes of UTF-8.
 */
export function safeFileName(name: string, maxBytes = MAX_BYTES): string {
  const plain = name
    .toWellFormed()
    .replace(INVISIBLE_MARKS, '')
    .replace(FORBIDDEN, '_')
    .replace(/^[\s.]+/, '_');
  const trimmed = withoutTrailing(plain, TRAILING);
  const safe = DEVICES.test(trimmed) ? `_${trimmed}` : trimmed;
  return /^_*$/.test(safe) ? 'file' : truncate(safe, maxBytes);
}

/** Truncates a name before its extension, between graphemes. */
function truncate(name: string, maxBytes: number): string {
  if (bytesOf(name) <= maxBytes) return name;
  const [extension = ''] = /\.[^.\s]{1,16}$/.exec(name) ?? [];
  const available = maxBytes - bytesOf(extension);
  const body = name.slice(0, name.length - extension.length);
  const graphemes = Array.from(new Intl.Segmenter().segment(body), ({ segment }) => segment);
  // A single letter may have more marks than fit.
  const head = headOf(graphemes, available) || headOf([...body], available);
  return withoutTrailing(head, TRAILING) + extension;
}

function headOf(pieces: readonly string[], maxBytes: number): string {
  let [head, bytes] = ['', 0];
  for (const piece of pieces) {
    bytes += bytesOf(piece);
    if (bytes > maxBytes) break;
    head += piece;
  }
  return head;
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Fits every file system, with room for the number that browsers add to duplicates. */
const MAX_BYTES = 240;
/** Of a path on Windows, like `C:notes.txt`; `A: notes.txt` is a name on other systems. */
const DRIVE = /^[a-z]:(?!\s)/i;
const ALL_HIDDEN_CONTROLS = new RegExp(HIDDEN_CONTROLS, 'g');
/** Characters that change the text direction or are invisible could disguise the extension. */
const INVISIBLE_MARKS = /[\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;
const FORBIDDEN = /[\u0000-\u001f\u007f-\u009f/\\:*?"<>|]/g;
/** Windows drops these from the end of a name. */
const TRAILING = /[\s.]/;
const DEVICES = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\.|\s|$)/i;
