import { describe, expect, it } from 'vitest';
import type { Name } from '../../shared/contract';
import { mailedCode, refusal, testService, type TestPerson, type TestService } from '../support/service';

const DAY = 86_400;

interface Yard {
  t: TestService;
  owner: TestPerson;
  admin: TestPerson;
  deputy: TestPerson;
  member: TestPerson;
}

/** An owner, two administrators and a member. */
async function yard(): Promise<Yard> {
  const t = await testService();
  const [owner, admin, deputy, member] = (await t.people('Ann', 'Bo', 'Cy', 'Di')) as [
    TestPerson,
    TestPerson,
    TestPerson,
    TestPerson,
  ];
  await owner.call('admin.setRole', { user_id: admin.id, role: 'admin' });
  await owner.call('admin.setRole', { user_id: deputy.id, role: 'admin' });
  return { t, owner, admin, deputy, member };
}

describe('administration', () => {
  const calls: [Name, object][] = [
    ['admin.people', {}],
    ['admin.ban', { user_id: 1, reason: 'spam' }],
    ['admin.unban', { user_id: 1 }],
    ['admin.setRole', { user_id: 1, role: 'admin' }],
    ['admin.resetCode', { user_id: 1 }],
    ['admin.reports', {}],
    ['admin.decideReport', { report_id: 1, decision: 'nothing' }],
    ['admin.acts', {}],
    ['admin.invites', {}],
    ['admin.createInvite', {}],
    ['admin.revokeInvite', { code: 'ABCD' }],
    ['admin.mail', {}],
    ['admin.openLetter', { mail_id: 1 }],
  ];

  it('is closed to members and strangers', async () => {
    const { t, member } = await yard();
    for (const [name, input] of calls) {
      expect([name, (await member.refused(name, input)).code]).toEqual([name, 'access_denied']);
      expect([name, (await t.refusedOpen(name, input)).code]).toEqual([name, 'auth_failed']);
    }
  });

  it('ends with the next request after the role is removed', async () => {
    const { owner, admin } = await yard();
    await admin.call('admin.people', {});
    await owner.call('admin.setRole', { user_id: admin.id, role: 'member' });
    expect((await admin.refused('admin.people', {})).code).toBe('access_denied');
  });

  it.each([NaN, 1e400, -5, 0, 1.5, 'five', null])('answers not_found for %j', async (user_id) => {
    const { owner } = await yard();
    for (const name of ['admin.ban', 'admin.unban', 'admin.setRole', 'admin.resetCode'] as const) {
      const refused = await owner.refused(name, { user_id, reason: 'spam', role: 'admin' });
      expect(refused.code).toBe('validation_error');
      expect(refused.fields).toHaveProperty('user_id');
    }
  });

  it('rejects misspelled settings and invalid pages', async () => {
    const { owner } = await yard();
    expect((await owner.refused('admin.people', { querry: 'x' })).fields).toHaveProperty('querry');
    for (const name of ['admin.people', 'admin.reports', 'admin.acts', 'admin.mail'] as const) {
      expect((await owner.refused(name, { page: -1 })).fields).toHaveProperty('page');
      expect((await owner.refused(name, { limit: 101 })).fields).toHaveProperty('limit');
      expect(await owner.call(name, { page: 1000 })).toEqual([]);
    }
  });
});

describe('the member list', () => {
  it('lists everyone, newest first, with administrator-only fields', async () => {
    const { owner, admin, deputy, member } = await yard();
    const people = await admin.call('admin.people', {});
    expect(people.map((person) => person.ID)).toEqual([member.id, deputy.id, admin.id, owner.id]);
    expect(people[0]).toMatchObject({
      Name: 'Di',
      Email: member.email,
      Storage: 0,
      Banned: false,
      Role: 'member',
    });
    const pages = [
      ...(await admin.call('admin.people', { limit: 3 })),
      ...(await admin.call('admin.people', { limit: 3, page: 1 })),
    ];
    expect(pages).toEqual(people);
  });

  it('finds people by start of name or whole address', async () => {
    const { admin, member } = await yard();
    const found = async (query: string) =>
      (await admin.call('admin.people', { query })).map((person) => person.ID);
    expect(await found('d')).toEqual([member.id]);
    expect(await found(member.email.toUpperCase())).toEqual([member.id]);
    expect(await found('di@')).toEqual([]);
    expect(await found('"*) OR (')).toEqual([]);
    expect(await found('nobody')).toEqual([]);
  });
});

