import type { Output, Parsed } from '../../../shared/contract';
import type { RelationshipState, UserModel } from '../../../shared/contract/records';
import { AppError } from '../../../shared/errors';
import { findPrivacySettings } from '../access/queries';
import { requireMaySubscribe, requireOtherPerson, requirePerson } from '../access/access';
import type { Context, ReadContext } from '../context';
import { emitFriendCounts } from '../events/count-events';
import { retractNotifications, notify } from '../notifications/notifications';
import { userList } from './records';
import { hasUnreadNotification } from './notification-queries';
import {
  addToCounts,
  deleteRelation,
  findRelation,
  insertRelation,
  listIncoming,
  listOutgoing,
  updateRelation,
} from './queries';

/**
 * Subscribes to or unsubscribes from a person. Two who subscribed to each other are friends. Ending a friendship keeps
 * the other person as a follower, without a new friend request.
 */
export async function subscribe(
  ctx: Context,
  input: Parsed<'people.subscribe'>,
): Promise<Output<'people.subscribe'>> {
  const target = await requireOtherPerson(ctx, input.user);
  const person = requirePerson(ctx).id;
  const subscribed = (await findRelation(ctx.db, person, target)) !== undefined;
  const isSubscriber = (await findRelation(ctx.db, target, person)) !== undefined;
  const wanted = input.value ?? !subscribed;
  if (wanted !== subscribed) {
    const subscription = { person, target, mutual: isSubscriber };
    if (wanted) {
      await requireMaySubscribe(ctx, target, isSubscriber);
      await startSubscription(ctx, subscription);
      await notifyRequest(ctx, subscription);
    } else {
      await endSubscription(ctx, subscription);
    }
    emitRelationChange(ctx, person, target);
  }
  return { RelationshipState: stateOf(wanted, isSubscriber) };
}

/** Returns the people who sent the caller a friend request. */
export async function incoming(ctx: ReadContext, input: Parsed<'people.incoming'>): Promise<UserModel[]> {
  const person = requirePerson(ctx).id;
  const { page, limit } = input;
  return userList(ctx, await listIncoming(ctx.db, { person, limit, offset: page * limit }));
}

/** Returns the people with a friend request from the caller. Ignored requests look the same. */
export async function outgoing(ctx: ReadContext, input: Parsed<'people.outgoing'>): Promise<UserModel[]> {
  const person = requirePerson(ctx).id;
  const { page, limit } = input;
  return userList(ctx, await listOutgoing(ctx.db, { person, limit, offset: page * limit }));
}

/** Removes a friend request from the caller's list without notifying the sender, who stays a follower. */
export async function ignore(ctx: Context, input: Parsed<'people.ignore'>): Promise<Output<'people.ignore'>> {
  const target = requirePerson(ctx).id;
  const person = input.user_id;
  const request = await findRelation(ctx.db, person, target);
  if (!request || request.friends === 1) throw new AppError('not_found');
  if (request.ignored === 0) {
    await updateRelation(ctx.db, { person, target }, { ignored: 1 });
    await retractNotifications(ctx, { person: target, user: person, type: 'new_friend_request' });
    ctx.emit(profileEvent(target, target));
    ctx.emit(profileEvent(target, person));
  }
  return { ok: true };
}

/** Ends all relations of two people and updates their counts. */
export async function endRelations(ctx: Context, first: number, second: number): Promise<void> {
  let hasEnded = false;
  for (const [person, target] of [
    [first, second],
    [second, first],
  ] as const) {
    if (!(await findRelation(ctx.db, person, target))) continue;
    const mutual = (await findRelation(ctx.db, target, person)) !== undefined;
    await endSubscription(ctx, { person, target, mutual });
    hasEnded = true;
  }
  if (hasEnded) emitRelationChange(ctx, first, second);
}

/** Emits both profiles to both people, even across a block, because their relation changed. */
export function emitProfilesToBoth(ctx: Context, first: number, second: number): void {
  for (const viewer of [first, second]) {
    ctx.emit(profileEvent(viewer, first));
    ctx.emit(profileEvent(viewer, second));
  }
}

function emitRelationChange(ctx: Context, first: number, second: number): void {
  emitFriendCounts(ctx, first, second);
  emitFriendCounts(ctx, second, first);
}

interface Subscription {
  person: number;
  target: number;
  /** Whether the target is subscribed to the person. */
  mutual: boolean;
}

async function startSubscription(ctx: Context, { person, target, mutual }: Subscription): Promise<void> {
  const created_at = ctx.now();
  const friends = mutual ? 1 : 0;
  await insertRelation(ctx.db, { person_id: person, target_id: target, friends, ignored: 0, created_at });
  if (!mutual) return addToCounts(ctx.db, target, { followers: 1 });
  const reverse = { person: target, target: person };
  await updateRelation(ctx.db, reverse, { friends: 1, ignored: 0, created_at });
  await addToCounts(ctx.db, person, { friends: 1, followers: -1 });
  await addToCounts(ctx.db, target, { friends: 1 });
}

async function endSubscription(ctx: Context, { person, target, mutual }: Subscription): Promise<void> {
  await deleteRelation(ctx.db, person, target);
  if (!mutual) return addToCountsUnlessBanned(ctx, person, target, { followers: -1 });
  // The former friend did not ask for anything now: a follower, not a friend request.
  await updateRelation(ctx.db, { person: target, target: person }, { friends: 0, ignored: 1 });
  await addToCountsUnlessBanned(ctx, target, person, { friends: -1, followers: 1 });
  await addToCountsUnlessBanned(ctx, person, target, { friends: -1 });
}

/** Changes a person's counts on account of another one, unless that one is banned and so not counted. */
async function addToCountsUnlessBanned(
  ctx: Context,
  second: number,
  person: number,
  by: { friends?: number; followers?: number },
): Promise<void> {
  const { ban } = await findPrivacySettings(ctx.db, second);
  if (ban === 0) await addToCounts(ctx.db, person, by);
}

/** Notifies the target once, however often the person unsubscribes and subscribes before it is read. */
async function notifyRequest(ctx: Context, { person, target, mutual }: Subscription): Promise<void> {
  const type = mutual ? 'accept_friend_request' : 'new_friend_request';
  if (await hasUnreadNotification(ctx.db, { person: target, user: person, type })) return;
  await notify(ctx, { person: target, user: person, type, item: { kind: 'person', id: person } });
}

function stateOf(subscribed: boolean, isSubscriber: boolean): RelationshipState {
  if (subscribed) return isSubscriber ? 'friends' : 'me_subscribed';
  return isSubscriber ? 'he_subscribed' : 'strangers';
}

function profileEvent(viewer: number, person: number) {
  return {
    type: 'profile',
    scope: { kind: 'person', id: viewer },
    ref: { kind: 'person', id: person },
  } as const;
}
