import type { App } from '../../../shared/contract/apps';
import type { StoredApp } from '../access/apps';

/** Builds the record of an app for its owner. */
export function appRecord(app: StoredApp): App {
  return {
    ID: app.id,
    Name: app.name,
    Public: app.secret_hash === null,
    Redirects: redirectsOf(app),
    Timestamp: app.created_at,
  };
}

/** Returns the redirect addresses of an app. */
export function redirectsOf(app: Pick<StoredApp, 'redirects'>): string[] {
  return JSON.parse(app.redirects) as string[];
}
