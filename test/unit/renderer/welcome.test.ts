// @vitest-environment happy-dom
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import {
  AppError,
  communities,
  currentCommunity,
  session,
  type CommunityPreview,
} from '../../../renderer/api';
import { CommunityMaker, type Step } from '../../../renderer/welcome/create/community-creation.svelte';
import { Entrance } from '../../../renderer/welcome/entrance.svelte';
import { Joining } from '../../../renderer/welcome/join/joining.svelte';
import { Invitation } from '../../../renderer/welcome/sign-in/invitation.svelte';
import { Community, PostModel } from '../../../shared/contract/records';
import type { ErrorCode } from '../../../shared/errors';
import { fakeHost } from '../../support/hosts/fake-host';
import { recordOf } from '../record-of';
import { heldAnswer, ME, openPage, settled } from './page';

// It is solved in a worker, which only a browser has.
vi.mock('../../../renderer/api/captcha/captcha', () => ({ solveCaptcha: () => Promise.resolve('solved') }));

beforeEach(openPage);
beforeEach(() => session.end('signed_out'));

const refusing =
  (code: ErrorCode, field?: string, text = 'is wrong') =>
  () => {
    throw new AppError(code, undefined, field ? { fields: { [field]: text } } : {});
  };

function filled(): Entrance {
  const entrance = new Entrance();
  entrance.name = 'Ann';
  entrance.email = 'ann@example.org';
  entrance.password = 'a long enough password';
  return entrance;
}

function answerSignIn(): void {
  fakeHost.answer('account.login', () => ({ ok: true, token: `token of ${ME}`, id: ME, ID: ME }));
}

test('a failed sign-in keeps the typed values and names no field, and a correct one signs in', async () => {
  const entrance = filled();
  fakeHost.answer('account.login', refusing('auth_failed'));
  expect(await entrance.signIn()).toBe(false);
  expect(entrance.failure).toBe('Wrong email or password.');
  expect(entrance.password).toBe('a long enough password');
  entrance.turn();
  expect(entrance.failure).toBeUndefined();
  answerSignIn();
  expect(await entrance.signIn()).toBe(true);
  expect(session.id).toBe(ME);
  expect(entrance.password).toBe('');
});

test('a banned person sees the reason, and no earlier notice beside it', async () => {
  const entrance = filled();
  entrance.turn('Your session has ended. Sign in again.');
  fakeHost.answer('account.login', refusing('access_denied', 'ban', 'Sells windows'));
  await entrance.signIn();
  expect(entrance.failure).toBe('You’re banned from this community. Reason: Sells windows');
  expect(entrance.notice).toBe('');
});

test('an account delayed by failed attempts of others is opened by a captcha solved in the background', async () => {
  const entrance = filled();
  fakeHost.answer('account.login', ({ captcha }) => {
    if (captcha === undefined)
      throw new AppError('rate_limit_exceeded', undefined, { fields: { captcha: 'x' } });
    return { ok: true, token: `token of ${ME}`, id: ME, ID: ME };
  });
  expect(await entrance.signIn()).toBe(true);
  session.end('signed_out');
  fakeHost.answer('account.login', refusing('rate_limit_exceeded'));
  expect(await entrance.signIn()).toBe(false);
});

test('a code that was not entered is asked for, not called wrong', async () => {
  const entrance = new Entrance();
  expect(await entrance.confirm()).toBe(false);
  expect(entrance.faultAt('code')).toBe('Fill in this field.');
});

test('registration is sent only if every field is valid', async () => {
  const entrance = new Entrance();
  entrance.email = 'ann';
  entrance.password = 'short';
  expect(await entrance.register()).toBe(false);
  expect(entrance.faultAt('name')).toBe('Fill in this field.');
  expect(entrance.faultAt('email')).toMatch(/valid email/);
  expect(entrance.faultAt('password')).toMatch(/at least 8 characters/);
  expect(entrance.failure).toBeUndefined();
  expect(fakeHost.calls).toEqual([]);
  const taken = filled();
  fakeHost.answer('account.register', refusing('conflict'));
  await taken.register();
  expect(taken.faultAt('email')).toMatch(/already exists/);
});

