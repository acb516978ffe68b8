import { Links } from './links';
import { ForwardSearch, type Scanner } from './scanner';
import type { Inline } from './tree';

/** How deep marks may be nested, which also bounds the recursion of whatever renders the tree: deeper ones stay text. */
export const DEEPEST = 6;

/** Reads the marks of a paragraph. The work grows with the length of the text, whatever it holds. */
export function parseInline(scanner: Scanner, depth = 0): Inline[] {
  return new InlineParser(scanner, depth).parse();
}

type Mark = '**' | '*' | '_';
type Found = { part: Inline; end: number } | null;

/** Goes through one text once, from its beginning to its end; every search ahead remembers what it found. */
class InlineParser {
  readonly #scanner: Scanner;
  readonly #depth: number;
  readonly #links: Links;
  readonly #closers: Record<Mark, ForwardSearch>;

  constructor(scanner: Scanner, depth: number) {
    this.#scanner = scanner;
    this.#depth = depth;
    this.#links = new Links(scanner);
    const closers = (mark: Mark) => new ForwardSearch(scanner, (at) => this.#isCloser(mark, at));
    this.#closers = { '**': closers('**'), '*': closers('*'), _: closers('_') };
  }

  parse(): Inline[] {
    const scanner = this.#scanner;
    const parts: Inline[] = [];
    let plain = '';
    let plainFrom = 0;
    let at = 0;
    while (at < scanner.length) {
      const character = scanner.charAt(at);
      if (character === '\\' && isEscapable(scanner.charAt(at + 1))) {
        plain += scanner.slice(plainFrom, at);
        plainFrom = at + 1;
        at += 2;
        continue;
      }
      const found = this.#depth < DEEPEST ? this.#markedAt(character, at) : null;
      if (!found) {
        at++;
        continue;
      }
      plain += scanner.slice(plainFrom, at);
      if (plain) parts.push({ kind: 'text', text: plain });
      plain = '';
      parts.push(found.part);
      at = plainFrom = found.end;
    }
    plain += scanner.slice(plainFrom, at);
    if (plain) parts.push({ kind: 'text', text: plain });
    return parts;
  }

  #markedAt(character: string, at: number): Found {
    switch (character) {
      case '`':
        return this.#codeAt(at);
      case '*':
        return this.#emphasisAt(at, this.#scanner.charAt(at + 1) === '*' ? '**' : '*');
      case '_':
        return this.#emphasisAt(at, '_');
      case '[':
        return this.#labelledLinkAt(at);
      case '@':
        return this.#mentionAt(at);
      case 'h':
      case 'H':
        return this.#bareLinkAt(at);
      default:
        return null;
    }
  }

  #codeAt(at: number): Found {
    const close = this.#scanner.indexOf('`', at + 1);
    if (close < 0) return null;
    const text = this.#scanner.slice(at + 1, close);
    return text.trim() ? { part: { kind: 'code', text }, end: close + 1 } : null;
  }

  /** Marks stand at the edges of words: 2*3*4 and snake_case_name are left alone. */
  #emphasisAt(at: number, mark: Mark): Found {
    const scanner = this.#scanner;
    const start = at + mark.length;
    if (start >= scanner.length || scanner.isWordAt(at - 1) || scanner.isSpaceAt(start)) return null;
    const close = this.#closers[mark].from(start + 1);
    if (close >= scanner.length) return null;
    const children = parseInline(scanner.part(start, close), this.#depth + 1);
    return { part: { kind: mark === '**' ? 'bold' : 'italic', children }, end: close + mark.length };
  }

  #isCloser(mark: Mark, at: number): boolean {
    const scanner = this.#scanner;
    if (scanner.charAt(at) !== mark[0]) return false;
    const after = at + mark.length;
    if (mark === '**' && scanner.charAt(at + 1) !== '*') return false;
    const isDoubled = mark === '*' && (scanner.charAt(after) === '*' || scanner.charAt(at - 1) === '*');
    return !isDoubled && !scanner.isWordAt(after) && !scanner.isSpaceAt(at - 1);
  }

  #labelledLinkAt(at: number): Found {
    const link = this.#links.labelled(at);
    if (!link) return null;
    const label = parseInline(this.#scanner.part(at + 1, link.labelEnd), this.#depth + 1);
    return { part: { kind: 'link', href: link.href, children: withoutLinks(label) }, end: link.end };
  }

  #bareLinkAt(at: number): Found {
    if (this.#scanner.isWordAt(at - 1)) return null;
    const link = this.#links.bare(at);
    if (!link) return null;
    const text = this.#scanner.slice(at, link.end);
    return { part: { kind: 'link', href: link.href, children: [{ kind: 'text', text }] }, end: link.end };
  }

  #mentionAt(at: number): Found {
    const scanner = this.#scanner;
    if (scanner.isWordAt(at - 1) || !/[a-z]/i.test(scanner.charAt(at + 1))) return null;
    let end = at + 2;
    while (end - at <= LONGEST_TAG && /[a-z0-9_.]/i.test(scanner.charAt(end))) end++;
    while (scanner.charAt(end - 1) === '.') end--;
    if (end - at <= SHORTEST_TAG) return null;
    const tag = scanner.slice(at + 1, end);
    return { part: { kind: 'mention', tag: tag.toLowerCase(), text: `@${tag}` }, end };
  }
}

const SHORTEST_TAG = 3;
const LONGEST_TAG = 32;

function isEscapable(character: string): boolean {
  return character !== '' && '\\*_`[]@>'.includes(character);
}

function withoutLinks(parts: Inline[]): Inline[] {
  return parts.flatMap((part) => (part.kind === 'link' ? withoutLinks(part.children) : part));
}
