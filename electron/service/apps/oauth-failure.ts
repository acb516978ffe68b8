import OAuth2Server from '@node-oauth/oauth2-server';

/** An error of OAuth 2, which is an answer: what was stored before it stays stored. */
export interface OAuthFailure {
  error: string;
  error_description: string;
}

/** Converts an error of the library to an answer. Rethrows what isn't the client's fault. */
export function oauthFailure(error: unknown): OAuthFailure {
  if (!(error instanceof OAuth2Server.OAuthError)) throw error;
  if (error.code >= 500) throw (error as { inner?: unknown }).inner ?? error;
  return { error: error.name, error_description: error.message };
}
