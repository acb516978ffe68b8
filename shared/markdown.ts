import { parseInline } from './markdown/inline';
import { Scanner, type StepCounter } from './markdown/scanner';
import type { Block, Inline } from './markdown/tree';

export type { Block, Inline } from './markdown/tree';

/**
 * Reads the light Markdown of messages: **bold**, *italic*, `code`, blocks between ```, quotes after >, [words](link), bare
 * links and @mentions. What isn't closed stays as it was written. The tree holds text only, never markup. The time grows
 * with the length of the text, whatever it holds; `counter` is for the tests of that.
 */
export function parseMarkdown(text: string, counter: StepCounter = { steps: 0 }): Block[] {
  const scanner = new Scanner(text, counter);
  const blocks: Block[] = [];
  let from = 0;
  while (from < text.length) {
    const open = scanner.indexOf(FENCE, from);
    const close = open < 0 ? -1 : scanner.indexOf(FENCE, open + FENCE.length);
    if (close < 0) break;
    const end = close + FENCE.length;
    const code = codeOf(scanner.slice(open + FENCE.length, close));
    for (const block of proseBlocks(scanner.slice(from, code ? open : end), counter)) blocks.push(block);
    if (code) blocks.push({ kind: 'code', text: code });
    from = end;
  }
  return [...blocks, ...proseBlocks(scanner.slice(from, text.length), counter)];
}

/** A message in one line, without its marks: for lists, quotes and announcements. */
export function plainLine(text: string, counter?: StepCounter): string {
  return parseMarkdown(text, counter)
    .map((block) => (block.kind === 'code' ? block.text : plainInline(block.children)))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The @tags that a text names, in lower case. */
export function mentionsIn(text: string): string[] {
  const found: string[] = [];
  const walk = (parts: Inline[]) => {
    for (const part of parts) {
      if (part.kind === 'mention') found.push(part.tag);
      else if ('children' in part) walk(part.children);
    }
  };
  for (const block of parseMarkdown(text)) if ('children' in block) walk(block.children);
  return found;
}

const FENCE = '```';

function codeOf(inside: string): string {
  return inside
    .replace(/^[\w+#.-]*\n/, '')
    .replace(/^\n/, '')
    .trimEnd();
}

function proseBlocks(text: string, counter: StepCounter): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  let kind: 'paragraph' | 'quote' = 'paragraph';
  const end = () => {
    const prose = lines.join('\n').trimEnd().replace(/^\n+/, '');
    if (prose) blocks.push({ kind, children: parseInline(new Scanner(prose, counter)) });
    lines = [];
  };
  for (const line of text.split('\n')) {
    const quoted = /^> ?/.exec(line);
    const next = quoted ? 'quote' : 'paragraph';
    if (next !== kind) end();
    kind = next;
    lines.push(quoted ? line.slice(quoted[0].length) : line);
  }
  end();
  return blocks;
}

function plainInline(parts: Inline[]): string {
  return parts.map((part) => ('children' in part ? plainInline(part.children) : part.text)).join('');
}
