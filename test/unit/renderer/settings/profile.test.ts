// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { Privacy } from '../../../../renderer/settings/profile/privacy.svelte';
import { OwnProfile } from '../../../../renderer/settings/profile/profile.svelte';
import { me } from '../../../../renderer/api';
import { UserModel } from '../../../../shared/contract/records';
import { AppError } from '../../../../shared/errors';
import { fakeHost } from '../../../support/hosts/fake-host';
import { recordOf } from '../../record-of';
import { heldAnswer, ME, openPage, readOwnPerson, settled } from '../page';

beforeEach(openPage);

/** The host keeps what it is given. */
function storeChanges(stored: Partial<UserModel>): void {
  fakeHost.answer('people.me', () => recordOf(UserModel, { ID: ME, ...stored }));
  fakeHost.answer('account.updateProfile', ({ name, status }) => {
    if (name !== undefined) stored.Name = name;
    if (status !== undefined) stored.Status = status;
    return { ok: true };
  });
}

test('only changed fields of a profile are saved, and undo restores them', async () => {
  await readOwnPerson({ Name: 'Ann', Status: 'Here' });
  storeChanges({ Name: 'Ann', Status: 'Here' });
  const { draft } = new OwnProfile();
  draft.set('status', 'Away');
  expect(draft.changes).toEqual({ status: 'Away' });
  const undo = await draft.save();
  expect(draft.isChanged).toBe(false);
  expect(draft.values.status).toBe('Away');
  expect(await undo?.()).toBe(true);
  expect(draft.values.status).toBe('Here');
  expect(fakeHost.inputsOf('account.updateProfile')).toEqual([{ status: 'Away' }, { status: 'Here' }]);
});

test('unsaved changes survive a reload, next to changes made elsewhere meanwhile', async () => {
  await readOwnPerson({ CityNative: '', WorksAt: '' });
  new OwnProfile().draft.set('cityNative', 'Odesa');
  await readOwnPerson({ CityNative: '', WorksAt: 'Harbour' });
  const reloaded = new OwnProfile().draft;
  expect(reloaded.values).toMatchObject({ cityNative: 'Odesa', worksAt: 'Harbour' });
  expect(reloaded.changes).toEqual({ cityNative: 'Odesa' });
  reloaded.discard();
  expect(new OwnProfile().draft.values.cityNative).toBe('');
});

test('stored edits of another kind are ignored', async () => {
  await readOwnPerson();
  localStorage.setItem(`courtyard.edits.${ME}.profile`, '{"country":"Ukraine","name":"Ann","unknown":1}');
  expect(new OwnProfile().draft.changes).toEqual({ name: 'Ann' });
  localStorage.setItem(`courtyard.edits.${ME}.profile`, '{broken');
  expect(new OwnProfile().draft.changes).toEqual({});
});

test('text typed while the profile is being saved stays unsaved', async () => {
  await readOwnPerson({ Status: '' });
  const { draft } = new OwnProfile();
  const answer = heldAnswer<{ ok: true }>();
  fakeHost.answer('account.updateProfile', answer.handler);
  draft.set('status', 'First');
  const saving = draft.save();
  await answer.asked;
  draft.set('status', 'Second');
  fakeHost.answer('people.me', () => recordOf(UserModel, { ID: ME, Status: 'First' }));
  answer.give({ ok: true });
  await saving;
  expect(draft.changes).toEqual({ status: 'Second' });
});

test('invalid fields are reported without a call, and keep their edits', async () => {
  await readOwnPerson({ Name: 'Ann' });
  const profile = new OwnProfile();
  profile.draft.set('name', ' ');
  profile.draft.set('website', 'http://');
  profile.draft.set('birthday', '2999-01-01');
  expect(await profile.check()).toBe(false);
  expect(profile.faultAt('name')).toBe('Fill in this field.');
  expect(profile.faultAt('website')).toMatch(/example\.org/);
  expect(profile.faultAt('birthday')).toMatch(/date in the past/);
  expect(profile.faultAt('status')).toBeUndefined();
  expect(profile.draft.values.name).toBe(' ');
  profile.draft.discard();
  expect(profile.faultAt('name')).toBeUndefined();
  expect(profile.draft.values.name).toBe('Ann');
  expect(fakeHost.inputsOf('account.updateProfile')).toEqual([]);
});

test('a website without a scheme gets https', async () => {
  await readOwnPerson();
  const profile = new OwnProfile();
  profile.draft.set('website', 'example.org/ann');
  expect(await profile.check()).toBe(true);
  fakeHost.answer('account.updateProfile', () => ({ ok: true }));
  await profile.draft.save();
  expect(fakeHost.inputsOf('account.updateProfile')).toEqual([{ website: 'https://example.org/ann' }]);
});

test('a taken tag is reported at its field', async () => {
  await readOwnPerson();
  const profile = new OwnProfile();
  fakeHost.answer('account.updateProfile', () => {
    throw new AppError('conflict', undefined, { fields: { link: 'is taken' } });
  });
  profile.draft.set('link', 'olena');
  expect(await profile.draft.save()).toBeNull();
  expect(profile.faultAt('link')).toMatch(/This tag is taken/);
  expect(profile.draft.values.link).toBe('olena');
  profile.draft.set('link', 'olena2');
  expect(profile.faultAt('link')).toBeUndefined();
});

test('a privacy setting is reverted with the reason if the host rejects it', async () => {
  await readOwnPerson({ AddFriendState: true });
  const answer = heldAnswer<{ ok: true }>();
  fakeHost.answer('account.updateProfile', async () => {
    await answer.handler();
    throw new AppError('access_denied');
  });
  const privacy = new Privacy();
  const setting = privacy.set('AddFriendState', false);
  await answer.asked;
  expect(me.person?.AddFriendState).toBe(false);
  answer.give({ ok: true });
  await setting;
  expect(me.person?.AddFriendState).toBe(true);
  expect(privacy.faultAt('AddFriendState')).toBe('Not changed. You don’t have permission to do this.');
  expect(privacy.faultAt('SearchState')).toBeUndefined();
});

test('an earlier privacy choice that fails late does not revert a later one', async () => {
  await readOwnPerson({ PostState: 0 });
  const privacy = new Privacy();
  const answer = heldAnswer<{ ok: true }>();
  fakeHost.answer('account.updateProfile', async () => {
    await answer.handler();
    throw new AppError('server_error');
  });
  const earlier = privacy.set('PostState', 1);
  await answer.asked;
  fakeHost.answer('account.updateProfile', () => ({ ok: true }));
  await privacy.set('PostState', 2);
  answer.give({ ok: true });
  await Promise.all([earlier, settled()]);
  expect(me.person?.PostState).toBe(2);
  expect(privacy.faultAt('PostState')).toBeUndefined();
  expect(privacy.savedAt('PostState')).toBe('Saved');
});
