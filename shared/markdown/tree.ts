/** An inline element. Texts keep their line breaks. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'bold'; children: Inline[] }
  | { kind: 'italic'; children: Inline[] }
  | { kind: 'strike'; children: Inline[] }
  /** `href` is always http or https. */
  | { kind: 'link'; href: string; children: Inline[] }
  /** `tag` is lower case without its @; `text` is the original. */
  | { kind: 'mention'; tag: string; text: string };

/** A paragraph, a quote or a block of code. */
export type Block =
  | { kind: 'paragraph' | 'quote'; children: Inline[] }
  // Its language is what its author called it.
  | { kind: 'code'; text: string; language?: string };
