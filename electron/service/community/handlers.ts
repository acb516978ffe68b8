import type { Parsed } from '../../../shared/contract';
import type { Community } from '../../../shared/contract/records';
import { requireOwner } from '../access/access';
import { requirePicture } from '../access/photos';
import { requireOwnPost } from '../access/walls';
import { writeAuditEntry } from '../audit';
import type { Context, ReadContext } from '../context';
import type { Handlers } from '../dispatch';
import { introduction } from './introduction';
import { communityRecord } from './records';
import { updateCommunity } from './queries';

/** Handlers of the community's public record. */
export const communityHandlers = {
  'community.get': get,
  'community.update': update,
  'community.introduction': introduction,
} satisfies Partial<Handlers>;

function get(ctx: ReadContext): Promise<Community> {
  return communityRecord(ctx);
}

async function update(ctx: Context, input: Parsed<'community.update'>): Promise<Community> {
  requireOwner(ctx);
  const { name, description, registration, avatar, welcome, joinNotices, dailyCoins } = input;
  await requirePicture(ctx, 'avatar', avatar ?? 0);
  if (welcome) await requireOwnPost(ctx, welcome);
  const changes = {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(registration !== undefined && { registration }),
    ...(avatar !== undefined && { avatar }),
    ...(welcome !== undefined && { welcome_id: welcome }),
    ...(joinNotices !== undefined && { join_notices: joinNotices ? 1 : 0 }),
    ...(dailyCoins !== undefined && { daily_coins: dailyCoins }),
  };
  if (Object.keys(changes).length > 0) {
    await updateCommunity(ctx.db, ctx.community.id, changes);
    await writeAuditEntry(ctx, { action: 'update_community' });
    ctx.emit({
      type: 'community',
      scope: { kind: 'community', id: 0 },
      ref: { kind: 'community', id: ctx.community.id },
    });
  }
  return communityRecord(ctx);
}
