/** A piece of a line. Texts keep their line breaks. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'bold'; children: Inline[] }
  | { kind: 'italic'; children: Inline[] }
  /** `href` is always http or https. */
  | { kind: 'link'; href: string; children: Inline[] }
  /** `tag` is without its @, in lower case; `text` as it was written. */
  | { kind: 'mention'; tag: string; text: string };

export type Block = { kind: 'paragraph' | 'quote'; children: Inline[] } | { kind: 'code'; text: string };

/**
 * Reads the light Markdown of messages: **bold**, *italic*, `code`, blocks between ```, quotes after >, [words](link), bare
 * links and @mentions. What isn't closed stays as it was written. The tree holds text only, never markup.
 */
export function parseMarkdown(text: string): Block[] {
  const blocks: Block[] = [];
  let from = 0;
  while (from < text.length) {
    const open = text.indexOf(FENCE, from);
    const close = open < 0 ? -1 : text.indexOf(FENCE, open + FENCE.length);
    if (close < 0) break;
    const code = codeOf(text.slice(open + FENCE.length, close));
    if (code) {
      blocks.push(...proseBlocks(text.slice(from, open)), { kind: 'code', text: code });
      from = close + FENCE.length;
    } else {
      blocks.push(...proseBlocks(text.slice(from, close + FENCE.length)));
      from = close + FENCE.length;
    }
  }
  return [...blocks, ...proseBlocks(text.slice(from))];
}

/** A message in one line, without its marks: for lists, quotes and announcements. */
export function plainLine(text: string): string {
  return parseMarkdown(text)
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
/** Marks inside marks: deeper ones stay text. */
const DEEPEST = 6;
const WORD = /[\p{L}\p{N}_]/u;
const LABELLED_LINK = /\[([^\]\n]{1,300})\]\((https?:\/\/[^\s()]+)\)/iy;
const BARE_LINK = /https?:\/\/[^\s<>"`]+/iy;
const MENTION = /@([a-z][a-z0-9_.]{2,31})/iy;
const ESCAPED = /\\([\\*_`[\]@>])/y;

function codeOf(inside: string): string {
  return inside
    .replace(/^[\w+#.-]*\n/, '')
    .replace(/^\n|\n$/g, '')
    .trimEnd();
}

function proseBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  let kind: 'paragraph' | 'quote' = 'paragraph';
  const end = () => {
    const prose = lines.join('\n').replace(/^\n+|\s+$/g, '');
    if (prose) blocks.push({ kind, children: inlineOf(prose, 0) });
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

function inlineOf(text: string, depth: number): Inline[] {
  const parts: Inline[] = [];
  let plain = '';
  let at = 0;
  while (at < text.length) {
    const escaped = matchAt(ESCAPED, text, at);
    if (escaped) {
      plain += escaped[1] ?? '';
      at += escaped[0].length;
      continue;
    }
    const found = depth < DEEPEST ? markedAt(text, at, depth) : null;
    if (!found) {
      plain += text[at];
      at++;
      continue;
    }
    if (plain) parts.push({ kind: 'text', text: plain });
    plain = '';
    parts.push(found.part);
    at = found.end;
  }
  if (plain) parts.push({ kind: 'text', text: plain });
  return parts;
}

type Found = { part: Inline; end: number } | null;

function markedAt(text: string, at: number, depth: number): Found {
  switch (text[at]) {
    case '`':
      return codeAt(text, at);
    case '*':
      return text[at + 1] === '*' ? emphasisAt(text, at, '**', depth) : emphasisAt(text, at, '*', depth);
    case '_':
      return emphasisAt(text, at, '_', depth);
    case '[':
      return labelledLinkAt(text, at, depth);
    case '@':
      return mentionAt(text, at);
    case 'h':
    case 'H':
      return bareLinkAt(text, at);
    default:
      return null;
  }
}

function codeAt(text: string, at: number): Found {
  const close = text.indexOf('`', at + 1);
  const inside = text.slice(at + 1, close);
  if (close < 0 || !inside.trim()) return null;
  return { part: { kind: 'code', text: inside }, end: close + 1 };
}

/** Marks stand at the edges of words: 2*3*4 and snake_case_name are left alone. */
function emphasisAt(text: string, at: number, mark: string, depth: number): Found {
  const start = at + mark.length;
  if (isWord(text[at - 1]) || /^\s|^$/.test(text.charAt(start))) return null;
  for (let close = text.indexOf(mark, start + 1); close > 0; close = text.indexOf(mark, close + 1)) {
    const after = text[close + mark.length];
    const isDoubled = mark === '*' && (after === '*' || text[close - 1] === '*');
    if (isDoubled || isWord(after) || /\s/.test(text.charAt(close - 1))) continue;
    const children = inlineOf(text.slice(start, close), depth + 1);
    return { part: { kind: mark === '**' ? 'bold' : 'italic', children }, end: close + mark.length };
  }
  return null;
}

function labelledLinkAt(text: string, at: number, depth: number): Found {
  const match = matchAt(LABELLED_LINK, text, at);
  const href = safeAddress(match?.[2]);
  if (!match || !href) return null;
  const children = withoutLinks(inlineOf(match[1] ?? '', depth + 1));
  return { part: { kind: 'link', href, children }, end: at + match[0].length };
}

function bareLinkAt(text: string, at: number): Found {
  if (isWord(text[at - 1])) return null;
  const match = matchAt(BARE_LINK, text, at);
  if (!match) return null;
  const words = withoutTail(match[0]);
  const href = safeAddress(words);
  if (!href) return null;
  return { part: { kind: 'link', href, children: [{ kind: 'text', text: words }] }, end: at + words.length };
}

function mentionAt(text: string, at: number): Found {
  if (isWord(text[at - 1])) return null;
  const match = matchAt(MENTION, text, at);
  const tag = match?.[1]?.replace(/\.+$/, '');
  if (!tag || tag.length < 3) return null;
  return { part: { kind: 'mention', tag: tag.toLowerCase(), text: `@${tag}` }, end: at + 1 + tag.length };
}

/** The dot or bracket that ends a sentence isn't the link's, unless the bracket was opened in it. */
function withoutTail(address: string): string {
  let end = address.length;
  while (end > 0) {
    const last = address.charAt(end - 1);
    const body = address.slice(0, end);
    const closesOwn = last === ')' && body.split('(').length >= body.split(')').length;
    if (closesOwn || !/[.,;:!?)\]}'"»”*_]/.test(last)) break;
    end--;
  }
  return address.slice(0, end);
}

function withoutLinks(parts: Inline[]): Inline[] {
  return parts.flatMap((part) => (part.kind === 'link' ? withoutLinks(part.children) : part));
}

function safeAddress(address: string | undefined): string | null {
  const url = address ? URL.parse(address) : null;
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : null;
}

function plainInline(parts: Inline[]): string {
  return parts.map((part) => ('children' in part ? plainInline(part.children) : part.text)).join('');
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && WORD.test(character);
}
