// @vitest-environment happy-dom
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { DialogInvitations } from '../../../../../renderer/chats/forms/invitations.svelte';
import { Author, Invite } from '../../../../../shared/contract/records';
import { fakeHost } from '../../../../support/hosts/fake-host';
import { recordOf } from '../../../record-of';
import { openPage, settled } from '../../page';

beforeEach(openPage);

test('an invitation shows that someone joined with it', async () => {
  const invite = recordOf(Invite, { Code: 'AAAA', Dialog: 7, MaxUses: 2 });
  fakeHost.answer('dialogs.invites', () => [invite]);
  const invitations = new DialogInvitations(7);
  onTestFinished(invitations.follow());
  await settled();
  expect(invitations.find('AAAA')?.Uses).toBe(0);
  fakeHost.answer('dialogs.invites', () => [{ ...invite, Uses: 1 }]);
  const User = recordOf(Author, { ID: 5 });
  fakeHost.send({ Type: 'member', Dialog: 8, User, Role: 'member', Members: 3 });
  await settled();
  expect(invitations.find('AAAA')?.Uses).toBe(0);
  fakeHost.send({ Type: 'member', Dialog: 7, User, Role: 'member', Members: 3 });
  await settled();
  expect(invitations.find('AAAA')?.Uses).toBe(1);
});
