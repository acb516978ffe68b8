import type { Name } from '../../../shared/contract';
import type { Handlers } from '../dispatch';
import { block, blocked, unblock } from './blocks';
import { ignore, incoming, outgoing, subscribe } from './friendship';
import { gifts, give } from './gifts';
import { notifications, readNotifications } from './notifications';
import { find, followers, friends, get, me, relationships, subscriptions } from './profiles';
import { report, reportItem } from './reports';

/** Handlers of people, their relations, gifts, reports and notifications. */
export const peopleHandlers = {
  'people.me': me,
  'people.get': get,
  'people.friends': friends,
  'people.followers': followers,
  'people.subscriptions': subscriptions,
  'people.relationships': relationships,
  'people.subscribe': subscribe,
  'people.incoming': incoming,
  'people.ignore': ignore,
  'people.outgoing': outgoing,
  'people.gifts': gifts,
  'people.give': give,
  'people.blocked': blocked,
  'people.block': block,
  'people.unblock': unblock,
  'people.report': report,
  'people.reportItem': reportItem,
  'people.notifications': notifications,
  'people.readNotifications': readNotifications,
  'people.find': find,
} satisfies Pick<Handlers, Extract<Name, `people.${string}`>>;
