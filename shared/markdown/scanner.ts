/** How many characters a parser has looked at; tests use it to verify linear time. */
export interface StepCounter {
  steps: number;
}

/** Reads a text, counting every character it looks at or copies. */
export class Scanner {
  readonly #text: string;
  readonly #counter: StepCounter;

  constructor(text: string, counter: StepCounter) {
    this.#text = text;
    this.#counter = counter;
  }

  get length(): number {
    return this.#text.length;
  }

  /** The character at a position, '' outside the text. */
  charAt(at: number): string {
    this.#counter.steps++;
    return this.#text.charAt(at);
  }

  slice(from: number, to: number): string {
    this.#counter.steps += to - from;
    return this.#text.slice(from, to);
  }

  /** The first occurrence from a position on, or -1. */
  indexOf(searched: string, from: number): number {
    const found = this.#text.indexOf(searched, from);
    this.#counter.steps += (found < 0 ? this.length : found) - from + searched.length;
    return found;
  }

  /** Whether a letter, a number or an underscore is at a position. */
  isWordAt(at: number): boolean {
    return WORD.test(this.charAt(at));
  }

  /** Whether white space is at a position. */
  isSpaceAt(at: number): boolean {
    return SPACE.test(this.charAt(at));
  }

  /** A scanner of a part of the text, with the same counter. */
  part(from: number, to: number): Scanner {
    return new Scanner(this.slice(from, to), this.#counter);
  }
}

/**
 * Finds the first match at or after a position, or the length of the text. Positions must not decrease from call to
 * call, so that each character is looked at once.
 */
export class ForwardSearch {
  readonly #scanner: Scanner;
  readonly #isMatch: (at: number) => boolean;
  #found = -1;

  constructor(scanner: Scanner, isMatch: (at: number) => boolean) {
    this.#scanner = scanner;
    this.#isMatch = isMatch;
  }

  from(at: number): number {
    if (this.#found >= at) return this.#found;
    let next = at;
    while (next < this.#scanner.length && !this.#isMatch(next)) next++;
    this.#found = next;
    return next;
  }
}

const WORD = /[\p{L}\p{N}_]/u;
const SPACE = /\s/;
