import type { OutboxItem } from '../../../shared/bridge';
import type { ProgramTexts } from '../../../shared/texts/program';

/**
 * Returns the items of an outbox as plain text: for each one its time, what it does, where it was meant to go, and all
 * that the person wrote; files by their names.
 */
export function unsentText(
  items: readonly OutboxItem[],
  of: { community: string; places: Readonly<Record<string, string>>; texts: ProgramTexts['unsent'] },
): string {
  const { community, places, texts } = of;
  const parts = items.map(({ key, name, input, madeAt }) => {
    const title = [timeText(madeAt), texts.calls[name] ?? texts.change, places[key]]
      .filter(Boolean)
      .join(' · ');
    return [title, ...linesOf(input)].join('\n');
  });
  return `${[texts.title(community), ...parts].join('\n\n')}\n`;
}

/** Values of an input that nobody wrote: they name a thing or say how it is shown. */
const HIDDEN = new Set(['ifVersion', 'nonce', 'user', 'file', 'photo', 'track', 'video', 'lang', 'mode']);
/** Written without their names: there is nothing else to say about them. */
const PLAIN = new Set(['text', 'content', 'filename', 'emoji']);

function linesOf(input: OutboxItem['input']): string[] {
  return Object.entries(input).flatMap(([key, value]) => {
    if (typeof value !== 'string' || value === '' || HIDDEN.has(key) || key.endsWith('_id')) return [];
    return PLAIN.has(key) ? [value] : [`${key}: ${value}`];
  });
}

function timeText(seconds: number): string {
  const date = new Date(seconds * 1000);
  const two = (number: number) => String(number).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