test('a code confirms an account, and signs in if the password is still in memory', async () => {
  const entrance = filled();
  fakeHost.answer('account.confirm', refusing('gone'));
  expect(await entrance.confirm()).toBe(false);
  expect(entrance.faultAt('code')).toBeDefined();
  entrance.code = 'NOTTHECODE';
  await entrance.confirm();
  expect(entrance.faultAt('code')).toMatch(/Wrong or expired/);
  fakeHost.answer('account.confirm', () => ({ ok: true }));
  answerSignIn();
  expect(await entrance.confirm()).toBe(true);
  expect(session.id).toBe(ME);
  session.end('signed_out');
  // After a reload between the two pages.
  const reloaded = new Entrance();
  reloaded.email = 'ann@example.org';
  reloaded.code = 'THECODE';
  expect(await reloaded.confirm()).toBe(true);
  expect(session.id).toBe(0);
});

test('the email of a new account is there after a reload until the person has signed in', async () => {
  const entrance = filled();
  fakeHost.answer('account.register', refusing('conflict'));
  await entrance.register();
  expect(new Entrance().email).toBe('');
  fakeHost.answer('account.register', () => ({ ok: true }));
  await entrance.register();
  const reloaded = new Entrance();
  expect([reloaded.email, reloaded.password]).toEqual(['ann@example.org', '']);
  reloaded.code = 'THECODE';
  fakeHost.answer('account.confirm', () => ({ ok: true }));
  expect(await reloaded.confirm()).toBe(true);
  const again = new Entrance();
  expect(again.email).toBe('ann@example.org');
  again.password = 'a long enough password';
  answerSignIn();
  await again.signIn();
  expect(new Entrance().email).toBe('');
});

test('an account created by an invitation is not created again if only signing in failed', async () => {
  const entrance = filled();
  fakeHost.answer('account.register', () => ({ ok: true }));
  fakeHost.answer('account.confirm', () => ({ ok: true }));
  fakeHost.answer('account.login', refusing('server_error'));
  expect(await entrance.enter('K7QM')).toBe(false);
  answerSignIn();
  expect(await entrance.enter('K7QM')).toBe(true);
  expect(fakeHost.inputsOf('account.register')).toMatchObject([{ name: 'Ann', invite: 'K7QM' }]);
  expect(fakeHost.inputsOf('account.confirm')).toMatchObject([{ code: 'K7QM', captcha: 'solved' }]);
});

test('a new password is set with a code, with or without the email address', async () => {
  const entrance = new Entrance();
  entrance.code = 'THECODE';
  entrance.password = 'short';
  expect(await entrance.setPassword()).toBe(false);
  entrance.password = 'another long password';
  fakeHost.answer('account.resetConfirm', () => ({ ok: true }));
  expect(await entrance.setPassword()).toBe(true);
  expect(fakeHost.inputsOf('account.resetConfirm')).toEqual([
    { code: 'THECODE', password: 'another long password' },
  ]);
});

/** A maker whose address is as it was asked for. */
function makerOf(entrance: Entrance): CommunityMaker {
  const steps: Step[] = [];
  const maker: CommunityMaker = new CommunityMaker(entrance, (step) => {
    steps.push(step);
    maker.showStep(step);
  });
  return maker;
}

test('a community is created in three steps, each available once the previous one is filled in', () => {
  const entrance = new Entrance();
  const maker = makerOf(entrance);
  maker.next();
  expect([maker.step, maker.missing]).toEqual([1, 'name']);
  maker.name = 'Our street';
  maker.next();
  expect([maker.step, maker.missing]).toEqual([1, 'code']);
  maker.takeCode('SETUP');
  expect([maker.missing, maker.asksCode]).toEqual([null, false]);
  maker.next();
  expect(maker.step).toBe(2);
  maker.next();
  expect(maker.step).toBe(2);
  expect(entrance.faultAt('email')).toBeDefined();
  Object.assign(entrance, { name: 'Ann', email: 'ann@example.org', password: 'a long enough password' });
  maker.next();
  expect(maker.step).toBe(3);
  maker.backTo(1);
  expect([maker.step, maker.name]).toEqual([1, 'Our street']);
  maker.showStep(3);
  expect(maker.step).toBe(3);
});

test('the address of a later step opens the first step that is not filled in', () => {
  const maker = makerOf(new Entrance());
  maker.showStep(3);
  expect(maker.step).toBe(1);
  maker.name = 'Our street';
  maker.takeCode('SETUP');
  maker.showStep(3);
  expect(maker.step).toBe(2);
});

