import { splitName } from '../list/items';

/** Whether a file is shown as text. What says of itself that it is something else is not. */
export function isText(type: string, name: string): boolean {
  if (/^text\/|^application\/(json|xml|javascript|x-sh|x-yaml|toml)\b/.test(type)) return true;
  return type === 'application/octet-stream' && ENDINGS.has(splitName(name).ending.toLowerCase());
}

/** The beginning of a text, and whether there is more. Throws where it could not be read. */
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

/** Bytes that are read of a text. */
const READ = 64 * 1024;
const ENDINGS = new Set(['.txt', '.md', '.csv', '.log', '.ini', '.toml', '.yml', '.yaml', '.srt', '.lrc']);
