import type { Attachment } from 'svelte/attachments';
import { on } from 'svelte/events';
import type { PersonRecord } from '../../../../shared/contract/records';
import { personName } from '../../../i18n/person';
import { isComposing } from '../../../ui/composing';
import { insertText } from './insert-text';
import { MentionablePeople, type Mentionable } from './mentionable.svelte';

/** Autocompletes a half-written @mention in a text box. */
export class Mentions {
  /** The element ID of the list of suggestions. */
  readonly listId = `mentions-${++lists}`;
  readonly #written: { text: string };
  readonly #people: Mentionable;
  #caret = $state(0);
  #isClosed = $state(false);
  #index = $state(0);
  #box: HTMLTextAreaElement | undefined;

  readonly #mention = $derived.by(() => mentionAt(this.#written.text, this.#caret));
  readonly #suggestions = $derived.by(() =>
    this.#mention && !this.#isClosed ? this.#people.matching(this.#mention.query, MAX_SUGGESTIONS) : [],
  );

  /** `written` holds the text of the box; choosing a suggestion changes it. By default, everyone can be mentioned. */
  constructor(written: { text: string }, people: Mentionable = new MentionablePeople()) {
    this.#written = written;
    this.#people = people;
  }

  get suggestions(): readonly PersonRecord[] {
    return this.#suggestions;
  }
  /** The index of the selected suggestion; -1 without suggestions. */
  get suggested(): number {
    return Math.min(this.#index, this.#suggestions.length - 1);
  }

  /** The ARIA attributes of the text box. */
  get aria() {
    const isOpen = this.#suggestions.length > 0;
    return {
      'aria-autocomplete': 'list',
      'aria-controls': isOpen ? this.listId : undefined,
      'aria-activedescendant': isOpen ? this.optionId(this.suggested) : undefined,
    } as const;
  }

  /** Returns the element ID of a suggestion. */
  optionId(index: number): string {
    return `${this.listId}-${index}`;
  }

  /**
   * `{@attach mentions.box}`: while suggestions are open, the arrow keys select one, Enter or Tab inserts it, and
   * Escape closes the list. Other listeners do not receive these keys.
   */
  readonly box: Attachment<HTMLTextAreaElement> = (box) => {
    this.#box = box;
    const press = (event: KeyboardEvent) => {
      if (isComposing(event) || event.altKey || !this.#press(event)) return;
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
      // Capture, to run before the text box's own handlers for the same keys.
      on(box, 'keydown', press, { capture: true }),
      on(box, 'input', write),
      on(box, 'keyup', follow),
      on(box, 'click', follow),
      on(box, 'blur', leave),
    ];
    return () => {
      offs.forEach((off) => off());
      this.#people.close?.();
    };
  };

  /**
   * Replaces the half-written mention with the person's tag, or with the name of someone without one, and puts the
   * caret after it.
   */
  complete(person: PersonRecord): void {
    const box = this.#box;
    if (!box || !this.#mention) return;
    box.focus();
    box.setSelectionRange(this.#mention.start, this.#caret);
    void insertText(this.#written, box, `${person.Link ? `@${person.Link}` : personName(person)} `);
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

  /** At the end of a selection, as Undo selects the mention that it restores. */
  #follow({ value, selectionEnd }: HTMLTextAreaElement): void {
    this.#caret = selectionEnd;
    const begun = mentionAt(value, selectionEnd);
    if (begun) this.#people.loadMatching(begun.query);
  }
}

const MAX_SUGGESTIONS = 6;

/** How many lists of suggestions have an ID. */
let lists = 0;

/** Returns the @mention that ends at the caret, or null. */
function mentionAt(text: string, caret: number): { query: string; start: number } | null {
  const start = text.slice(0, caret).lastIndexOf('@');
  const query = text.slice(start + 1, caret);
  const isBegun = start >= 0 && /^[\p{L}\p{N}_.]{0,32}$/u.test(query);
  return isBegun && !/[\p{L}\p{N}_@]$/u.test(text.slice(Math.max(0, start - 2), start))
    ? { query, start }
    : null;
}
