/** Parses JSON from an untrusted source; undefined if it is malformed. The value must still be validated. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
