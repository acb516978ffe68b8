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
import { idle } from '../ui';

/** A page of the settings. */
export interface PageEntry {
  name: SettingsPage;
  icon: Component<LucideProps>;
  /** Loads the page when it is opened first: most visits open one. */
  load: () => Promise<{ default: Component }>;
}

/** The pages that everyone has, in display order. */
export const ownPages: [PageEntry, ...PageEntry[]] = [
  { name: 'profile', icon: UserRound, load: () => import('./profile/Profile.svelte') },
  { name: 'privacy', icon: Lock, load: () => import('./profile/Privacy.svelte') },
  { name: 'account', icon: KeyRound, load: () => import('./account/Account.svelte') },
  { name: 'sessions', icon: Monitor, load: () => import('./account/Sessions.svelte') },
  { name: 'appearance', icon: Sun, load: () => import('./device/Appearance.svelte') },
  { name: 'language', icon: Globe, load: () => import('./device/Language.svelte') },
  { name: 'notifications', icon: Bell, load: () => import('./device/Notifications.svelte') },
  ...(contentCache.isOffered
    ? [{ name: 'offline', icon: MonitorDown, load: () => import('./storage/OfflineStorage.svelte') } as const]
    : []),
  { name: 'apps', icon: CodeXml, load: () => import('./apps/DeveloperApps.svelte') },
  // Only a community hosted elsewhere can be away, and be copied to this computer.
  ...(communities.isElsewhere
    ? ([
        { name: 'outbox', icon: Send, load: () => import('./outbox/Outbox.svelte') },
        { name: 'computer', icon: Computer, load: () => import('./standby/ThisComputer.svelte') },
      ] as const)
    : []),
  { name: 'about', icon: Info, load: () => import('./device/About.svelte') },
];

/** The pages that only the owner and admins have, in display order. */
export const communityPages: PageEntry[] = [
  { name: 'community', icon: House, load: () => import('./community/Community.svelte') },
  { name: 'network', icon: Wifi, load: () => import('./network/Network.svelte') },
  { name: 'members', icon: UsersRound, load: () => import('./members/Members.svelte') },
  { name: 'invitations', icon: Link, load: () => import('./community/Invitations.svelte') },
  { name: 'reports', icon: Flag, load: () => import('./members/Reports.svelte') },
  { name: 'promos', icon: Ticket, load: () => import('./community/Promos.svelte') },
  { name: 'mail', icon: Mail, load: () => import('./members/LocalMail.svelte') },
  { name: 'storage', icon: HardDrive, load: () => import('./storage/Storage.svelte') },
  { name: 'backups', icon: DatabaseBackup, load: () => import('./storage/Backups.svelte') },
  { name: 'standby', icon: Server, load: () => import('./standby/Standby.svelte') },
];

/** Loads all pages one by one while the browser is idle, so that they stay available if the host goes offline. */
export async function loadPages(): Promise<void> {
  for (const { load } of [...ownPages, ...communityPages]) {
    await idle();
    await load();
  }
}
