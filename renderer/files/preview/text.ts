import { splitName } from '../list/items';

/** Whether a file is shown as text, by its MIME type; by its extension only if the type is application/octet-stream. */
export function isText(type: string, name: string): boolean {
  if (/^text\/|^application\/(json|xml|javascript|x-sh|x-yaml|toml)\b/.test(type)) return true;
  return type === 'application/octet-stream' && ENDINGS.has(splitName(name).ending.toLowerCase());
}

/** Loads the start of a text file; `isCut` if there is more. Throws if the request fails. */
export async function beginningOf(
  address: string,
  size: number,
  signal: AbortSignal,
): Promise<{ content: string; isCut: boolean }> {
  if (size === 0) return { content: '', isCut: false };
  const headers = { Range: `bytes=0-${READ - 1}` };
  const answer = await fetch(address, { headers, signal, credentials: 'omit' });
  if (!answer.ok) throw new Error(`The text was answered by ${answer.status}.`);
  const bytes = await answer.arrayBuffer();
  return { content: new TextDecoder().decode(bytes.slice(0, READ)), isCut: size > READ };
}

/** Maximum number of bytes to load. */
const READ = 64 * 1024;
const ENDINGS = new Set(['.txt', '.md', '.csv', '.log', '.ini', '.toml', '.yml', '.yaml', '.srt', '.lrc']);
