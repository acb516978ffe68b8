/** Control characters, and the bidirectional overrides that could disguise a name as another one. */
export const HIDDEN_CONTROLS = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

/** Whether a text has at least one visible character. */
export function isNotBlank(value: string): boolean {
  return !INVISIBLE.test(value);
}

/** White space, controls, and characters without a visible shape, such as the blank Braille pattern. */
const INVISIBLE = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;
