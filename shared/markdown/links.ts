import { ForwardSearch, type Scanner } from './scanner';

/** A link's URL, and where it ends in the source. */
export interface LinkTarget {
  href: string;
  end: number;
}

/** Finds links in a text. Positions must not decrease from call to call. */
export class LinkFinder {
  readonly #scanner: Scanner;
  readonly #labelEnds: ForwardSearch;
  readonly #targetEnds: ForwardSearch;
  readonly #urlEnds: ForwardSearch;
  readonly #targetHostEnds: ForwardSearch;
  readonly #urlHostEnds: ForwardSearch;
  /** Overlapping labels share one target, so it is parsed once. */
  #target: { at: number; found: LinkTarget | null } | undefined;
  #run: UrlRun | undefined;

  constructor(scanner: Scanner) {
    this.#scanner = scanner;
    const search = (characters: RegExp) =>
      new ForwardSearch(scanner, (at) => characters.test(scanner.charAt(at)));
    this.#labelEnds = search(/[\]\n]/);
    this.#targetEnds = search(/[\s()]/);
    this.#urlEnds = search(/[\s<>"`]/);
    this.#targetHostEnds = search(/[/\\?#]/);
    this.#urlHostEnds = search(/[/\\?#]/);
  }

  /** Parses [label](target), starting at its opening bracket. */
  labelled(at: number): (LinkTarget & { labelEnd: number }) | null {
    const labelEnd = this.#labelEnds.from(at + 1);
    const length = labelEnd - at - 1;
    if (length < 1 || length > MAX_LABEL || this.#scanner.charAt(labelEnd) !== ']') return null;
    if (this.#target?.at !== labelEnd) this.#target = { at: labelEnd, found: this.#targetAt(labelEnd + 1) };
    const { found } = this.#target;
    return found && { ...found, labelEnd };
  }

  /** Parses a bare URL, starting at its h. */
  bare(at: number): LinkTarget | null {
    const scheme = this.#schemeLength(at);
    if (scheme === 0) return null;
    const runEnd = this.#urlEnds.from(at + scheme);
    if (this.#run?.end !== runEnd) this.#run = new UrlRun(this.#scanner, at, runEnd);
    const end = this.#run.urlEnd(at);
    const href = this.#hrefOf(at, at + scheme, end, this.#urlHostEnds);
    return href === null ? null : { href, end };
  }

  #targetAt(at: number): LinkTarget | null {
    const scheme = this.#scanner.charAt(at) === '(' ? this.#schemeLength(at + 1) : 0;
    if (scheme === 0) return null;
    const end = this.#targetEnds.from(at + 1 + scheme);
    if (this.#scanner.charAt(end) !== ')') return null;
    const href = this.#hrefOf(at + 1, at + 1 + scheme, end, this.#targetHostEnds);
    return href === null ? null : { href, end: end + 1 };
  }

  /** The length of http:// or https:// at a position, else 0. */
  #schemeLength(at: number): number {
    const start = this.#scanner.slice(at, at + 8).toLowerCase();
    if (start.startsWith('http://')) return 7;
    return start === 'https://' ? 8 : 0;
  }

  /**
   * Only the host decides whether a URL is valid, so it is parsed first: in a run of invalid URLs, parsing each to the
   * end of the run would take quadratic time.
   */
  #hrefOf(from: number, afterScheme: number, end: number, hostEnds: ForwardSearch): string | null {
    let host = afterScheme;
    while (host < end && /[/\\]/.test(this.#scanner.charAt(host))) host++;
    const hostEnd = Math.min(end, hostEnds.from(host));
    if (hostEnd - host > MAX_HOST) return null;
    const isValid = URL.canParse(`${this.#scanner.slice(from, hostEnd)}${hostEnd < end ? '/' : ''}`);
    return isValid ? (URL.parse(this.#scanner.slice(from, end))?.href ?? null) : null;
  }
}

/**
 * Characters up to the next white space, containing one or more URLs. Trailing punctuation belongs to the sentence,
 * except closing brackets that were opened within the URL.
 */
class UrlRun {
  /** The position after the last character. */
  readonly end: number;
  readonly #scanner: Scanner;
  /** Where the trailing punctuation starts, and the closing brackets in it. */
  readonly #punctuation: number;
  readonly #closing: number[] = [];
  /** Brackets opened minus brackets closed, from `#from` to the punctuation. */
  #open: number;
  #from: number;

  constructor(scanner: Scanner, from: number, end: number) {
    this.#scanner = scanner;
    this.end = end;
    let punctuation = end;
    for (; punctuation > from && PUNCTUATION.test(scanner.charAt(punctuation - 1)); punctuation--) {
      if (scanner.charAt(punctuation - 1) === ')') this.#closing.push(punctuation);
    }
    this.#closing.reverse();
    this.#punctuation = punctuation;
    this.#from = from;
    this.#open = this.#opened(from, punctuation);
  }

  /** Returns the end of a URL that starts in this run. Positions must not decrease from call to call. */
  urlEnd(from: number): number {
    this.#open -= this.#opened(this.#from, from);
    this.#from = from;
    const closed = Math.min(this.#open, this.#closing.length);
    return this.#closing[closed - 1] ?? this.#punctuation;
  }

  #opened(from: number, to: number): number {
    let open = 0;
    for (let at = from; at < to; at++) {
      const character = this.#scanner.charAt(at);
      if (character === '(') open++;
      else if (character === ')') open--;
    }
    return open;
  }
}

const MAX_LABEL = 300;
/** More than any host, user name and port; converting international names takes quadratic time. */
const MAX_HOST = 512;
const PUNCTUATION = /[.,;:!?)\]}'"»”*_]/;
