import { LinkFinder } from './links';
import { ForwardSearch, type Scanner } from './scanner';
import type { Inline } from './tree';

/** Maximum nesting, which bounds the recursion of renderers too; deeper marks stay text. */
export const MAX_DEPTH = 6;

/** Parses the marks of a paragraph in linear time. */
export function parseInline(scanner: Scanner, depth = 0): Inline[] {
  return new InlineParser(scanner, depth).parse();
}

type Mark = '**' | '*' | '_' | '~~';
type Match = { part: Inline; end: number } | null;

/** Walks through a text once; every search ahead remembers what it found. */
class InlineParser {
  readonly #scanner: Scanner;
  readonly #depth: number;
  readonly #links: LinkFinder;
  readonly #closers: Record<Mark, ForwardSearch>;

  constructor(scanner: Scanner, depth: number) {
    this.#scanner = scanner;
    this.#depth = depth;
    this.#links = new LinkFinder(scanner);
    const closers = (mark: Mark) => new ForwardSearch(scanner, (at) => this.#isCloser(mark, at));
    this.#closers = { '**': closers('**'), '*': closers('*'), _: closers('_'), '~~': closers('~~') };
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
      const found = this.#depth < MAX_DEPTH ? this.#markedAt(character, at) : null;
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

  #markedAt(character: string, at: number): Match {
    switch (character) {
      case '`':
        return this.#codeAt(at);
      case '*':
        return this.#emphasisAt(at, this.#scanner.charAt(at + 1) === '*' ? '**' : '*');
      case '_':
        return this.#emphasisAt(at, '_');
      case '~':
        return this.#scanner.charAt(at + 1) === '~' ? this.#emphasisAt(at, '~~') : null;
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

  #codeAt(at: number): Match {
    const close = this.#scanner.indexOf('`', at + 1);
    if (close < 0) return null;
    const text = this.#scanner.slice(at + 1, close);
    return text.trim() ? { part: { kind: 'code', text }, end: close + 1 } : null;
  }

  /** Marks must be at word boundaries: 2*3*4 and snake_case_name stay text. */
  #emphasisAt(at: number, mark: Mark): Match {
    const scanner = this.#scanner;
    const start = at + mark.length;
    if (start >= scanner.length || scanner.isWordAt(at - 1) || scanner.isSpaceAt(start)) return null;
    const close = this.#closers[mark].from(start + 1);
    if (close >= scanner.length) return null;
    const children = parseInline(scanner.part(start, close), this.#depth + 1);
    return { part: { kind: KINDS[mark], children }, end: close + mark.length };
  }

  #isCloser(mark: Mark, at: number): boolean {
    const scanner = this.#scanner;
    if (scanner.charAt(at) !== mark[0]) return false;
    const after = at + mark.length;
    if (mark.length === 2 && scanner.charAt(at + 1) !== mark[1]) return false;
    const isDoubled = mark === '*' && (scanner.charAt(after) === '*' || scanner.charAt(at - 1) === '*');
    return !isDoubled && !scanner.isWordAt(after) && !scanner.isSpaceAt(at - 1);
  }

  #labelledLinkAt(at: number): Match {
    const link = this.#links.labelled(at);
    if (!link) return null;
    const label = parseInline(this.#scanner.part(at + 1, link.labelEnd), this.#depth + 1);
    return { part: { kind: 'link', href: link.href, children: withoutLinks(label) }, end: link.end };
  }

  #bareLinkAt(at: number): Match {
    if (this.#scanner.isWordAt(at - 1)) return null;
    const link = this.#links.bare(at);
    if (!link) return null;
    const text = this.#scanner.slice(at, link.end);
    return { part: { kind: 'link', href: link.href, children: [{ kind: 'text', text }] }, end: link.end };
  }

  #mentionAt(at: number): Match {
    const scanner = this.#scanner;
    if (scanner.isWordAt(at - 1) || !/[a-z]/i.test(scanner.charAt(at + 1))) return null;
    let end = at + 2;
    while (end - at <= MAX_TAG && /[a-z0-9_.]/i.test(scanner.charAt(end))) end++;
    while (scanner.charAt(end - 1) === '.') end--;
    if (end - at <= MIN_TAG) return null;
    const tag = scanner.slice(at + 1, end);
    return { part: { kind: 'mention', tag: tag.toLowerCase(), text: `@${tag}` }, end };
  }
}

const KINDS = { '**': 'bold', '*': 'italic', _: 'italic', '~~': 'strike' } as const;

const MIN_TAG = 3;
const MAX_TAG = 32;

function isEscapable(character: string): boolean {
  return character !== '' && '\\*_~`[]@>'.includes(character);
}

function withoutLinks(parts: Inline[]): Inline[] {
  return parts.flatMap((part) => (part.kind === 'link' ? withoutLinks(part.children) : part));
}
