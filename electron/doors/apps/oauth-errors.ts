import type { AppError } from '../../../shared/errors';

/** An error of OAuth 2 (RFC 6749, 5.2). */
export interface OAuthError {
  error: string;
  error_description: string;
}

/** The HTTP status of an OAuth error. */
export function statusOf(error: string): number {
  return error === 'invalid_client' ? 401 : 400;
}

/** Converts an error of the contract to one of OAuth, with its HTTP status. */
export function oauthErrorOf(failure: AppError): [status: number, body: OAuthError] {
  const fields = Object.entries(failure.fields ?? {}).map(([field, why]) => `${field} ${why}`);
  const error_description = asDescription([failure.message, ...fields].join(' '));
  if (failure.code === 'rate_limit_exceeded' || failure.code === 'unavailable')
    return [failure.status, { error: 'temporarily_unavailable', error_description }];
  if (failure.status >= 500) return [failure.status, { error: 'server_error', error_description }];
  return [400, { error: 'invalid_request', error_description }];
}

/** The characters that a description may contain. */
function asDescription(text: string): string {
  return text.replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '?');
}
