import { CALLBACK, pkce, requestOf } from '../../support/apps';
import { ANYONE, SIGNED_IN, UNKNOWN, nothing, row, type Row } from './answers';
import type { World } from './world';

export const appsRows: Row[] = [
  row('apps.list', '', nothing, SIGNED_IN),
  row('apps.create', '', () => ({ name: 'Planner', redirects: [CALLBACK] }), SIGNED_IN),
  row('apps.update', 'own', (w, caller) => ({ app_id: ownApp(w, caller), name: 'New' }), SIGNED_IN),
  row('apps.update', 'another person', (w) => ({ app_id: w.annsApp.ID, name: 'New' }), UNKNOWN),
  row('apps.remove', 'own', (w, caller) => ({ app_id: ownApp(w, caller) }), SIGNED_IN),
  row('apps.remove', 'another person', (w) => ({ app_id: w.annsApp.ID }), UNKNOWN),
  row('apps.rotateSecret', 'own', (w, caller) => ({ app_id: ownApp(w, caller) }), SIGNED_IN),
  row('apps.rotateSecret', 'another person', (w) => ({ app_id: w.annsApp.ID }), UNKNOWN),
  row('apps.user', '', (w) => ({ token: w.annsAppToken, secret: w.annsApp.Secret }), ANYONE),
  row('apps.request', '', (w) => requestOf(w.annsApp, pkce().challenge), SIGNED_IN),
  row('apps.authorize', '', (w) => ({ ...requestOf(w.annsApp, pkce().challenge), allow: true }), SIGNED_IN),
  row('apps.token', '', (w) => w.annsAppGrant, ANYONE),
  row('apps.revoke', '', revocation, ANYONE),
];

function ownApp({ ownApps }: World, caller: keyof World['ownApps'] | 'ann'): number {
  return ownApps[caller === 'ann' ? 'member' : caller];
}

function revocation({ annsApp, annsAppToken }: World) {
  return { client_id: String(annsApp.ID), client_secret: annsApp.Secret, token: annsAppToken };
}
