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
 * Subscribes or unsubscribes. Two that are subscribed to each other are friends; who ends a friendship keeps the other
 * as a subscriber, whose request is not asked again.
 */
export async function subscribe(
  ctx: Context,
  input: Parsed<'people.subscribe'>,
): Promise<Output<'people.subscribe'>> {
  const target = await requireOtherPerson(ctx, input.user);
  const person = requirePerson(ctx).id;
  const subscribed = (await findRelation(ctx.db, person, target)) !== undefined;
  const asked = (await findRelation(ctx.db, target, person)) !== undefined;
  const wanted = input.value ?? !subscribed;
  if (wanted !== subscribed) {
    const tie = { person, target, mutual: asked };
    if (wanted) {
      await requireMaySubscribe(ctx, target, asked);
      await begin(ctx, tie);
      await tellRequest(ctx, tie);
    } else {
      await endSubscription(ctx, tie);
    }
    tellTie(ctx, person, target);
  }
  return { RelationshipState: stateOf(wanted, asked) };
}

/** Who asks the caller to be friends. */
export async function incoming(ctx: ReadContext, input: Parsed<'people.incoming'>): Promise<UserModel[]> {
  const person = requirePerson(ctx).id;
  const { page, limit } = input;
  return userList(ctx, await listIncoming(ctx.db, { person, limit, offset: page * limit }));
}

/** Whom the caller asked; that a request was ignored does not show. */
export async function outgoing(ctx: ReadContext, input: Parsed<'people.outgoing'>): Promise<UserModel[]> {
  const person = requirePerson(ctx).id;
  const { page, limit } = input;
  return userList(ctx, await listOutgoing(ctx.db, { person, limit, offset: page * limit }));
}

/** Takes a request off the caller's lists; the other stays subscribed and is told nothing. */
export async function ignore(ctx: Context, input: Parsed<'people.ignore'>): Promise<Output<'people.ignore'>> {
  const target = requirePerson(ctx).id;
  const person = input.user_id;
  const request = await findRelation(ctx.db, person, target);
  if (!request || request.friends === 1) throw new AppError('not_found');
  if (request.ignored === 0) {
    await updateRelation(ctx.db, { person, target }, { ignored: 1 });
    await retractNotifications(ctx, { person: target, user: person, type: 'new_friend_request' });
    ctx.emit(profileEvent(target, target));
  }
  return { ok: true };
}

/** Ends whatever two people are to each other, with their counts, which everybody sees. */
export async function endTies(ctx: Context, one: number, other: number): Promise<void> {
  let isAny = false;
  for (const [person, target] of [
    [one, other],
    [other, one],
  ] as const) {
    if (!(await findRelation(ctx.db, person, target))) continue;
    const mutual = (await findRelation(ctx.db, target, person)) !== undefined;
    await endSubscription(ctx, { person, target, mutual });
    isAny = true;
  }
  if (isAny) tellTie(ctx, one, other);
}

/** Lets two people's screens show anew what they are to each other, though one of them blocked the other. */
export function tellBoth(ctx: Context, one: number, other: number): void {
  for (const viewer of [one, other]) {
    ctx.emit(profileEvent(viewer, one));
    ctx.emit(profileEvent(viewer, other));
  }
}

function tellTie(ctx: Context, one: number, other: number): void {
  emitFriendCounts(ctx, one, other);
  emitFriendCounts(ctx, other, one);
}

interface Tie {
  person: number;
  target: number;
  /** The target is subscribed to the person. */
  mutual: boolean;
}

async function begin(ctx: Context, { person, target, mutual }: Tie): Promise<void> {
  const created_at = ctx.now();
  const friends = mutual ? 1 : 0;
  await insertRelation(ctx.db, { person_id: person, target_id: target, friends, ignored: 0, created_at });
  if (!mutual) return addToCounts(ctx.db, target, { followers: 1 });
  const back = { person: target, target: person };
  await updateRelation(ctx.db, back, { friends: 1, ignored: 0, created_at });
  await addToCounts(ctx.db, person, { friends: 1, followers: -1 });
  await addToCounts(ctx.db, target, { friends: 1 });
}

async function endSubscription(ctx: Context, { person, target, mutual }: Tie): Promise<void> {
  await deleteRelation(ctx.db, person, target);
  if (!mutual) return addToCountsBecauseOf(ctx, person, target, { followers: -1 });
  // Who was let go has asked for nothing: they are a follower, not a request.
  await updateRelation(ctx.db, { person: target, target: person }, { friends: 0, ignored: 1 });
  await addToCountsBecauseOf(ctx, target, person, { friends: -1, followers: 1 });
  await addToCountsBecauseOf(ctx, person, target, { friends: -1 });
}

/** Changes a person's counts because of another, who counts for nobody while they are banned. */
async function addToCountsBecauseOf(
  ctx: Context,
  other: number,
  person: number,
  by: { friends?: number; followers?: number },
): Promise<void> {
  const { ban } = await findPrivacySettings(ctx.db, other);
  if (ban === 0) await addToCounts(ctx.db, person, by);
}

/** Tells the target once, however often the person changes their mind before it is read. */
async function tellRequest(ctx: Context, { person, target, mutual }: Tie): Promise<void> {
  const type = mutual ? 'accept_friend_request' : 'new_friend_request';
  if (await hasUnreadNotification(ctx.db, { person: target, user: person, type })) return;
  await notify(ctx, { person: target, user: person, type, item: { kind: 'person', id: person } });
}

function stateOf(subscribed: boolean, asked: boolean): RelationshipState {
  if (subscribed) return asked ? 'friends' : 'me_subscribed';
  return asked ? 'he_subscribed' : 'strangers';
}

function profileEvent(viewer: number, person: number) {
  return {
    type: 'profile',
    scope: { kind: 'person', id: viewer },
    ref: { kind: 'person', id: person },
  } as const;
}
