import { invalid } from '../../../shared/errors';

/** Parses a URL-encoded form. Throws `validation_error` for a repeated parameter (RFC 6749, 3.2). */
export function parseForm(text: string): Record<string, string> {
  const body: Record<string, string> = {};
  for (const [key, value] of new URLSearchParams(text)) {
    if (Object.hasOwn(body, key)) throw invalid(key, 'must be sent once');
    // A parameter without a value counts as omitted.
    if (value !== '' && key !== '__proto__') body[key] = value;
  }
  return body;
}

/**
 * Adds the credentials of `Authorization: Basic` to a form. Throws `validation_error` if the form has a secret too, or
 * has another client ID.
 */
export function withBasicCredentials(
  authorization: string | undefined,
  body: Record<string, unknown> = {},
): Record<string, unknown> {
  const [, encoded] = BASIC.exec(authorization ?? '') ?? [];
  if (encoded === undefined) return body;
  const credentials = Buffer.from(encoded, 'base64').toString();
  const colon = credentials.indexOf(':');
  const [id, secret] = [credentials.slice(0, colon), credentials.slice(colon + 1)].map(decodeFormText);
  if (colon === -1 || id === undefined || secret === undefined)
    throw invalid('Authorization', 'is malformed');
  if (body['client_secret'] !== undefined) throw invalid('client_secret', 'must be sent in one place');
  if (body['client_id'] !== undefined && body['client_id'] !== id)
    throw invalid('client_id', 'does not match');
  return { ...body, client_id: id, client_secret: secret };
}

const BASIC = /^basic +([\w+/=-]+) *$/i;

/** Credentials are encoded like the values of a form (RFC 6749, 2.3.1). */
function decodeFormText(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
