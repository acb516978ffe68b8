import { parseInline } from './markdown/inline';
import { Scanner, type StepCounter } from './markdown/scanner';
import type { Block, Inline } from './markdown/tree';

export type { Block, Inline } from './markdown/tree';

/**
 * Parses the light Markdown of messages: **bold**, *italic*, ~~struck~~, `code`, blocks between ```, quotes after >,
 * [label](link), bare links and @mentions. Unclosed marks stay text. The tree contains text only, never HTML. Runs in
 * linear time for any input; `counter` lets tests verify that.
 */
export function parseMarkdown(text: string, counter: StepCounter = { steps: 0 }): Block[] {
  const scanner = new Scanner(text, counter);
  const blocks: Block[] = [];
  let from = 0;
  while (from < text.length) {
    const open = scanner.indexOf(FENCE, from);
    const close = open < 0 ? -1 : scanner.indexOf(FENCE, open + FENCE.length);
    if (close < 0) break;
    const endBlock = close + FENCE.length;
    const inside = scanner.slice(open + FENCE.length, close);
    const language = /^([\w+#.-]+)\n/.exec(inside)?.[1];
    const code = trimCode(inside);
    for (const block of proseBlocks(scanner.slice(from, code ? open : endBlock), counter)) blocks.push(block);
    if (code) blocks.push({ kind: 'code', text: code, ...(language && { language }) });
    from = endBlock;
  }
  return [...blocks, ...proseBlocks(scanner.slice(from, text.length), counter)];
}

/** Returns a message in one line without Markdown: for lists, quotes and notifications. */
export function plainLine(text: string, counter?: StepCounter): string {
  return parseMarkdown(text, counter)
    .map((block) => (block.kind === 'code' ? block.text : plainInline(block.children)))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Returns the text of blocks in which nothing is formatted; null if anything is. */
export function plainTextOf(blocks: readonly Block[]): string | null {
  const [block] = blocks;
  if (blocks.length !== 1 || block?.kind !== 'paragraph') return null;
  const [part] = block.children;
  return block.children.length === 1 && part?.kind === 'text' ? part.text : null;
}

/** Returns the mentioned tags, in lower case. */
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

function trimCode(inside: string): string {
  return inside
    .replace(/^[\w+#.-]*\n/, '')
    .replace(/^\n/, '')
    .trimEnd();
}

function proseBlocks(text: string, counter: StepCounter): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  let kind: 'paragraph' | 'quote' = 'paragraph';
  const endBlock = () => {
    const prose = lines.join('\n').trimEnd().replace(/^\n+/, '');
    if (prose) blocks.push({ kind, children: parseInline(new Scanner(prose, counter)) });
    lines = [];
  };
  for (const line of text.split('\n')) {
    const quoted = /^> ?/.exec(line);
    const next = quoted ? 'quote' : 'paragraph';
    if (next !== kind) endBlock();
    kind = next;
    lines.push(quoted ? line.slice(quoted[0].length) : line);
  }
  endBlock();
  return blocks;
}

function plainInline(parts: Inline[]): string {
  return parts.map((part) => ('children' in part ? plainInline(part.children) : part.text)).join('');
}
