/** A formatting that the toolbar offers. */
export type Format = 'bold' | 'italic' | 'strike' | 'code' | 'quote' | 'link';

/** The text of a field and what is selected of it. */
export interface Selected {
  text: string;
  from: number;
  to: number;
}

/** Replaces `from` to `to` with `insert`, and selects `selectFrom` to `selectTo` of the result. */
export interface TextEdit {
  from: number;
  to: number;
  insert: string;
  selectFrom: number;
  selectTo: number;
}

/** Returns the change that applies a format to a selection, or removes it where it is applied already. */
export function formatEdit(format: Exclude<Format, 'link'>, selected: Selected): TextEdit {
  const tight = withoutOuterSpaces(selected);
  if (format === 'quote') return quoteEdit(selected);
  if (format === 'code' && selectedText(tight).includes('\n')) return blockEdit(tight);
  return markEdit(tight, MARKS[format]);
}

/** Returns the change that replaces the selected text with a link; its label is that text unless another is given. */
export function linkEdit(selected: Selected, href: string, label = selectedText(selected)): TextEdit {
  const { from, to } = selected;
  // A bare address is a link by itself, and brackets would end the label.
  const insert = label === href ? href : `[${label.replace(/[[\]]/g, '')}](${href})`;
  const end = from + insert.length;
  return { from, to, insert, selectFrom: end, selectTo: end };
}

/** Returns the web address that a person wrote, perhaps without its scheme; null if it is none. */
export function addressFrom(written: string): string | null {
  const text = written.trim();
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  const host = URL.parse(address)?.hostname ?? '';
  return isAddress(address) && (host.includes('.') || host === 'localhost') ? address : null;
}

/** Returns whether a text is one web address. */
export function isAddress(text: string): boolean {
  return /^https?:\/\/[^\s()[\]]+$/i.test(text);
}

// Underscores, because asterisks inside or beside bold text would be ambiguous.
const MARKS = { bold: '**', italic: '_', strike: '~~', code: '`' } as const;
const FENCE = '```';

function selectedText({ text, from, to }: Selected): string {
  return text.slice(from, to);
}

/** Returns a selection without outer spaces: marks must touch a word, and a double click selects the space after it. */
export function withoutOuterSpaces(selected: Selected): Selected {
  const inside = selectedText(selected);
  const trimmed = inside.trim();
  if (!trimmed) return selected;
  const from = selected.from + inside.indexOf(trimmed);
  return { text: selected.text, from, to: from + trimmed.length };
}

function markEdit(selected: Selected, mark: string): TextEdit {
  const { text, from, to } = selected;
  const inside = selectedText(selected);
  const size = mark.length;
  if (text.slice(Math.max(0, from - size), from) === mark && text.slice(to, to + size) === mark)
    return { from: from - size, to: to + size, insert: inside, selectFrom: from - size, selectTo: to - size };
  if (inside.length > 2 * size && inside.startsWith(mark) && inside.endsWith(mark)) {
    const insert = inside.slice(size, -size);
    return { from, to, insert, selectFrom: from, selectTo: from + insert.length };
  }
  return { from, to, insert: mark + inside + mark, selectFrom: from + size, selectTo: to + size };
}

function blockEdit(selected: Selected): TextEdit {
  const { text, from, to } = selected;
  const inside = selectedText(selected);
  if (inside.startsWith(FENCE) && inside.endsWith(FENCE)) {
    const insert = inside.slice(FENCE.length, -FENCE.length).replace(/^\n|\n$/g, '');
    return { from, to, insert, selectFrom: from, selectTo: from + insert.length };
  }
  const before = from > 0 && text[from - 1] !== '\n' ? `\n${FENCE}\n` : `${FENCE}\n`;
  const after = to < text.length && text[to] !== '\n' ? `\n${FENCE}\n` : `\n${FENCE}`;
  const start = from + before.length;
  return { from, to, insert: before + inside + after, selectFrom: start, selectTo: start + inside.length };
}

/** Quotes apply to whole lines. */
function quoteEdit({ text, from, to }: Selected): TextEdit {
  const start = from > 0 ? text.lastIndexOf('\n', from - 1) + 1 : 0;
  const lineEnd = text.indexOf('\n', Math.max(from, to - 1));
  const end = lineEnd < 0 ? text.length : lineEnd;
  const lines = text.slice(start, end).split('\n');
  const isQuoted = lines.every((line) => line.startsWith('>'));
  const insert = lines.map((line) => (isQuoted ? line.replace(/^> ?/, '') : `> ${line}`)).join('\n');
  return { from: start, to: end, insert, selectFrom: start, selectTo: start + insert.length };
}