describe('a ban', () => {
  it('ends sessions and connections at once and hides the person until unbanned', async () => {
    const { t, owner, admin, member } = await yard();
    const [line, watching] = [await member.listen(), await owner.listen()];
    await admin.call('admin.ban', { user_id: member.id, reason: 'spam' });
    expect(line.closed?.code).toBe(4401);
    expect((await member.refused('people.me', {})).code).toBe('auth_failed');
    expect((await refusal(t.signIn(member.email, member.password))).code).toBe('access_denied');
    expect(await watching.take()).toMatchObject([
      { Type: 'profile', User: { ID: member.id, Ban: true } },
      { Type: 'community', Community: { Members: 3 } },
    ]);
    expect((await admin.call('admin.people', { query: 'Di' }))[0]).toMatchObject({ Ban: true, Banned: true });
    await admin.call('admin.unban', { user_id: member.id, reason: 'a mistake' });
    expect(await watching.take()).toMatchObject([
      { Type: 'profile', User: { ID: member.id, Ban: false } },
      { Type: 'community', Community: { Members: 4 } },
    ]);
    await t.signIn(member.email, member.password);
    expect((await member.refused('people.me', {})).code).toBe('auth_failed');
  });

  it('disables named tokens while it lasts', async () => {
    const { t, admin, member } = await yard();
    const { Token: value } = await member.call('account.createToken', { name: 'bot' });
    const bot = t.as({ ...member.session, token: value ?? '' }, member);
    const line = await bot.listen();
    await admin.call('admin.ban', { user_id: member.id, reason: 'spam' });
    expect(line.closed?.code).toBe(4401);
    expect((await bot.refused('people.me', {})).code).toBe('access_denied');
    expect((await refusal(bot.listen())).code).toBe('access_denied');
    await admin.call('admin.unban', { user_id: member.id });
    expect((await bot.call('people.me', {})).ID).toBe(member.id);
  });

  it('needs a reason and a target of lower rank', async () => {
    const { t, owner, admin, deputy, member } = await yard();
    for (const reason of [undefined, '', '  ', 'r'.repeat(1001)]) {
      const refused = await admin.refused('admin.ban', { user_id: member.id, reason });
      expect(refused.fields).toHaveProperty('reason');
    }
    for (const [by, whom] of [
      [admin, admin],
      [admin, owner],
      [admin, deputy],
      [owner, owner],
    ] as const) {
      const refused = await by.refused('admin.ban', { user_id: whom.id, reason: 'spam' });
      expect(refused.code).toBe('access_denied');
    }
    expect((await admin.refused('admin.ban', { user_id: 12345, reason: 'spam' })).code).toBe('not_found');
    await owner.call('admin.ban', { user_id: deputy.id, reason: 'spam' });
    expect((await admin.refused('admin.unban', { user_id: deputy.id })).code).toBe('access_denied');
    expect((await owner.call('admin.acts', {})).map((act) => act.Act)).toEqual([
      'ban',
      'make_admin',
      'make_admin',
    ]);
    expect((await t.open('community.get', {})).Members).toBe(3);
  });

  it('is idempotent', async () => {
    const { owner, admin, member } = await yard();
    await admin.call('admin.ban', { user_id: member.id, reason: 'spam' });
    const line = await owner.listen();
    await owner.call('admin.ban', { user_id: member.id, reason: 'again' });
    expect(await line.take()).toEqual([]);
    expect((await owner.call('admin.acts', {})).filter((act) => act.Act === 'ban')).toHaveLength(1);
    await admin.call('admin.unban', { user_id: member.id });
    await admin.call('admin.unban', { user_id: member.id });
    expect((await owner.call('admin.acts', {})).filter((act) => act.Act === 'unban')).toHaveLength(1);
  });
});

describe('roles', () => {
  it('are granted only by the owner, never to themselves, with an event to everyone', async () => {
    const { owner, admin, member } = await yard();
    const line = await member.listen();
    await owner.call('admin.setRole', { user_id: member.id, role: 'admin' });
    expect(await line.take()).toMatchObject([{ Type: 'profile', User: { ID: member.id, Role: 'admin' } }]);
    await owner.call('admin.setRole', { user_id: member.id, role: 'admin' });
    expect(await line.take()).toEqual([]);
    expect((await admin.refused('admin.setRole', { user_id: member.id, role: 'member' })).code).toBe(
      'access_denied',
    );
    expect((await owner.refused('admin.setRole', { user_id: owner.id, role: 'member' })).code).toBe(
      'access_denied',
    );
    const wrong = await owner.refused('admin.setRole', { user_id: member.id, role: 'owner' });
    expect(wrong.fields).toHaveProperty('role');
  });

  it('apply to open connections: only administrators receive report counts', async () => {
    const { owner, admin, deputy, member } = await yard();
    await owner.call('people.report', { user: String(deputy.id), reason: 'too cheerful' });
    const lines = [await admin.listen(), await member.listen()];
    const heard = async () => {
      await deputy.call('account.updateProfile', { about: 'Still here' });
      const events = await Promise.all(lines.map((line) => line.take()));
      return events.map((own) => own.find((event) => event.Type === 'profile')?.User.Reports);
    };
    expect(await heard()).toEqual([1, 0]);
    await owner.call('admin.setRole', { user_id: admin.id, role: 'member' });
    await owner.call('admin.setRole', { user_id: member.id, role: 'admin' });
    await Promise.all(lines.map((line) => line.take()));
    expect(await heard()).toEqual([0, 1]);
  });
});

