type TextField = HTMLInputElement | HTMLTextAreaElement;

/** What a person typed into the fields of a form, to know how much is lost if it closes. */
export class TypedText {
  /** The value of each field when it was entered for the first time. */
  readonly #before = new Map<TextField, string>();

  /** Remembers what a field holds before it is changed. Call it with the target of each `focusin`. */
  note(target: EventTarget | null): void {
    if (isTextField(target) && !this.#before.has(target)) this.#before.set(target, target.value);
  }

  /** Forgets everything, when the form opens again. */
  clear(): void {
    this.#before.clear();
  }

  /** Whether it is more than a line: a text of several lines, or of a few words, or the texts of two fields. */
  get isMoreThanLine(): boolean {
    const changed = [...this.#before].filter(
      ([field, before]) => field.isConnected && field.value.trim() !== '' && field.value !== before,
    );
    return changed.length > 1 || changed.some(([{ value, localName }]) => isLong(value, localName));
  }
}

/** Characters of a line that nobody wants to type again. */
const LINE = 60;

function isLong(value: string, localName: string): boolean {
  return localName === 'textarea' || value.length > LINE;
}

/** Searches are no input, and passwords are known by heart. */
function isTextField(target: EventTarget | null): target is TextField {
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && TEXTS.includes(target.type);
}

const TEXTS = ['text', 'email', 'url', 'tel', 'date', 'datetime-local'];
