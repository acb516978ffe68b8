import { createApp, grant, tokenFor } from '../../../support/apps';
import type { TestPerson, TestService } from '../../../support/service';

export async function apps(t: TestService, ann: TestPerson, ben: TestPerson): Promise<void> {
  const app = await createApp(ann);
  await ann.call('apps.list', {});
  await ann.call('apps.update', { app_id: app.ID, name: 'New name' });
  const { Secret: secret = '' } = await ann.call('apps.rotateSecret', { app_id: app.ID });
  const signedIn = { ...app, Secret: secret };
  const token = await tokenFor(t, ben, signedIn);
  await t.open('apps.user', { token, secret });
  const { code_verifier: _, ...request } = await grant(ben, signedIn);
  await ben.call('apps.request', request);
  const given = await grant(ben, signedIn);
  await t.open('apps.token', given);
  // Used a second time.
  await t.open('apps.token', given);
  await t.open('apps.revoke', { client_id: String(app.ID), client_secret: secret, token });
  await ann.call('apps.remove', { app_id: app.ID });
}
