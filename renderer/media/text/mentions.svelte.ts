import { tick } from 'svelte';
import type { Attachment } from 'svelte/attachments';
import { on } from 'svelte/events';
import type { Author } from '../../../shared/contract/records';

/** Those among whom somebody can be mentioned. */
export interface Mentionable {
  /** Begins to read who may be meant by a half-written mention. */
  seek: (query: string) => void;
  /** Who is known by now whose name or tag begins with the words. Reactive. */
  matching: (query: string, most: number) => readonly Author[];
}

/** Completes the half-written @mention in a box of text by who may be meant. */
export class Mentions {
  readonly #written: { text: string };
  readonly #people: Mentionable;
  #caret = $state(0);
  #isClosed = $state(false);
  #index = $state(0);
  #box: HTMLTextAreaElement | undefined;

  readonly #begun = $derived.by(() => mentionAt(this.#written.text, this.#caret));
  readonly #suggestions = $derived.by(() =>
    this.#begun && !this.#isClosed ? this.#people.matching(this.#begun.query, MOST_SUGGESTIONS) : [],
  );

  /** In what is `written` in the box; its text is changed by what is chosen. */
  constructor(written: { text: string }, people: Mentionable) {
    this.#written = written;
    this.#people = people;
  }

  get suggestions(): readonly Author[] {
    return this.#suggestions;
  }
  get suggested(): number {
    return Math.min(this.#index, this.#suggestions.length - 1);
  }

  /** What the box says of its list, which is called `list`. */
  describe(list: string) {
    const isOpen = this.#suggestions.length > 0;
    return {
      'aria-autocomplete': 'list',
      'aria-controls': isOpen ? list : undefined,
      'aria-activedescendant': isOpen ? optionId(list, this.suggested) : undefined,
    } as const;
  }

  /**
   * `{@attach mentions.box}`: while somebody is suggested the arrows choose, Enter or Tab takes one and Escape closes, and
   * nothing else hears of these keys.
   */
  readonly box: Attachment<HTMLTextAreaElement> = (box) => {
    this.#box = box;
    const press = (event: KeyboardEvent) => {
      if (event.isComposing || event.altKey || !this.#press(event)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const follow = () => this.#follow(box);
    const write = () => {
      this.#isClosed = false;
      this.#index = 0;
      follow();
    };
    const leave = () => (this.#isClosed = true);
    const offs = [
      // Before what the box does with the same keys.
      on(box, 'keydown', press, { capture: true }),
      on(box, 'input', write),
      on(box, 'keyup', follow),
      on(box, 'click', follow),
      on(box, 'blur', leave),
    ];
    return () => offs.forEach((off) => off());
  };

  /** Writes a mention in place of the half-written one, and goes on after it. */
  complete({ Link }: Author): void {
    const { text } = this.#written;
    if (!this.#begun) return;
    const before = `${text.slice(0, this.#begun.start)}@${Link} `;
    this.#written.text = before + text.slice(this.#caret);
    this.#caret = before.length;
    void tick().then(() => {
      this.#box?.focus();
      this.#box?.setSelectionRange(before.length, before.length);
    });
  }

  #press({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
    const chosen = this.#suggestions[this.suggested];
    if (!chosen || ctrlKey || metaKey) return false;
    if (key === 'ArrowDown') this.#move(1);
    else if (key === 'ArrowUp') this.#move(-1);
    else if (key === 'Escape') this.#isClosed = true;
    else if ((key === 'Enter' || key === 'Tab') && !shiftKey) this.complete(chosen);
    else return false;
    return true;
  }

  #move(step: 1 | -1): void {
    const count = this.#suggestions.length;
    this.#index = (this.suggested + step + count) % count;
  }

  #follow({ value, selectionStart }: HTMLTextAreaElement): void {
    this.#caret = selectionStart;
    const begun = mentionAt(value, selectionStart);
    if (begun) this.#people.seek(begun.query);
  }
}

/** The number of an entry in the list called `list`. */
export function optionId(list: string, index: number): string {
  return `${list}-${index}`;
}

/** Whether somebody's tag, name or surname begins with the words. */
export function isCalled(person: Author, query: string): boolean {
  const mask = query.toLocaleLowerCase();
  return [person.Link, person.Name, person.Surname].some((name) => name.toLocaleLowerCase().startsWith(mask));
}

const MOST_SUGGESTIONS = 6;

/** The @word that ends at the caret. */
function mentionAt(text: string, caret: number): { query: string; start: number } | null {
  const start = text.slice(0, caret).lastIndexOf('@');
  const query = text.slice(start + 1, caret);
  const isBegun = start >= 0 && /^[\p{L}\p{N}_.]{0,32}$/u.test(query);
  return isBegun && !/[\p{L}\p{N}_@]$/u.test(text.slice(Math.max(0, start - 2), start))
    ? { query, start }
    : null;
}
