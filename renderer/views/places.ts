import type { Component } from 'svelte';
import Bell from '@lucide/svelte/icons/bell';
import MessageSquare from '@lucide/svelte/icons/message-square';
import Search from '@lucide/svelte/icons/search';
import Settings from '@lucide/svelte/icons/settings';
import UsersRound from '@lucide/svelte/icons/users-round';
import type { LucideProps } from '@lucide/svelte';
import { own } from '../api';
import { ownChats } from '../chats';
import { m } from '../i18n/index.svelte';
import { addressOf, type Route } from '../router.svelte';

/** A place that the rail and the bottom bar lead to. */
export interface PlaceLink {
  view: 'chats' | 'people' | 'search' | 'notifications' | 'settings';
  icon: Component<LucideProps>;
  address: string;
  label: string;
  /** What is new there, and the words for it. */
  count: number;
  news: string;
  keys: string;
}

/** The places that there are, in the language now; reactive when read in markup. */
export function places(): PlaceLink[] {
  const words = m().shell;
  const { FriendsRequests = 0, NewNotifications = 0 } = own.person ?? {};
  return [
    {
      view: 'chats',
      icon: MessageSquare,
      address: addressOf({ view: 'chats' }),
      label: words.chats,
      count: ownChats.unread,
      news: words.newMessages(ownChats.unread),
      keys: 'Alt 1',
    },
    {
      view: 'people',
      icon: UsersRound,
      address: addressOf({ view: 'people', list: FriendsRequests > 0 ? 'incoming' : 'friends' }),
      label: words.people,
      count: FriendsRequests,
      news: words.newRequests(FriendsRequests),
      keys: 'Alt 2',
    },
    {
      view: 'search',
      icon: Search,
      address: addressOf({ view: 'search' }),
      label: words.search,
      count: 0,
      news: '',
      keys: 'Ctrl K',
    },
    {
      view: 'notifications',
      icon: Bell,
      address: addressOf({ view: 'notifications' }),
      label: words.notifications,
      count: NewNotifications,
      news: words.newNotifications(NewNotifications),
      keys: 'Alt 3',
    },
    {
      view: 'settings',
      icon: Settings,
      address: addressOf({ view: 'settings' }),
      label: words.settings,
      count: 0,
      news: '',
      keys: 'Alt 4',
    },
  ];
}

/** Those that are gone to by Alt and a digit; the search itself is none of them. */
export function placesToGo(): PlaceLink[] {
  return places().filter((place) => place.view !== 'search');
}

/** Which of the places we are in. */
export function placeOf(route: Route): PlaceLink['view'] | null {
  switch (route.view) {
    case 'chats':
    case 'people':
    case 'search':
    case 'notifications':
    case 'settings':
      return route.view;
    case 'person':
      return 'people';
    default:
      return null;
  }
}
