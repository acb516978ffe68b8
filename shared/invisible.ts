/** Control characters and the bidirectional overrides that could make a name read as another one. */
export const HIDDEN_CONTROLS = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

/** Whether a text shows anything. */
export function isFilled(value: string): boolean {
  return !INVISIBLE.test(value);
}

/** White space, controls and characters without a shape of their own, as the empty pattern of Braille. */
const INVISIBLE = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;
