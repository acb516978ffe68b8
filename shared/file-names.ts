import { HIDDEN_CONTROLS, isFilled } from './invisible';
import { withoutTrailing } from './trailing';

/**
 * The name of an uploaded file: the last segment of whatever path its sender gave, without control characters and the
 * bidirectional overrides that could make it read as another name. '' if nothing of it can be a name.
 */
export function uploadedName(path: string): string {
  const segment = path.split(/[/\\]/).findLast((one) => one !== '') ?? '';
  const name = segment.replaceAll(ALL_HIDDEN_CONTROLS, '');
  return /^\.{1,2}$/.test(name) || !isFilled(name) ? '' : name;
}

/**
 * A name under which every system can save a file in a folder: no paths, no control characters, none that turn the
 * direction of text, no devices of Windows. At most `mostBytes` long.
 */
export function savedName(name: string, mostBytes = LONGEST): string {
  const plain = name
    .toWellFormed()
    .replace(UNSEEN, '')
    .replace(FORBIDDEN, '_')
    .replace(/^[\s.]+/, '_');
  const ended = withoutTrailing(plain, TRAILING);
  const harmless = DEVICES.test(ended) ? `_${ended}` : ended;
  return /^_*$/.test(harmless) ? 'file' : shortened(harmless, mostBytes);
}

/** Cuts a name before its extension, between characters as people see them. */
function shortened(name: string, mostBytes: number): string {
  if (bytesOf(name) <= mostBytes) return name;
  const [extension = ''] = /\.[^.\s]{1,16}$/.exec(name) ?? [];
  const most = mostBytes - bytesOf(extension);
  const body = name.slice(0, name.length - extension.length);
  const graphemes = Array.from(new Intl.Segmenter().segment(body), ({ segment }) => segment);
  // A letter may have more marks than fit.
  const kept = headOf(graphemes, most) || headOf([...body], most);
  return withoutTrailing(kept, TRAILING) + extension;
}

function headOf(pieces: readonly string[], mostBytes: number): string {
  let [head, bytes] = ['', 0];
  for (const piece of pieces) {
    bytes += bytesOf(piece);
    if (bytes > mostBytes) break;
    head += piece;
  }
  return head;
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Bytes that every file system takes, with room for the number that browsers add to a second file of the same name. */
const LONGEST = 240;
const ALL_HIDDEN_CONTROLS = new RegExp(HIDDEN_CONTROLS, 'g');
/** Marks that turn the direction of text or take no room: a name with them does not end as it seems to. */
const UNSEEN = /[\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;
const FORBIDDEN = /[\u0000-\u001f\u007f-\u009f/\\:*?"<>|]/g;
/** Windows drops them from the end of a name. */
const TRAILING = /[\s.]/;
const DEVICES = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\.|\s|$)/i;