describe('a reset code', () => {
  it('works once within a day and never appears in the log', async () => {
    const { t, admin, member } = await yard();
    const { Code, Expires } = await admin.call('admin.resetCode', { user_id: member.id });
    expect(Code).toMatch(/^[A-Z2-9]{16}$/);
    expect(Expires).toBe(t.clock.seconds + DAY);
    const [act] = await admin.call('admin.acts', {});
    expect(act).toMatchObject({ Act: 'reset_code', By: { ID: admin.id }, User: { ID: member.id } });
    expect(JSON.stringify(act)).not.toContain(Code);
    expect((await member.call('people.me', {})).ID).toBe(member.id);
    t.clock.advance(DAY - 1);
    await t.open('account.resetConfirm', { code: Code.toLowerCase(), password: 'another password' });
    await t.signIn(member.email, 'another password');
    const again = await t.refusedOpen('account.resetConfirm', { code: Code, password: 'a third password' });
    expect(again.code).toBe('not_found');
  });

  it('expires, and a newer one replaces it', async () => {
    const { t, admin, member } = await yard();
    const first = await admin.call('admin.resetCode', { user_id: member.id });
    const second = await admin.call('admin.resetCode', { user_id: member.id });
    const use = async (code: string) =>
      (await t.refusedOpen('account.resetConfirm', { code, password: 'another password' })).code;
    expect(await use(first.Code)).toBe('not_found');
    t.clock.advance(DAY);
    expect(await use(second.Code)).toBe('gone');
  });

  it('survives a reset requested by email meanwhile', async () => {
    const { t, admin, member } = await yard();
    const { Code } = await admin.call('admin.resetCode', { user_id: member.id });
    await t.open('account.reset', { email: member.email });
    await t.open('account.resetConfirm', { code: Code, password: 'another password' });
  });

  it('is issued by administrators for members, and by the owner for administrators', async () => {
    const { owner, admin, deputy } = await yard();
    for (const whom of [owner, deputy, admin]) {
      expect((await admin.refused('admin.resetCode', { user_id: whom.id })).code).toBe('access_denied');
    }
    expect((await owner.refused('admin.resetCode', { user_id: owner.id })).code).toBe('access_denied');
    expect((await owner.call('admin.resetCode', { user_id: deputy.id })).Code).toHaveLength(16);
  });

  it('is repeated for the same key without being stored in clear text', async () => {
    const { admin, member } = await yard();
    const first = await admin.call('admin.resetCode', { user_id: member.id }, 'one-reset-code');
    expect(await admin.call('admin.resetCode', { user_id: member.id }, 'one-reset-code')).toEqual(first);
  });
});

describe('reports', () => {
  it('are listed newest first, open or closed, and resolved once', async () => {
    const { t, owner, admin, deputy, member } = await yard();
    const { ID: dialog } = await owner.call('dialogs.createPrivate', { user_id: member.id });
    const said = await owner.call('dialogs.send', { dialog_id: dialog, text: 'buy this' });
    await member.call('people.report', { user: String(deputy.id), reason: 'rude' });
    t.clock.advance(60);
    await member.call('people.reportItem', { Type: 'message', Item: said.ID, reason: 'spam' });
    const [second, first] = await admin.call('admin.reports', {});
    expect(second).toMatchObject({
      User: { ID: owner.id },
      By: { ID: member.id },
      Item: { Type: 'message', ID: said.ID, Text: 'buy this' },
      Reason: 'spam',
      Open: true,
      Decision: '',
      Note: '',
      Timestamp: t.clock.seconds,
    });
    expect(first).toMatchObject({
      User: { ID: deputy.id },
      By: { ID: member.id },
      Item: null,
      Reason: 'rude',
    });
    const decided = await admin.call('admin.decideReport', {
      report_id: first?.ID ?? 0,
      decision: 'warned',
      note: 'spoke with them',
    });
    expect(decided).toEqual({
      ...first,
      User: decided.User,
      Open: false,
      Decision: 'warned',
      Note: 'spoke with them',
    });
    expect((await admin.call('admin.reports', { open: true })).map((report) => report.ID)).toEqual([
      second?.ID,
    ]);
    expect(await admin.call('admin.reports', { open: 0 })).toEqual([decided]);
    expect((await admin.call('admin.acts', {}))[0]).toMatchObject({
      Act: 'decide_report',
      User: { ID: deputy.id },
      Reason: 'warned',
    });
    const again = await owner.refused('admin.decideReport', { report_id: decided.ID, decision: 'banned' });
    expect(again.code).toBe('conflict');
    expect((await owner.refused('admin.decideReport', { report_id: 5, decision: 'x' })).code).toBe(
      'not_found',
    );
    const empty = await owner.refused('admin.decideReport', { report_id: second?.ID, decision: ' ' });
    expect(empty.fields).toHaveProperty('decision');
  });
});

