import { sharedPlace } from '../addresses.svelte';
import {
  alerts,
  communities,
  connection,
  desk,
  followIdleTime,
  isInBrowser,
  me,
  session,
  uploads,
} from '../api';
import { ownChats } from '../chats';
import { language, m } from '../i18n/index.svelte';
import { player } from '../player';
import { router } from '../router.svelte';
import { preferences } from '../settings/device/preferences.svelte';
import { idle, toasts } from '../ui';
import { followAlerts } from './alerts';
import { loadAhead } from './lazy-views.svelte';
import { noteLeftPlace } from './places';
import { unread } from './unread.svelte';

/** Runs what doesn't depend on the open view for as long as the component that calls it is there. */
export function runInBackground(): void {
  followHost();
  followPerson();
  followProgram();
}

function followHost(): void {
  /** Only a community hosted elsewhere has an outbox. */
  const isJoined = $derived(Boolean(communities.joined));
  ownChats.follow();
  $effect(() => {
    // By now the first view has sent its own requests.
    if (connection.isConnected) void loadAhead(async () => ownChats.now?.prepareFirst());
  });
  $effect(() => uploads.follow());
  $effect(() => followAlerts());
  $effect(() =>
    isJoined ? runLoaded(async () => (await import('./refusals')).followRefusals()) : undefined,
  );
  $effect(() => sharedPlace.follow());
}

function followPerson(): void {
  $effect(() => player.belongTo(session.id));
  $effect(() => () => player.belongTo(0));
  $effect(() => {
    void session.id;
    return () => router.forget();
  });
  $effect(() => {
    if (session.id) void me.load().catch(() => undefined);
  });
  $effect(() => {
    if (session.id && connection.isConnected) void preferences.sync();
  });
  $effect(() => (me.isAdmin ? runLoaded(followReports) : undefined));
  $effect(() => noteLeftPlace());
  $effect(() => followIdleTime());
}

function followProgram(): void {
  $effect(() =>
    isInBrowser
      ? runLoaded(async () => (await import('./host-pages')).followHostPages())
      : runLoaded(async () => (await import('../downloads/download-toasts.svelte')).followDownloads()),
  );
  $effect(() =>
    isInBrowser
      ? undefined
      : runLoaded(async () => (await import('./shared-appearance.svelte')).followAppearance()),
  );
  $effect(() => alerts.badge(ownChats.unread));
  $effect(() => {
    unread.chats = ownChats.unread;
    return () => (unread.chats = 0);
  });
  $effect(() => alerts.tellProgram(language.code));
  $effect(() => {
    void desk.load().then(({ hasRecovered, hasStoppedMusic }) => {
      if (hasRecovered) toasts.show({ message: m().shell.recovered });
      if (hasStoppedMusic) toasts.show({ message: m().shell.stoppedMusic });
    });
  });
  $effect(() => {
    void desk.notePlaying(player.isPlaying);
  });
}

/** Not before the first view has sent its own requests. */
async function followReports(): Promise<() => void> {
  await idle();
  return (await import('./open-reports.svelte')).followOpenReports();
}

/** Begins what has to be loaded first; returns a function that ends it. */
function runLoaded(begin: () => Promise<() => void>): () => void {
  const running = begin();
  return () => void running.then((end) => end());
}
