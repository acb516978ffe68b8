import type { Component } from 'svelte';
import Bell from '@lucide/svelte/icons/bell';
import CalendarDays from '@lucide/svelte/icons/calendar-days';
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
import { me } from '../api';
import { ownChats } from '../chats';
import { m } from '../i18n/index.svelte';
import { router } from '../router.svelte';
import { addressOf, type Route } from '../../shared/routes';
import { isPlainClick } from '../ui';
import { noNews, settingsNews } from './settings-news.svelte';

/** A place that the rail and the bottom bar link to. */
export interface PlaceLink {
  view: 'chats' | 'feed' | 'people' | 'music' | 'files' | 'videos' | 'search' | 'notifications' | 'settings';
  icon: Component<LucideProps>;
  /** Where it begins. */
  start: Route;
  /** Where a link to it leads: where it was left, or its start while it is the current place. */
  address: string;
  label: string;
  /** The number of new items, and its text for screen readers. */
  count: number;
  news: string;
  keys: string;
}

/** Returns all places, labelled in the current language. Reactive when read in markup. */
export function places(): PlaceLink[] {
  const now = placeOf(router.route);
  return startsOfPlaces().map((place) => {
    const left = place.view === now ? undefined : router.bookmarked(place.view);
    return { ...place, address: addressOf(left ?? place.start) };
  });
}

/** Goes to where a place was left, as a click on its link does; to its start if it is the current place. */
export function openPlace({ view, start }: PlaceLink): void {
  if (placeOf(router.route) === view) router.goToStart(start);
  else if (router.bookmarked(view)) router.resume(view);
  else router.go(start);
}

/** Opens a place by a click on its link, except one that opens a new window or tab. */
export function openPlaceByClick(event: MouseEvent, place: PlaceLink): void {
  if (!isPlainClick(event)) return;
  event.preventDefault();
  openPlace(place);
}

/** Remembers where the place of the current route is left. Call it in an effect. */
export function noteLeftPlace(): void {
  const { route } = router;
  const place = placeOf(route);
  // Chats lead to the last chat, not to what was looked for once; the search has an entry of its own for it.
  const isAside = route.view === 'discover' || route.view === 'calendar';
  if (place && !isAside) router.bookmark(place, restingRoute(route));
}

/** Returns the places opened by Alt and a digit; the search is not one of them. */
export function placesToGo(): PlaceLink[] {
  return places().filter((place) => place.view !== 'search');
}

/** A destination that the search offers; `onclick` goes there in another way than its link. */
type SearchPlace = Pick<PlaceLink, 'label' | 'address' | 'icon' | 'keys'> & {
  onclick?: (event: MouseEvent) => void;
};

/** Returns the destinations that the search offers: those of the rail, and what has no place of its own there. */
export function searchPlaces(): SearchPlace[] {
  const discover = {
    label: m().discover.action,
    address: addressOf({ view: 'discover' }),
    icon: Compass,
    keys: '',
  };
  const calendar = {
    label: m().shell.calendar,
    address: addressOf({ view: 'calendar' }),
    icon: CalendarDays,
    keys: '',
  };
  const toPlaces = placesToGo().map((place) => ({
    ...place,
    onclick: (event: MouseEvent) => openPlaceByClick(event, place),
  }));
  return [...toPlaces, discover, calendar];
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
    case 'calendar':
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

function startsOfPlaces(): Omit<PlaceLink, 'address'>[] {
  const t = m().shell;
  const { FriendsRequests = 0, NewNotifications = 0 } = me.person ?? {};
  return [
    {
      view: 'chats',
      icon: MessageSquare,
      start: { view: 'chats' },
      label: t.chats,
      count: ownChats.unread,
      news: t.newMessages(ownChats.unread),
      keys: 'Alt 1',
    },
    {
      view: 'feed',
      icon: Newspaper,
      // Who has no friends yet finds everyone's posts rather than none.
      start: { view: 'feed', source: me.person?.Friends === 0 ? 'everyone' : 'all' },
      label: t.feed,
      keys: 'Alt 2',
      ...noNews,
    },
    {
      view: 'people',
      icon: UsersRound,
      start: { view: 'people', list: FriendsRequests > 0 ? 'incoming' : 'friends' },
      label: t.people,
      count: FriendsRequests,
      news: t.newRequests(FriendsRequests),
      keys: 'Alt 3',
    },
    {
      view: 'music',
      icon: Music,
      start: { view: 'music', shelf: 'tracks' },
      label: t.music,
      keys: 'Alt 4',
      ...noNews,
    },
    { view: 'files', icon: Folder, start: { view: 'files' }, label: t.files, keys: 'Alt 5', ...noNews },
    { view: 'videos', icon: Video, start: { view: 'videos' }, label: t.videos, keys: 'Alt 6', ...noNews },
    { view: 'search', icon: Search, start: { view: 'search' }, label: t.search, keys: 'Ctrl K', ...noNews },
    {
      view: 'notifications',
      icon: Bell,
      start: { view: 'notifications' },
      label: t.notifications,
      count: NewNotifications,
      news: t.newNotifications(NewNotifications),
      keys: 'Alt 7',
    },
    {
      view: 'settings',
      icon: Settings,
      start: { view: 'settings' },
      label: t.settings,
      keys: 'Alt 8',
      ...settingsNews,
    },
  ];
}

/** Returns a route without the message, comment or time that it jumped to, which a return does not repeat. */
function restingRoute(route: Route): Route {
  switch (route.view) {
    case 'chats':
      return { view: 'chats', ...(route.dialogId !== undefined && { dialogId: route.dialogId }) };
    case 'post':
      return { view: 'post', postId: route.postId };
    case 'videos':
      return { view: 'videos', ...(route.videoId !== undefined && { videoId: route.videoId }) };
    default:
      return route;
  }
}