describe('a report that an admin has resolved', () => {
  it('is announced to administrators only, whose lists would keep it open', async () => {
    const { owner, admin, deputy, member } = await yard();
    await member.call('people.report', { user: String(deputy.id), reason: 'rude' });
    const [report] = await admin.call('admin.reports', {});
    const lines = [await owner.listen(), await member.listen()];
    await admin.call('admin.decideReport', { report_id: report?.ID ?? 0, decision: 'dismissed' });
    const types = await Promise.all(lines.map(async (line) => (await line.take()).map(({ Type }) => Type)));
    expect(types).toEqual([['profile'], []]);
  });
});

describe('community invitations', () => {
  it('are created, listed newest first, and revoked', async () => {
    const { t, owner, admin } = await yard();
    const first = await admin.call('admin.createInvite', {});
    expect(first).toEqual({
      Code: expect.stringMatching(/^[A-Z2-9]{16}$/),
      Dialog: 0,
      Uses: 0,
      MaxUses: 0,
      Expires: 0,
      Timestamp: t.clock.seconds,
    });
    t.clock.advance(60);
    const second = await owner.call('admin.createInvite', { maxUses: 5, expires: t.clock.seconds + DAY });
    expect(second).toMatchObject({ MaxUses: 5, Expires: t.clock.seconds + DAY });
    expect(await admin.call('admin.invites', {})).toEqual([second, first]);
    await admin.call('admin.revokeInvite', { code: second.Code.toLowerCase() });
    expect(await admin.call('admin.invites', {})).toEqual([first]);
    expect((await admin.refused('admin.revokeInvite', { code: second.Code })).code).toBe('not_found');
    const acts = (await owner.call('admin.acts', {})).map((act) => act.Act);
    expect(acts.slice(0, 3)).toEqual(['revoke_invite', 'create_invite', 'create_invite']);
  });

  it('are separate from dialog invitations', async () => {
    const { owner } = await yard();
    const { ID } = await owner.call('dialogs.create', { name: 'Yard', type: 'group' });
    const { Code } = await owner.call('dialogs.createInvite', { dialog_id: ID });
    expect(await owner.call('admin.invites', {})).toEqual([]);
    expect((await owner.refused('admin.revokeInvite', { code: Code })).code).toBe('not_found');
  });

  it('cannot expire in the past', async () => {
    const { t, owner } = await yard();
    const refused = await owner.refused('admin.createInvite', { expires: t.clock.seconds });
    expect(refused.fields).toHaveProperty('expires');
    expect(await owner.call('admin.invites', {})).toEqual([]);
  });
});

describe('the local mail list', () => {
  it('shows administrators what was sent, except to the owner and each other', async () => {
    const { t, owner, admin, deputy, member } = await yard();
    for (const person of [member, owner, admin, deputy]) {
      t.clock.advance(1);
      await t.open('account.reset', { email: person.email });
    }
    const seen = async (person: TestPerson) =>
      (await person.call('admin.mail', { limit: 4 })).map((letter) => letter.To).slice(0, 2);
    expect(await seen(owner)).toEqual([deputy.email, admin.email]);
    expect(await seen(admin)).toEqual([admin.email, member.email]);
    expect(await seen(deputy)).toEqual([deputy.email, member.email]);
    const [letter] = await owner.call('admin.mail', { limit: 1 });
    expect(letter).toMatchObject({ Timestamp: t.clock.seconds, Subject: expect.any(String) });
    expect(letter?.Text).toContain('Code: ••••••••\n');
    expect(await mailedCode(t.service, deputy.email)).toMatch(/^\d{8}$/);
  });
});
