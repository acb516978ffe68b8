import {
  app,
  type BrowserWindow,
  ipcMain,
  powerMonitor,
  protocol,
  session,
  systemPreferences,
} from 'electron';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DEMO_ID } from '../shared/bridge';
import { addressOf } from '../shared/routes';
import { PictureDecoder } from './content/pictures/picture-decoder';
import { SystemAlerts } from './desktop/communities/system-alerts';
import { ownArguments } from './desktop/program/arguments';
import { Badge } from './desktop/window/badge';
import { Camera } from './desktop/window/camera';
import { CommunityManager } from './desktop/communities/community-manager';
import { appearanceScript } from './desktop/appearance-script';
import { ProgramPreferences } from './desktop/program-preferences';
import { discoveryHandlers } from './desktop/communities/discovery';
import { DEV_PERMISSIONS, proxyDevPages } from './desktop/program/dev-pages';
import { dragOutFiles } from './desktop/window/drag-out';
import { EXIT_ERROR_ALREADY_SHOWN } from './desktop/program/exit-codes';
import { LINK_SCHEME, routeInArguments, routeOfLink } from './desktop/program/links';
import { openOrRestore } from './desktop/program/lost-database';
import { pageUrl } from './desktop/program/page-url';
import { prepareElectron } from './desktop/program/prepare-electron';
import { lockProfile } from './desktop/program/profile';
import { restoreChosen, setupRestoreHandlers } from './desktop/program/setup-restore';
import { runCommand } from './desktop/program/run-command';
import { setMenu } from './desktop/window/menu';
import { guardNavigation } from './desktop/window/navigation';
import { openOutside } from './desktop/window/open-outside';
import { denyPermissions } from './desktop/window/permissions';
import { chooseBackup, chooseFolder } from './desktop/window/choose-folder';
import { saveFile } from './desktop/window/save-file';
import { sessionDownloads } from './desktop/window/session-downloads';
import { startPictureUtility } from './desktop/picture-process';
import { DesktopDemo } from './desktop/demo';
import { DesktopStandby } from './desktop/standby/desktop-standby';
import { recoverPage, recoverProgram } from './desktop/window/recovery';
import { communityAt, servePages, type AnswerBytes, type ShownCommunity } from './desktop/window/scheme';
import { SessionStore } from './desktop/communities/session-store';
import { checkSpelling } from './desktop/window/spelling';
import { TrayIcon } from './desktop/window/tray';
import { exitWithStartError } from './desktop/program/start-error';
import { cancelQuit, closeBeforeQuit, isQuitting, restartProgram } from './desktop/program/quitting';
import { UpdateService } from './desktop/program/updates';
import { idleHandlers } from './desktop/window/idle';
import { LastRoutes } from './desktop/window/last-routes';
import { openWindow, showWindow } from './desktop/window/window';
import { ipcDoor } from './doors/ipc';
import { answerChannels } from './doors/ipc-channels';
import { lanDoors } from './doors/lan';
import { answerBytes } from './doors/window-bytes';
import { createAnnouncer } from './discovery/announcer';
import { RemoteContent } from './desktop/communities/remote-content';
import { releaseIdleMemory } from './idle-memory';
import { isRemoteCommunityId } from './remote/addresses';
import { proxyBytes } from './remote/byte-proxy';
import { restrictNewFiles } from './private-files';
import { openService, type Service } from './service';
import { loadSettings } from './settings/settings';
import { THIS_MACHINE } from './sharing/reachable-addresses';
import { createLogger } from './commands/terminal';
import { version } from './version';

/**
 * Entry point of the desktop program: one service, its IPC door, and the window. It listens on no network until its
 * owner shares the community.
 */
