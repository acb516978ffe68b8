/** What an app of another maker may do for a person, each scope including those before it. */
export const appScopes = ['profile', 'read', 'write'] as const;
export type AppScope = (typeof appScopes)[number];

/** Returns the most permissive of some scopes. */
export function highestScope(scopes: readonly AppScope[]): AppScope {
  return appScopes.findLast((scope) => scopes.includes(scope)) ?? 'profile';
}

/** Whether some granted scopes include one. */
export function includesScope(granted: readonly AppScope[], scope: AppScope): boolean {
  return appScopes.indexOf(highestScope(granted)) >= appScopes.indexOf(scope);
}

/** Parses scopes separated by spaces; undefined if one is unknown. No scopes means `profile`. */
export function parseScopes(text: string): AppScope[] | undefined {
  const names = text.split(' ').filter(Boolean);
  const scopes = appScopes.filter((scope) => names.includes(scope));
  if (names.some((name) => !scopes.some((scope) => scope === name))) return undefined;
  return scopes.length === 0 ? ['profile'] : scopes;
}
