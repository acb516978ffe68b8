// @vitest-environment happy-dom
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { Consent } from '../../../renderer/consent/consent.svelte';
import { AppDraft, OwnApps } from '../../../renderer/settings/apps/apps.svelte';
import { language } from '../../../renderer/i18n/index.svelte';
import { AppRequest } from '../../../shared/contract/apps';
import { UserModel } from '../../../shared/contract/records';
import { AppError } from '../../../shared/errors';
import { routeAt } from '../../../shared/route-parsing';
import { addressOf } from '../../../shared/routes';
import { recordOf } from '../record-of';
import { fakeHost, signIn } from '../../support/hosts/fake-host';

const QUERY = 'client_id=7&redirect_uri=https%3A%2F%2Fgarden.example%2Fback&scope=write&state=s&prompt=login';

beforeAll(async () => {
  await language.begin();
  await language.loadHosting();
});
beforeEach(() => {
  signIn();
  fakeHost.answer('people.me', () => recordOf(UserModel, { ID: 1, Name: 'Ann' }));
});

test('the consent page asks for what the app sent, and opens what the host answers', async () => {
  const asked = recordOf(AppRequest, { Scopes: ['write'], Error: '', Redirect: '' });
  fakeHost.answer('apps.request', () => asked);
  fakeHost.answer('apps.authorize', () => ({ Redirect: 'https://garden.example/back?code=1' }));
  const opened: string[] = [];
  const consent = new Consent(QUERY, (address) => opened.push(address));
  await consent.load();
  expect(consent.scopes).toEqual(['profile', 'read', 'write']);
  await consent.decide(true);
  const parameters = {
    client_id: '7',
    redirect_uri: 'https://garden.example/back',
    scope: 'write',
    state: 's',
  };
  expect(fakeHost.inputsOf('apps.request')).toEqual([parameters]);
  expect(fakeHost.inputsOf('apps.authorize')).toEqual([{ ...parameters, allow: true }]);
  expect([opened, consent.isLeaving]).toEqual([['https://garden.example/back?code=1'], true]);
});

test('a decision that fails opens nothing', async () => {
  fakeHost.answer('apps.authorize', () => {
    throw new AppError('conflict');
  });
  const opened: string[] = [];
  const consent = new Consent(QUERY, (address) => opened.push(address));
  await consent.decide(false);
  expect([opened, consent.isLeaving, consent.deciding.error?.code]).toEqual([[], false, 'conflict']);
});

test('the address of the consent page keeps the request as the app sent it', () => {
  const request = 'client_id=7&redirect_uri=https://garden.example/?page=1&state=a%2Fb?c';
  const route = routeAt(`#/authorize?${request}`);
  expect(route).toEqual({ view: 'authorize', request });
  expect(addressOf(route)).toBe(`#/authorize?${request}`);
});

test('the form of an app takes one address per line, and names the one that the host rejects', async () => {
  fakeHost.answer('apps.create', () => {
    throw new AppError('validation_error', undefined, { fields: { 'redirects.1': 'must be a web address' } });
  });
  const draft = new AppDraft(new OwnApps(), null);
  expect(await draft.save()).toBeNull();
  expect([draft.nameFault, draft.redirectsFault]).toEqual([expect.any(String), expect.any(String)]);
  expect(fakeHost.inputsOf('apps.create')).toEqual([]);
  draft.name = 'Garden';
  draft.redirects = ' https://a.example/ \n\nhttps://a.example/\ngarden';
  expect(await draft.save()).toBeNull();
  const redirects = ['https://a.example/', 'garden'];
  expect(fakeHost.inputsOf('apps.create')).toEqual([{ name: 'Garden', redirects, public: false }]);
  expect(draft.redirectsFault).toMatch(/^garden:/);
});

test('the secret of a new app is never part of the list', async () => {
  const app = { ID: 3, Name: 'Garden', Public: false, Redirects: [], Timestamp: 0 };
  fakeHost.answer('apps.list', () => []);
  fakeHost.answer('apps.create', () => ({ ...app, Secret: 'secret' }));
  const apps = new OwnApps();
  await apps.load();
  const created = await apps.create({ name: 'Garden', redirects: [], public: false });
  expect(created.Secret).toBe('secret');
  expect(apps.items).toEqual([app]);
});
