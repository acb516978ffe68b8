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
import About from './device/About.svelte';
import Account from './account/Account.svelte';
import Appearance from './device/Appearance.svelte';
import Backups from './storage/Backups.svelte';
import DeveloperApps from './apps/DeveloperApps.svelte';
import Community from './community/Community.svelte';
import Invitations from './community/Invitations.svelte';
import Language from './device/Language.svelte';
import LocalMail from './members/LocalMail.svelte';
import Outbox from './outbox/Outbox.svelte';
import Members from './members/Members.svelte';
import NetworkPage from './network/Network.svelte';
import Notifications from './device/Notifications.svelte';
import Privacy from './profile/Privacy.svelte';
import Profile from './profile/Profile.svelte';
import Promos from './community/Promos.svelte';
import Reports from './members/Reports.svelte';
import Sessions from './account/Sessions.svelte';
import OfflineStorage from './storage/OfflineStorage.svelte';
import Standby from './standby/Standby.svelte';
import Storage from './storage/Storage.svelte';
import ThisComputer from './standby/ThisComputer.svelte';

/** A page of the settings. */
export interface PageEntry {
  name: SettingsPage;
  icon: Component<LucideProps>;
  page: Component;
}

/** The pages that everyone has, in display order. */
export const ownPages: PageEntry[] = [
  { name: 'profile', icon: UserRound, page: Profile },
  { name: 'privacy', icon: Lock, page: Privacy },
  { name: 'account', icon: KeyRound, page: Account },
  { name: 'sessions', icon: Monitor, page: Sessions },
  { name: 'appearance', icon: Sun, page: Appearance },
  { name: 'language', icon: Globe, page: Language },
  { name: 'notifications', icon: Bell, page: Notifications },
  ...(contentCache.isOffered ? [{ name: 'offline', icon: MonitorDown, page: OfflineStorage } as const] : []),
  { name: 'apps', icon: CodeXml, page: DeveloperApps },
  // Only a community hosted elsewhere can be away, and be copied to this computer.
  ...(communities.isElsewhere
    ? ([
        { name: 'outbox', icon: Send, page: Outbox },
        { name: 'computer', icon: Computer, page: ThisComputer },
      ] as const)
    : []),
  { name: 'about', icon: Info, page: About },
];

/** The pages that only the owner and admins have, in display order. */
export const communityPages: PageEntry[] = [
  { name: 'community', icon: House, page: Community },
  { name: 'network', icon: Wifi, page: NetworkPage },
  { name: 'members', icon: UsersRound, page: Members },
  { name: 'invitations', icon: Link, page: Invitations },
  { name: 'reports', icon: Flag, page: Reports },
  { name: 'promos', icon: Ticket, page: Promos },
  { name: 'mail', icon: Mail, page: LocalMail },
  { name: 'storage', icon: HardDrive, page: Storage },
  { name: 'backups', icon: DatabaseBackup, page: Backups },
  { name: 'standby', icon: Server, page: Standby },
];
