/** Returns a new idempotency key: 22 random URL-safe characters (128 bits). */
export function newKey(): string {
  // randomUUID is missing on pages loaded over plain HTTP from the network.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
