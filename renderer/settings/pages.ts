import type { Component } from 'svelte';
import type { LucideProps } from '@lucide/svelte';
import DatabaseBackup from '@lucide/svelte/icons/database-backup';
import Computer from '@lucide/svelte/icons/computer';
import CodeXml from '@lucide/svelte/icons/code-xml';
import Bell from '@lucide/svelte/icons/bell';
import Flag from '@lucide/svelte/icons/flag';
import Globe from '@lucide/svelte/icons/globe';
import MonitorDown from '@lucide/svelte/icons/monitor-down';
import HardDrive from '@lucide/svelte/icons/hard-drive';
import House from '@lucide/svelte/icons/house';
import Info from '@lucide/svelte/icons/info';
import KeyRound from '@lucide/svelte/icons/key-round';
import Link from '@lucide/svelte/icons/link';
import Lock from '@lucide/svelte/icons/lock';
import Mail from '@lucide/svelte/icons/mail';
import Monitor from '@lucide/svelte/icons/monitor';
import Server from '@lucide/svelte/icons/server';
import Sun from '@lucide/svelte/icons/sun';
import Ticket from '@lucide/svelte/icons/ticket';
import Send from '@lucide/svelte/icons/send';
import UserRound from '@lucide/svelte/icons/user-round';
import UsersRound from '@lucide/svelte/icons/users-round';
import Wifi from '@lucide/svelte/icons/wifi';
import { communities } from '../api';
import type { SettingsPage } from '../../shared/routes';
import { contentCache } from '../api';
import { idle, LazyComponent } from '../ui';

/** A page of the settings. */
export interface PageEntry {
  name: SettingsPage;
  icon: Component<LucideProps>;
  /** Loaded when it is opened first: most visits open one. */
  view: LazyComponent;
}

/** The pages that everyone has, in display order. */
export const ownPages: [PageEntry, ...PageEntry[]] = [
  page('profile', UserRound, () => import('./profile/Profile.svelte')),
  page('privacy', Lock, () => import('./profile/Privacy.svelte')),
  page('account', KeyRound, () => import('./account/Account.svelte')),
  page('sessions', Monitor, () => import('./account/Sessions.svelte')),
  page('appearance', Sun, () => import('./device/Appearance.svelte')),
  page('language', Globe, () => import('./device/Language.svelte')),
  page('notifications', Bell, () => import('./device/Notifications.svelte')),
  ...(contentCache.isOffered
    ? [page('offline', MonitorDown, () => import('./storage/OfflineStorage.svelte'))]
    : []),
  page('apps', CodeXml, () => import('./apps/DeveloperApps.svelte')),
  // Only a community hosted elsewhere can be away, and be copied to this computer.
  ...(communities.isElsewhere
    ? [
        page('outbox', Send, () => import('./outbox/Outbox.svelte')),
        page('computer', Computer, () => import('./standby/ThisComputer.svelte')),
      ]
    : []),
  page('about', Info, () => import('./device/About.svelte')),
];

/** The pages that only the owner and admins have, in display order. */
export const communityPages: PageEntry[] = [
  page('community', House, () => import('./community/Community.svelte')),
  page('network', Wifi, () => import('./network/Network.svelte')),
  page('members', UsersRound, () => import('./members/Members.svelte')),
  page('invitations', Link, () => import('./community/Invitations.svelte')),
  page('reports', Flag, () => import('./members/Reports.svelte')),
  page('promos', Ticket, () => import('./community/Promos.svelte')),
  page('mail', Mail, () => import('./members/LocalMail.svelte')),
  page('storage', HardDrive, () => import('./storage/Storage.svelte')),
  page('backups', DatabaseBackup, () => import('./storage/Backups.svelte')),
  page('standby', Server, () => import('./standby/Standby.svelte')),
];

/** Loads all pages one by one while the browser is idle, so that they stay available if the host goes offline. */
export async function loadPages(): Promise<void> {
  for (const { view } of [...ownPages, ...communityPages]) {
    await idle();
    await view.load();
  }
}

/** `load` imports the page. */
function page(
  name: SettingsPage,
  icon: PageEntry['icon'],
  load: () => Promise<{ default: Component }>,
): PageEntry {
  return { name, icon, view: new LazyComponent(load) };
}
