import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../shared/limits';
import { queryData } from '../../support/databases/data-folders';
import { refusal, testService } from '../../support/service';
import { temporaryFolder } from '../../support/temporary-folder';

describe('limits per person', () => {
  it('allow a hundred sessions and end the least recently used', async () => {
    const folder = temporaryFolder();
    const t = await testService({ data: folder });
    const ann = await t.person('Ann');
    const line = await ann.listen();
    await signInElsewhere(folder, ann.id, { times: LIMITS.sessionsEach - 1, at: t.clock.seconds + 1 });
    // Reads see what another connection stored only after the service itself has committed something.
    await ann.call('account.updatePreferences', { theme: 'dark' });
    expect(await ann.call('account.tokens', {})).toHaveLength(LIMITS.sessionsEach);
    t.clock.advance(60);
    const newest = t.as(await t.signIn(ann.email, ann.password), ann);
    expect(await newest.call('account.tokens', {})).toHaveLength(LIMITS.sessionsEach);
    expect((await ann.refused('people.me', {})).code).toBe('auth_failed');
    expect(line.closed?.code).toBe(4401);
  });

  it('allow a hundred named tokens', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    for (let n = 0; n < LIMITS.namedTokensEach; n++) await ann.call('account.createToken', { name: 'bot' });
    expect((await ann.refused('account.createToken', { name: 'bot' })).code).toBe('conflict');
    const [token] = await ann.call('account.tokens', {});
    await ann.call('account.revokeToken', { token_id: token?.ID ?? 0 });
    await ann.call('account.createToken', { name: 'bot' });
  });

  it('allow a thousand invitations per dialog', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' });
    const makeAll = async (make: () => Promise<unknown>) => {
      for (let left = LIMITS.invitesEach; left > 0; left -= 100) {
        t.clock.advance(1);
        await Promise.all(Array.from({ length: 100 }, make));
      }
    };
    await makeAll(() => ann.call('dialogs.createInvite', { dialog_id }));
    expect((await ann.refused('dialogs.createInvite', { dialog_id })).code).toBe('conflict');
    await makeAll(() => ann.call('admin.createInvite', {}));
    expect((await ann.refused('admin.createInvite', {})).code).toBe('conflict');
  });

  it('allow thirty reports an hour', async () => {
    const t = await testService();
    const [ann, ben] = await t.people('Ann', 'Ben');
    const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' });
    await ben.call('dialogs.join', { dialog_id, user_id: '@me' });
    const report = async () => {
      const { ID } = await ann.call('dialogs.send', { dialog_id, text: 'Hello' });
      return ben.call('people.reportItem', { Type: 'message', Item: ID, reason: 'spam' });
    };
    for (let n = 0; n < 30; n++) await report();
    expect((await refusal(report())).code).toBe('rate_limit_exceeded');
    t.clock.advance(3600);
    await report();
  });
});

/** Puts sessions of a person beside the service, which would take its time to compare a hundred passwords. */
async function signInElsewhere(
  folder: string,
  person: number,
  { times, at }: { times: number; at: number },
): Promise<void> {
  const row = "(?, ?, ?, 'session', '', 'elsewhere', '', ?, ?)";
  await queryData(
    folder,
    `INSERT INTO token (id, person_id, hash, kind, name, client, ip, created_at, last_been)
     VALUES ${Array.from({ length: times }, () => row).join()}`,
    ...Array.from({ length: times }, (_, n) => [n + 1, person, randomBytes(32), at, at]).flat(),
  );
}
