import { safeFileName } from '../../shared/file-names';

/** The Content-Disposition header: display inline or download, and the file name. */
export function dispositionOf(name: string, inline: boolean): string {
  const safe = safeFileName(name);
  const plain = safe.normalize('NFKD').replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = encodeURIComponent(safe).replace(/['()*!]/g, percent);
  return `${inline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${exact}`;
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