async function main(): Promise<void> {
  restrictNewFiles();
  prepareElectron();
  app.on('open-url', (event, address) => {
    event.preventDefault();
    openRoute(routeOfLink(address));
  });
  const settings = loadSettings(ownArguments(process.argv.slice(app.isPackaged ? 1 : 2)), process.env);
  const exitCode = await runCommand(settings);
  if (exitCode !== null) return app.exit(exitCode);
  if (!lockProfile(settings.data)) return app.exit(0);

  const logger = createLogger(settings);
  releaseIdleMemory();
  const tray = new TrayIcon(() => void show());
  const preferences = new ProgramPreferences(inProfile('desk.json'), tray, (isWanted) =>
    checkSpelling(session.defaultSession, isWanted),
  );
  if (recoverProgram(inProfile('breakdown'), logger)) preferences.markRecovered();
  const announcer = createAnnouncer(settings, logger);
  const pictureDecoder = new PictureDecoder(startPictureUtility);
  await restoreChosen(settings.data);
  const opened = await openOrRestore(() =>
    openService({
      data: settings.data,
      settings,
      logger,
      pictureDecoder,
      chooseFolder,
      chooseBackup,
      restart: restartProgram,
      ...(announcer && { announcer }),
    }),
  );
  if (opened === null) return app.exit(EXIT_ERROR_ALREADY_SHOWN);
  const service: Service = opened;
  const pages = builtPath('renderer');
  await service.sharing.begin(lanDoors({ service, settings, logger, ...(existsSync(pages) && { pages }) }));
  await service.standby.begin();
  await app.whenReady();
  app.on('web-contents-created', (_event, contents) => guardNavigation(contents, openOutside(logger)));
  const devPages = app.isPackaged ? undefined : process.env['COURTYARD_DEV_PAGES'];
  const camera = new Camera({ platform: process.platform, system: systemPreferences });
  denyPermissions(session.defaultSession, {
    granted: devPages ? DEV_PERMISSIONS : [],
    canUseCamera: (contents) => camera.isAllowedFor(contents),
  });
  const client = `Courtyard ${version} (desktop)`;
  const lastRoutes = new LastRoutes();
  const loadPages = async (community: ShownCommunity, route?: string) => {
    lastRoutes.store(window?.webContents.getURL() ?? '');
    const address = await pageUrl(community, service, route ?? lastRoutes.of(community));
    // Rejects if the pages stay, for example because an upload is running.
    await window?.loadURL(address).catch(() => undefined);
  };
  const navigateTo = (community: ShownCommunity, route?: string) => void loadPages(community, route);
  const demo = new DesktopDemo({
    settings,
    thread: builtPath('main/demo-thread.js'),
    pictureDecoder,
    client,
    show: navigateTo,
    logger,
  });
  const sessions = new SessionStore(inProfile('sessions.json'), logger);
  const alerts = new SystemAlerts({
    path: inProfile('alerts.json'),
    onClick: (community, route) => {
      const isElsewhere = community !== communities.shown;
      void show(route ?? (isElsewhere ? '#/' : null), community);
    },
    onReply: (community, dialog, text) => communities.answer(community, dialog, text),
  });
  // `bytes` needs the communities, which need this.
  const answer: AnswerBytes = (request) => bytes(request);
  const dragging = await dragOutFiles({ folder: inProfile('dragged'), answerBytes: answer, logger });
  const badge = new Badge(tray, () => window);
  const communities = new CommunityManager({
    path: inProfile('joined.json'),
    quiet: settings.quiet,
    own: service,
    sessions,
    badge,
    alerts,
    pictures: inProfile('pictures.json'),
    answerBytes: answer,
    synced: inProfile('elsewhere'),
    client,
    version,
    pictureDecoder,
    fetchAhead: (id, list) => void remoteContent.of(id)?.fetchAhead(list),
    forgetContent: (id, lost) => void remoteContent.forget(id, lost),
    onLeave: (key) => standby.leave(key),
    show: navigateTo,
    page: shownPage,
    logger,
  });
  const standby = new DesktopStandby({
    settings,
    userData: app.getPath('userData'),
    modulePath: builtPath('main/standby-process.js'),
    communities,
    sessions,
    client,
    page: shownPage,
    logger,
  });
  const remoteContent = new RemoteContent({
    folder: inProfile('content'),
    client,
    sessions,
    communities,
    page: shownPage,
    logger,
  });
  const downloads = sessionDownloads(() => window);
  const close = async () => {
    downloads.close();
    const standbyClosed = standby.close();
    await Promise.all([remoteContent.close(), dragging.close().catch(() => undefined)]);
    await communities.close();
    await standbyClosed;
    await Promise.all([demo.close(), service.close(), sessions.settled(), alerts.settled()]);
  };
  closeBeforeQuit(close, logger);
  const ownServiceOf = (community: 'main' | typeof DEMO_ID) =>
    community === DEMO_ID ? demo.service : service;
  const serviceAt = (url: string) => {
    const community = communityAt(url);
    if (community === null) return null;
    return isRemoteCommunityId(community) ? communities.serviceOf(community) : ownServiceOf(community);
  };
  const bytes: AnswerBytes = async (request) => {
    const community = communityAt(request.url);
    if (community === null) return null;
    if (!isRemoteCommunityId(community)) {
      const own = ownServiceOf(community);
      return own && answerBytes(own, client, request, logger);
    }
    const remote = communities.find(community);
    const uploads = communities.uploadsOf(community);
    const pending = uploads && { uploads, logger };
    return remote && proxyBytes(remote, client, request, remoteContent.of(community), pending);
  };
  if (devPages) proxyDevPages(protocol, devPages, bytes);
  else servePages(protocol, pages, bytes, () => appearanceScript(preferences.appearance));
  powerMonitor.on('resume', () => communities.reconnect());
  await sessions.begin((community) => {
    lastRoutes.forget(community);
    communities.onSessionChange(community);
    remoteContent.onSessionChange(community);
  });
  remoteContent.forgetOthers();
  communities.begin();
  standby.begin();
  await preferences.begin();
  answerChannels(ipcMain, {
    ...ipcDoor({ serviceAt, client, save: saveFile, logger }),
    ...demo.handlers,
    ...discoveryHandlers({ machine: THIS_MACHINE, quiet: settings.quiet }),
    ...dragging.handlers,
    ...downloads.handlers,
    ...camera.handlers,
    ...alerts.handlers,
    ...sessions.handlers,
    ...communities.handlers,
    ...standby.handlers,
    ...remoteContent.handlers,
    ...badge.handlers(() => communities.announce()),
    ...preferences.handlers,
    ...setupRestoreHandlers(service),
    ...idleHandlers,
    ...new UpdateService(settings.updates, logger).handlers,
  });
  setMenu({ settings: () => void show(addressOf({ view: 'settings' }), communities.shown) });
  // A program that isn't installed has no lasting path to register.
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME);

  /** Shows the window, opening it if it was closed. `route` is a hash; links belong to the local community. */
  async function show(
    route: string | null = null,
    community: ShownCommunity = route === null ? communities.shown : 'main',
  ): Promise<void> {
    if (window) {
      if (route !== null) await loadPages(community, route);
      return showWindow(window);
    }
    const address = await pageUrl(community, service, route ?? undefined);
    window = openWindow({
      preload: builtPath('preload/preload.cjs'),
      address,
      staysOpen: () => preferences.staysWithoutWindow && !isQuitting(),
      onDisplay: (displayed) => communities.setShown(displayed),
      onStay: cancelQuit,
    });
    recoverPage(window.webContents, () => preferences.markRecovered(), logger);
    window.once('closed', () => {
      window = null;
      if (!isQuitting()) communities.setShown(null);
    });
  }
  await setUpSingleWindow(show);
}

main().catch(exitWithStartError);

/** The only window. */
let window: BrowserWindow | null = null;
const shownPage = () => (window?.isDestroyed() === false ? window.webContents : null);

async function setUpSingleWindow(show: (route?: string | null) => Promise<void>): Promise<void> {
  app.on('second-instance', (_event, argv) => void show(routeInArguments(argv)));
  app.on('activate', () => void show());
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  openRoute = (route) => void show(route);
  await show(initialRoute);
}

/** Route of the first window. macOS delivers links by an event that may come before the window exists. */
let initialRoute = routeInArguments(process.argv);
let openRoute = (route: string | null): void => void (initialRoute = route);

/** Path of a build output. */
const builtPath = (path: string) => join(import.meta.dirname, '..', path);
/** Path of a file in the program's profile. */
const inProfile = (name: string) => join(app.getPath('userData'), name);
