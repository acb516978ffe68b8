/**
 * The header that tells a browser to show bytes in place or to save them, and under which name. The name is made safe
 * for every system: no paths, no controls, none of those that turn text around, no devices of Windows.
 */
export function dispositionOf(name: string, inline: boolean): string {
  const safe = savedName(name);
  const plain = safe.normalize('NFKD').replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = encodeURIComponent(safe).replace(/['()*!]/g, percent);
  return `${inline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${exact}`;
}

/** A name that no system takes for anything but the name of a file in the folder where it is saved. */
export function savedName(name: string): string {
  const plain = name
    .toWellFormed()
    .replace(UNSEEN, '')
    .replace(/[\u0000-\u001f\u007f-\u009f/\\:*?"<>|]/g, '_')
    .replace(/^[\s.]+/, '_')
    .replace(/[\s.]+$/, '');
  const harmless = DEVICES.test(plain) ? `_${plain}` : plain;
  return /^_*$/.test(harmless) ? 'file' : shortened(harmless);
}

/** Marks that turn the direction of text or take no room: a name with them does not end as it seems to. */
const UNSEEN = /[\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;
const DEVICES = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\.|\s|$)/i;
/** Bytes that every file system takes. */
const LONGEST = 240;

/** Cuts a name that is too long before its ending. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= LONGEST) return name;
  const [ending = ''] = /\.[^.\s]{1,16}$/.exec(name) ?? [];
  const kept = [...name.slice(0, name.length - ending.length)];
  while (Buffer.byteLength(kept.join('') + ending) > LONGEST) kept.pop();
  return kept.join('') + ending;
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
