import type { Community } from '../../../shared/contract/records';
import { interfaceLanguages } from '../../../shared/locale/interface-languages';
import type { ReadOnlyReason } from '../../database/health/health';
import { preparedOne } from '../../database/prepared';
import type { ReadContext } from '../context';

/** The oldest app version that can use this host. */
const MIN_APP = '1.0.0';

const row = preparedOne((db, argument: { id: number }) =>
  db
    .selectFrom('community')
    .select(['id', 'name', 'description', 'avatar', 'registration', 'join_notices', 'daily_coins'])
    .select((eb) => [
      eb
        .selectFrom('dialog')
        .select('dialog.id')
        .whereRef('dialog.id', '=', 'commons_id')
        // A removed dialog has no members.
        .where('dialog.members', '>', 0)
        .as('commons'),
      eb.selectFrom('post').select('post.id').whereRef('post.id', '=', 'welcome_id').as('welcome'),
    ])
    .select((eb) =>
      eb
        .selectFrom('person')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .where('ban', '=', 0)
        .where('deleted', '=', 0)
        .as('members'),
    )
    .where('id', '=', argument.id),
);

/** Builds the community's record, which is the same for everyone. */
export async function communityRecord(ctx: ReadContext): Promise<Community> {
  const found = await row(ctx.db, { id: ctx.community.id });
  if (!found) throw new Error('the community of this database is missing');
  return {
    ID: found.id,
    Key: ctx.community.key,
    Name: found.name,
    Description: found.description,
    Avatar: found.avatar,
    Members: found.members ?? 0,
    Version: ctx.version,
    MinApp: MIN_APP,
    Registration: found.registration,
    ReadOnly: ctx.hosting.successor ? 'superseded' : readOnlyOf(ctx.health.readOnlyReason),
    Fingerprint: ctx.sharing.certificate?.fingerprint ?? '',
    Languages: interfaceLanguages,
    Commons: found.commons ?? 0,
    Welcome: found.welcome ?? 0,
    JoinNotices: found.join_notices === 1,
    DailyCoins: found.daily_coins,
  };
}

/** With a missing database no call is answered, so that reason is never seen. */
function readOnlyOf(reason: ReadOnlyReason | null): Community['ReadOnly'] {
  return reason === null || reason === 'missing' ? '' : reason;
}
