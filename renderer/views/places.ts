import type { Component } from 'svelte';
import Bell from '@lucide/svelte/icons/bell';
import Compass from '@lucide/svelte/icons/compass';
import Folder from '@lucide/svelte/icons/folder';
import MessageSquare from '@lucide/svelte/icons/message-square';
import Music from '@lucide/svelte/icons/music';
import Newspaper from '@lucide/svelte/icons/newspaper';
import Search from '@lucide/svelte/icons/search';
import Settings from '@lucide/svelte/icons/settings';
import UsersRound from '@lucide/svelte/icons/users-round';
import Video from '@lucide/svelte/icons/video';
import type { LucideProps } from '@lucide/svelte';
import { own } from '../api';
import { ownChats } from '../chats';
import { m } from '../i18n/index.svelte';
import { addressOf, type Route } from '../../shared/routes';

/** A place that the rail and the bottom bar link to. */
export interface PlaceLink {
  view: 'chats' | 'feed' | 'people' | 'music' | 'files' | 'videos' | 'search' | 'notifications' | 'settings';
  icon: Component<LucideProps>;
  address: string;
  label: string;
  /** The number of new items, and its text for screen readers. */
  count: number;
  news: string;
  keys: string;
}

/** Returns all places, labelled in the current language. Reactive when read in markup. */
export function places(): PlaceLink[] {
  const t = m().shell;
  const { FriendsRequests = 0, NewNotifications = 0 } = own.person ?? {};
  return [
    {
      view: 'chats',
      icon: MessageSquare,
      address: addressOf({ view: 'chats' }),
      label: t.chats,
      count: ownChats.unread,
      news: t.newMessages(ownChats.unread),
      keys: 'Alt 1',
    },
    {
      view: 'feed',
      icon: Newspaper,
      address: addressOf({ view: 'feed', source: 'all' }),
      label: t.feed,
      count: 0,
      news: '',
      keys: 'Alt 2',
    },
    {
      view: 'people',
      icon: UsersRound,
      address: addressOf({ view: 'people', list: FriendsRequests > 0 ? 'incoming' : 'friends' }),
      label: t.people,
      count: FriendsRequests,
      news: t.newRequests(FriendsRequests),
      keys: 'Alt 3',
    },
    {
      view: 'music',
      icon: Music,
      address: addressOf({ view: 'music', shelf: 'tracks' }),
      label: t.music,
      count: 0,
      news: '',
      keys: 'Alt 4',
    },
    {
      view: 'files',
      icon: Folder,
      address: addressOf({ view: 'files' }),
      label: t.files,
      count: 0,
      news: '',
      keys: 'Alt 5',
    },
    {
      view: 'videos',
      icon: Video,
      address: addressOf({ view: 'videos' }),
      label: t.videos,
      count: 0,
      news: '',
      keys: 'Alt 6',
    },
    {
      view: 'search',
      icon: Search,
      address: addressOf({ view: 'search' }),
      label: t.search,
      count: 0,
      news: '',
      keys: 'Ctrl K',
    },
    {
      view: 'notifications',
      icon: Bell,
      address: addressOf({ view: 'notifications' }),
      label: t.notifications,
      count: NewNotifications,
      news: t.newNotifications(NewNotifications),
      keys: 'Alt 7',
    },
    {
      view: 'settings',
      icon: Settings,
      address: addressOf({ view: 'settings' }),
      label: t.settings,
      count: 0,
      news: '',
      keys: 'Alt 8',
    },
  ];
}

/** Returns the places opened by Alt and a digit; the search is not one of them. */
export function placesToGo(): PlaceLink[] {
  return places().filter((place) => place.view !== 'search');
}

/** Returns the destinations that the search offers: those of the rail, and what has no place of its own there. */
export function searchPlaces(): Pick<PlaceLink, 'label' | 'address' | 'icon' | 'keys'>[] {
  const discover = {
    label: m().discover.action,
    address: addressOf({ view: 'discover' }),
    icon: Compass,
    keys: '',
  };
  return [...placesToGo(), discover];
}

/** Returns the place that a route belongs to; null for none. */
export function placeOf(route: Route): PlaceLink['view'] | null {
  switch (route.view) {
    case 'chats':
    case 'feed':
    case 'people':
    case 'music':
    case 'files':
    case 'videos':
    case 'search':
    case 'notifications':
    case 'settings':
      return route.view;
    case 'discover':
      return 'chats';
    case 'person':
      return 'people';
    case 'post':
      return 'feed';
    case 'playlist':
      return 'music';
    default:
      return null;
  }
}
