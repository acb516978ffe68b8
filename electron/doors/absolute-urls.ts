/**
 * Makes content URLs in a JSON answer absolute, as clients on a network need them; the service itself doesn't know
 * its host. Quotes inside JSON strings are escaped, so only URL fields of records match.
 */
export function toAbsoluteUrls(json: string, base: string): string {
  return json.includes(UNQUOTED_PREFIX) ? json.replaceAll(PREFIX, `"Url":"${base}/content/`) : json;
}

const PREFIX = '"Url":"/content/';
/** Found sooner: a search looks for the first character, and nearly everything in JSON begins with a quote. */
const UNQUOTED_PREFIX = PREFIX.slice(1);
