import { z } from 'zod';
import { LIMITS, PAGE_SIZES } from '../limits';
import { read, write } from './endpoint';
import { BaseOkay, Gift, Notification, Privacy, RelationshipsResult, ReportItem, UserModel } from './records';
import {
  before,
  nonBlankText,
  flag,
  identifier,
  identifierOrNone,
  limit,
  otherLastId,
  nameOrEmpty,
  page,
  personReference,
  text,
  integerBetween,
} from './values';

const user = personReference;
const people = z.array(UserModel);
const pageOf = { page: page(), limit: limit(PAGE_SIZES.people) };

/** Calls about people: profiles, friends, blocks, reports, gifts and notifications. */
export const peopleEntries = {
  'people.me': read('GET /get_me', {
    aliases: ['GET /me'],
    summary: 'The caller, with own counts.',
    since: '1.0.0',
    input: z.object({}),
    output: UserModel,
  }),
  'people.get': read('GET /user/{user}', {
    summary: 'A person as the caller may see them.',
    since: '1.0.0',
    input: z.object({ user: user() }),
    output: UserModel,
  }),
  'people.friends': read('GET /user/{user}/friends', {
    summary: 'The friends of a person.',
    since: '1.0.0',
    input: z.object({ user: user(), ...pageOf }),
    output: people,
  }),
  'people.followers': read('GET /user/{user}/followers', {
    summary: 'People who subscribed to a person and are no friends, newest first.',
    since: '1.1.0',
    input: z.object({ user: user(), ...pageOf }),
    output: people,
  }),
  'people.subscriptions': read('GET /user/{user}/subscriptions', {
    summary: 'People to whom a person subscribed and who are no friends, newest first.',
    since: '1.1.0',
    input: z.object({ user: user(), ...pageOf }),
    output: people,
  }),
  'people.relationships': read('GET /user/{user}/relationships', {
    summary: 'What the caller and a person are to each other.',
    since: '1.0.0',
    input: z.object({ user: user() }),
    output: RelationshipsResult,
  }),
  'people.subscribe': write('PATCH /user/{user}/subscribe', {
    summary: 'Subscribes or unsubscribes; two that are subscribed to each other are friends.',
    since: '1.0.0',
    input: z.object({ user: user(), value: flag().optional() }),
    output: RelationshipsResult,
  }),
  'people.incoming': read('GET /incoming_requests', {
    summary: 'People who ask to be friends.',
    since: '1.0.0',
    input: z.object(pageOf),
    output: people,
  }),
  'people.ignore': write('DELETE /incoming_requests/{user_id}', {
    summary: 'Takes a request off the list; the person stays subscribed.',
    since: '1.0.0',
    input: z.object({ user_id: identifier() }),
    output: BaseOkay,
  }),
  'people.outgoing': read('GET /outcoming_requests', {
    summary: 'People who have a friend request from the caller.',
    since: '1.0.0',
    input: z.object(pageOf),
    output: people,
  }),
  'people.gifts': read('GET /user/{user}/gifts', {
    summary: 'What a person was given, newest first.',
    since: '1.0.0',
    input: z.object({ user: user(), page: page(), limit: limit(PAGE_SIZES.gifts) }),
    output: z.array(Gift),
  }),
  'people.give': write('POST /user/{user}/gifts', {
    aliases: [
      { route: 'GET /shop/items/{item}/purchase', sets: { user: '@me' } },
      { route: 'POST /shop/items/{item}/purchase', sets: { user: '@me' } },
      'GET /shop/items/{item}/send',
      'POST /shop/items/{item}/send',
    ],
    summary: 'Gives something of the shop to a person, or a subscription to oneself; costs coins.',
    since: '1.0.0',
    input: z.object({
      user: user(),
      item: identifier(),
      message: text(LIMITS.giftMessage).default(''),
      /** 0: everyone sees giver and message, 1: only the giver, 2: neither; the recipient always sees both. */
      privacy: integerBetween(0, 2).pipe(Privacy).default(0),
    }),
    output: Gift,
  }),
  'people.blocked': read('GET /blocked_people', {
    summary: 'People whom the caller blocked; who joined last comes first.',
    since: '1.1.0',
    input: z.object(pageOf),
    output: people,
  }),
  'people.block': write('PUT /user/{user}/block', {
    summary: 'Blocks a person: neither finds, sees nor writes to the other.',
    since: '1.1.0',
    input: z.object({ user: user() }),
    output: BaseOkay,
  }),
  'people.unblock': write('DELETE /user/{user}/block', {
    summary: 'Takes a block back.',
    since: '1.1.0',
    input: z.object({ user: user() }),
    output: BaseOkay,
  }),
  'people.report': write('POST /user/{user}/report', {
    summary: 'Tells the administrators of a person.',
    since: '1.0.0',
    input: z.object({ user: user(), reason: nonBlankText(LIMITS.reason) }),
    output: BaseOkay,
  }),
  'people.reportItem': write('POST /reports', {
    summary: 'Tells the administrators of a thing.',
    since: '1.1.0',
    input: z.object({ Type: ReportItem, Item: identifier(), reason: nonBlankText(LIMITS.reason) }),
    output: BaseOkay,
  }),
  'people.notifications': read('GET /notifications', {
    summary: 'What happened around the caller, newest first.',
    since: '1.1.0',
    input: z.object({ ...before(), limit: limit(PAGE_SIZES.notifications) }),
    output: z.array(Notification),
  }),
  'people.readNotifications': write('PATCH /notifications/read', {
    summary: 'Marks notifications as read: all, those up to last_id, or with only just that one.',
    since: '1.1.0',
    input: z.object({
      last_id: identifierOrNone().optional(),
      lastId: otherLastId(),
      only: flag().optional(),
    }),
    output: BaseOkay,
  }),
  'people.find': read('POST /users/find', {
    aliases: ['POST /users/find/{query}'],
    summary: 'Finds people by words and by facts of their profiles.',
    since: '1.0.0',
    query: ['page', 'limit'],
    input: z.object({
      query: text(LIMITS.mask).optional(),
      sort: integerBetween(0, 2).default(0),
      country: identifierOrNone().optional(),
      region: identifierOrNone().optional(),
      city: identifierOrNone().optional(),
      worksAt: text(LIMITS.personName).optional(),
      /** The beginning of a region's or city's name. */
      regionNative: nameOrEmpty(LIMITS.personName).optional(),
      cityNative: nameOrEmpty(LIMITS.personName).optional(),
      relationships: integerBetween(0, 4).optional(),
      online: flag().optional(),
      avatar: flag().optional(),
      /** Leaves out the caller's friends. */
      strangers: flag().optional(),
      ...pageOf,
    }),
    output: people,
  }),
} as const;