test('the steps continue after a reload at a later step', () => {
  const maker = new CommunityMaker(filled(), () => undefined);
  maker.showStep(2);
  expect(maker.step).toBe(1);
  maker.name = 'Our street';
  maker.takeCode('SETUP');
  maker.next();
  expect(maker.step).toBe(2);
});

test('a wrong setup code leads back to its step', async () => {
  const maker = makerOf(filled());
  maker.name = 'Our street';
  maker.takeCode('WRONGCODE');
  maker.showStep(3);
  fakeHost.answer('account.register', refusing('validation_error', 'invite'));
  expect(await maker.finish()).toBe(false);
  expect([maker.step, maker.missing, maker.asksCode]).toEqual([1, 'code', true]);
});

test('the owner is signed in before the name is stored, and stays signed in if storing it fails', async () => {
  const maker = makerOf(filled());
  maker.name = 'Our street';
  maker.registration = 'open';
  maker.takeCode('SETUP');
  fakeHost.answer('account.register', () => ({ ok: true }));
  fakeHost.answer('account.confirm', () => ({ ok: true }));
  answerSignIn();
  const answer = heldAnswer<Community>();
  fakeHost.answer('community.update', answer.handler);
  fakeHost.answer('community.get', () => recordOf(Community, { Name: 'Our street', Commons: 0, Welcome: 0 }));
  fakeHost.answer('dialogs.createCommons', () => ({ ID: 7, Type: 'group', Name: 'Commons', Avatar: 0 }));
  fakeHost.answer('posts.create', () => recordOf(PostModel, { ID: 9 }));
  const making = maker.finish();
  await answer.asked;
  expect(session.id).toBe(ME);
  answer.give(recordOf(Community, { Name: 'Our street' }));
  expect(await making).toBe(true);
  expect(currentCommunity.record?.Name).toBe('Our street');
  expect(fakeHost.inputsOf('community.update')).toEqual([
    { name: 'Our street', registration: 'open' },
    { welcome: 9 },
    { joinNotices: true, dailyCoins: 5 },
  ]);
  expect(fakeHost.inputsOf('dialogs.createCommons')).toMatchObject([{ name: 'Commons' }]);
  fakeHost.answer('community.update', refusing('server_error'));
  expect(await maker.finish()).toBe(false);
  expect(session.id).toBe(ME);
  fakeHost.answer('community.update', () => recordOf(Community, { Name: 'Our street' }));
  expect(await maker.saveCommunity()).toBe(true);
});

test.each<[ErrorCode, boolean]>([
  ['not_found', true],
  ['gone', true],
  ['validation_error', true],
  ['server_error', false],
])('an invitation that is answered %s is wrong: %s', async (code, isWrong) => {
  fakeHost.answer('dialogs.invitePreview', refusing(code));
  const invitation = new Invitation('K7QM');
  await settled();
  expect(invitation.preview).toBeNull();
  expect(invitation.isWrong).toBe(isWrong);
});

test('a community chosen while another is looked up is the one that is found', async () => {
  const answers = new Map<string, PromiseWithResolvers<CommunityPreview>>();
  const preview = vi.spyOn(communities, 'preview').mockImplementation((address) => {
    const answer = Promise.withResolvers<CommunityPreview>();
    answers.set(address, answer);
    return answer.promise;
  });
  onTestFinished(() => preview.mockRestore());
  const found = (name: string) => ({ name }) as CommunityPreview;
  const joining = new Joining();
  joining.text = 'silent.example';
  const first = joining.lookUp();
  joining.text = 'yard.example';
  const second = joining.lookUp();
  answers.get('silent.example')?.resolve(found('Silent'));
  await first;
  expect(joining.found).toBeNull();
  await vi.waitFor(() => expect(answers.has('yard.example')).toBe(true));
  answers.get('yard.example')?.resolve(found('Yard'));
  expect(await second).toBe(true);
  expect(joining.found).toEqual(found('Yard'));
});

test('says what to do when the community cannot send the email with the code', async () => {
  const entrance = filled();
  fakeHost.answer('account.register', refusing('unavailable', 'mail'));
  fakeHost.answer('account.reset', refusing('unavailable', 'mail'));
  for (const ask of [() => entrance.register(), () => entrance.sendResetCode()]) {
    expect(await ask()).toBe(false);
    expect(entrance.failure).toContain('can’t send emails');
    expect(entrance.faultAt('email')).toBeUndefined();
  }
});
