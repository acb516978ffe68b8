/**
 * Makes content URLs in a JSON answer absolute, as clients on a network need them; the service itself doesn't know
 * its host. Quotes inside JSON strings are escaped, so only URL fields of records match.
 */
export function toAbsoluteUrls(json: string, base: string): string {
  return json.includes(CONTENT_URL_PREFIX)
    ? json.replaceAll(CONTENT_URL_PREFIX, `"Url":"${base}/content/`)
    : json;
}

const CONTENT_URL_PREFIX = '"Url":"/content/';
