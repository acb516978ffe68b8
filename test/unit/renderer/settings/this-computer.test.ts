// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { StandbyCopyOfPages, type StandbyCopyState } from '../../../../renderer/api';
import { ThisComputer } from '../../../../renderer/settings/standby/this-computer.svelte';
import type { Envelope } from '../../../../shared/bridge';
import { AppError, invalid } from '../../../../shared/errors';
import type { StandbyCopyAction } from '../../../../shared/standby-copy';
import { fakeHost } from '../../../support/hosts/fake-host';
import { openPage } from '../page';

beforeEach(openPage);

const copyState = (part: Partial<StandbyCopyState>): StandbyCopyState => ({
  status: 'none',
  ...{ done: 0, total: 0, since: 0, problem: null, addresses: [], newHost: '' },
  ...{ isComplete: false, lacksContents: false },
  ...part,
});

/** A program whose answers the test sets. */
function program() {
  const asked: StandbyCopyAction[] = [];
  let push: (state: StandbyCopyState) => void = () => undefined;
  let answer: (action: StandbyCopyAction) => unknown = () => copyState({});
  const copy = new StandbyCopyOfPages({
    onStandbyCopy: (listener) => {
      push = listener;
      return () => undefined;
    },
    standbyCopy: (action): Promise<Envelope> => {
      asked.push(action);
      try {
        return Promise.resolve({ ok: true, value: answer(action) });
      } catch (error) {
        return Promise.resolve({ ok: false, error: (error as AppError).toBody() });
      }
    },
  });
  return {
    computer: new ThisComputer(copy),
    asked,
    push: (state: StandbyCopyState) => push(state),
    answer: (handler: typeof answer) => void (answer = handler),
  };
}

test('a link is checked while it is typed, and reports what is wrong with it', async () => {
  const { computer, answer } = program();
  expect(computer.linkProblem).toBeNull();
  answer(() => {
    throw invalid('link', 'must be a link');
  });
  await computer.setLink('https://box');
  expect([computer.linkProblem, computer.space]).toEqual(['malformed', null]);
  answer(() => {
    throw new AppError('conflict');
  });
  await computer.setLink('courtyard-standby://other');
  expect(computer.linkProblem).toBe('other');
  answer(() => ({ needed: 900, free: 100 }));
  await computer.setLink('courtyard-standby://box');
  expect(computer.linkProblem).toBe('no_room');
  answer(() => ({ needed: 50, free: 100 }));
  await computer.setLink('courtyard-standby://box ');
  expect([computer.linkProblem, computer.space]).toEqual([null, { needed: 50, free: 100 }]);
  await computer.setLink('');
  expect([computer.linkProblem, computer.space]).toEqual([null, null]);
});

test('a copy needs a checked link, and its state updates without a reload', async () => {
  const { computer, asked, answer, push } = program();
  answer(() => {
    throw invalid('link', 'must be a link');
  });
  await computer.setLink('no link');
  expect(await computer.start()).toBe(false);
  expect(asked.map(({ action }) => action)).toEqual(['check']);

  answer(({ action }) => {
    if (action === 'check') return { needed: 50, free: 100 };
    throw new AppError('too_large');
  });
  await computer.setLink('link');
  expect(await computer.start()).toBe(false);
  expect(computer.linkProblem).toBe('no_room');
  answer(({ action }) =>
    action === 'check' ? { needed: 50, free: 100 } : copyState({ status: 'connecting' }),
  );
  await computer.setLink('link');
  expect(await computer.start()).toBe(true);
  expect([computer.state?.status, computer.link]).toEqual(['connecting', '']);
  push(copyState({ status: 'in_step', isComplete: true }));
  expect(computer.state?.status).toBe('in_step');
});

test('a failure to host or to delete is shown, and the state stays', async () => {
  const { computer, answer, push } = program();
  await computer.load();
  push(copyState({ status: 'gone', isComplete: true }));
  answer(() => {
    throw new AppError('access_denied');
  });
  expect(await computer.promote()).toBe(false);
  expect([computer.promoting.error?.code, computer.state?.status]).toEqual(['access_denied', 'gone']);
  expect(await computer.stop()).toBe(false);
  answer(({ action }) => copyState({ status: action === 'promote' ? 'promoting' : 'none' }));
  expect(await computer.promote()).toBe(true);
  expect(computer.state?.status).toBe('promoting');
  expect(await computer.stop()).toBe(true);
  expect(computer.state?.status).toBe('none');
});

test('the owner needs no link, and is asked before another standby is replaced', async () => {
  const { computer, asked, answer } = program();
  const link = 'courtyard-standby://box:1/?key=a&code=b';
  fakeHost.answer('admin.pairStandby', () => ({ Link: link, Expires: 5 }));
  fakeHost.answer('admin.standby', () => standbyOf('gone', 'Old laptop'));
  answer(({ action }) =>
    action === 'check' ? { needed: 50, free: 100 } : copyState({ status: 'connecting' }),
  );
  expect(await computer.startAsOwner()).toBe(true);
  expect([computer.replaced, asked]).toEqual(['Old laptop', []]);
  computer.cancelReplace();
  expect(computer.replaced).toBeNull();
  await computer.startAsOwner();
  expect(await computer.replace()).toBe(true);
  expect([computer.replaced, computer.state?.status]).toEqual([null, 'connecting']);
  expect(asked).toEqual([
    { action: 'check', link },
    { action: 'keep', link },
  ]);

  fakeHost.answer('admin.standby', () => standbyOf('none', ''));
  answer(({ action }) => {
    if (action === 'check') return { needed: 900, free: 100 };
    throw new AppError('too_large');
  });
  expect(await computer.startAsOwner()).toBe(false);
  expect([computer.starting.error?.code, computer.space]).toEqual(['too_large', { needed: 900, free: 100 }]);
});

function standbyOf(State: 'none' | 'gone', Name: string) {
  return {
    ...{
      State,
      Name,
      Behind: 0,
      Seen: 0,
      Durable: 0,
      Problem: '' as const,
      Unreadable: 0,
      Wait: false,
      WaitSuspended: false,
    },
    Witness: { State: 'none' as const, Name: '', Seen: 0, Automatic: false },
    Backups: { On: false, LastGood: 0, Overdue: false, Failure: '' as const },
    Successor: null,
    ByDatabase: false,
  };
}
