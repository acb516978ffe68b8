import {
  app,
  type BrowserWindow,
  dialog,
  ipcMain,
  protocol,
  session,
  shell,
  systemPreferences,
} from 'electron';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { addressOf, addressOfSetup } from '../shared/routes';
import { PictureDecoder } from './content/pictures/picture-decoder';
import { Alerts } from './desktop/communities/alerts';
import { ownArguments } from './desktop/program/arguments';
import { Badge } from './desktop/window/badge';
import { Camera } from './desktop/window/camera';
import { Communities } from './desktop/communities/communities';
import { DeskHabits } from './desktop/desk';
import { discoveryHandlers } from './desktop/communities/discovery';
import { DEV_PERMISSIONS, relayPages } from './desktop/program/dev-pages';
import { dragOutFiles } from './desktop/window/dragging';
import { TOLD } from './desktop/program/exit-codes';
import { LINK_SCHEME, placeInArguments, placeOfLink } from './desktop/program/links';
import { openOrRestore } from './desktop/program/lost-database';
import { setMenu } from './desktop/window/menu';
import { guardNavigation } from './desktop/window/navigation';
import { denyPermissions } from './desktop/window/permissions';
import { saveFile } from './desktop/window/saving';
import { startPictureUtility } from './desktop/picture-process';
import { DesktopDemo } from './desktop/demo';
import { recoverPage, recoverProgram } from './desktop/window/recovery';
import {
  communityAt,
  ownAddress,
  OWN_SCHEME,
  servePages,
  type AnswerBytes,
  type ShownCommunity,
} from './desktop/window/scheme';
import { SessionKeeper } from './desktop/communities/sessions';
import { checkSpelling } from './desktop/window/spelling';
import { TrayIcon } from './desktop/window/tray';
import { Updates } from './desktop/program/updates';
import { openWindow, showWindow } from './desktop/window/window';
import { ipcDoor } from './doors/ipc';
import { answerChannels } from './doors/ipc-channels';
import { lanDoors } from './doors/lan';
import { answerBytes } from './doors/window-bytes';
import { createAnnouncer } from './discovery/announcer';
import { isRemoteCommunityId } from './remote/addresses';
import { proxyBytes } from './remote/bytes';
import { RemoteCommunity } from './remote/community';
import { restrictNewFiles, withUsersUmask } from './private-files';
import { openService, type Service } from './service';
import { loadSettings, type Settings } from './settings';
import { THIS_MACHINE } from './sharing/addresses';
import { createLogger, note, sentenceOf } from './terminal';
import { version } from './version';

/**
 * The desktop: one service, the door of its own window, and that window. It listens on no network until its owner shares the
 * community.
 */
async function main(): Promise<void> {
  restrictNewFiles();
  protocol.registerSchemesAsPrivileged([OWN_SCHEME]);
  app.enableSandbox();
  app.on('open-url', (event, address) => {
    event.preventDefault();
    goTo(placeOfLink(address));
  });
  const settings = loadSettings(ownArguments(process.argv.slice(app.isPackaged ? 1 : 2)), process.env);
  if (!takeProfile(settings)) return app.exit(0);

  const logger = createLogger(settings);
  const tray = new TrayIcon(() => void show());
  const habits = new DeskHabits(join(app.getPath('userData'), 'desk.json'), tray, (isWanted) =>
    checkSpelling(session.defaultSession, isWanted),
  );
  if (recoverProgram(join(app.getPath('userData'), 'breakdown'), logger)) habits.noteRecovery();
  const announcer = createAnnouncer(settings, logger);
  const pictureDecoder = new PictureDecoder(startPictureUtility);
  const opened = await openOrRestore(() =>
    openService({
      data: settings.data,
      settings,
      logger,
      pictureDecoder,
      ...(announcer && { announcer }),
    }),
  );
  if (opened === null) return app.exit(TOLD);
  const service: Service = opened;
  const pages = built('renderer');
  await service.sharing.begin(lanDoors({ service, settings, logger, ...(existsSync(pages) && { pages }) }));
  await app.whenReady();
  app.on('web-contents-created', (_event, contents) => guardNavigation(contents, openOutside(logger)));
  const devPages = app.isPackaged ? undefined : process.env['COURTYARD_DEV_PAGES'];
  const camera = new Camera({ platform: process.platform, system: systemPreferences });
  denyPermissions(session.defaultSession, {
    granted: devPages ? DEV_PERMISSIONS : [],
    mayFilm: (contents) => camera.isOpenTo(contents),
  });
  const client = `Courtyard ${version} (desktop)`;
  const go = async (community: ShownCommunity, place?: string) => {
    communities.see(community);
    await window?.loadURL(await addressIn(community, service, place));
  };
  const turnTo = (community: ShownCommunity, place?: string) =>
    void go(community, place).catch(() => undefined);
  const demo = new DesktopDemo({
    settings,
    thread: built('main/demo-thread.js'),
    pictureDecoder,
    client,
    show: turnTo,
    logger,
  });
  const sessions = new SessionKeeper(join(app.getPath('userData'), 'sessions.json'), logger);
  const alerts = new Alerts({
    path: join(app.getPath('userData'), 'alerts.json'),
    onchosen: (community, place) => {
      const isElsewhere = community !== communities.shown;
      void show(place ?? (isElsewhere ? '#/' : null), community);
    },
    onanswered: (community, dialog, words) => communities.answer(community, dialog, words),
  });
  const badge = new Badge(tray, () => window);
  const communities = new Communities({
    path: join(app.getPath('userData'), 'joined.json'),
    quiet: settings.quiet,
    own: service,
    sessions,
    badge,
    alerts,
    pictures: join(app.getPath('userData'), 'pictures.json'),
    answerBytes: (request) => bytes(request),
    client,
    show: turnTo,
    page: () => (window?.isDestroyed() === false ? window.webContents : null),
    logger,
  });
  const close = async () => {
    await communities.close();
    await Promise.all([demo.close(), service.close(), sessions.settled(), alerts.settled()]);
  };
  closeAtEnd(close, logger);
  const serviceAt = (url: string) => {
    const community = communityAt(url);
    if (community === null || isRemoteCommunityId(community)) return community && communities.find(community);
    return community === 'practice' ? demo.service : service;
  };
  const bytes: AnswerBytes = async (request) => {
    const asked = serviceAt(request.url);
    if (asked instanceof RemoteCommunity) return proxyBytes(asked, client, request);
    return asked && answerBytes(asked, client, request, logger);
  };
  if (devPages) relayPages(protocol, devPages, bytes);
  else servePages(protocol, pages, bytes);
  const dragging = await dragOutFiles({
    folder: join(app.getPath('userData'), 'dragged'),
    answerBytes: bytes,
    logger,
  });
  await sessions.begin((community) => communities.follow(community));
  communities.begin();
  await habits.begin();
  answerChannels(ipcMain, {
    ...ipcDoor({ serviceAt, client, save: saveFile, logger }),
    ...demo.handlers,
    ...discoveryHandlers({ machine: THIS_MACHINE, quiet: settings.quiet }),
    ...dragging,
    ...camera.handlers,
    ...alerts.handlers,
    ...sessions.handlers,
    ...communities.handlers,
    ...badge.handlers(() => communities.announce()),
    ...habits.handlers,
    ...new Updates(settings.updates, logger).handlers,
  });
  setMenu({ settings: () => void show(addressOf({ view: 'settings' }), communities.shown) });
  // What is not installed has no lasting place to be found at.
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME);

  /** The one window, opened anew where it was closed. `place` is where to go in it, as a hash: links are the own community's. */
  async function show(
    place: string | null = null,
    community: ShownCommunity = place === null ? communities.shown : 'main',
  ): Promise<void> {
    if (window) {
      if (place !== null) await go(community, place);
      return showWindow(window);
    }
    const address = await addressIn(community, service, place ?? undefined);
    communities.see(community);
    window = openWindow({
      preload: built('preload/preload.cjs'),
      address,
      staysOpen: () => habits.staysWithoutWindow && !isQuitting,
    });
    recoverPage(window.webContents, () => habits.noteRecovery(), logger);
    window.once('closed', () => (window = null));
  }
  await keepOneWindow(show);
}

main().catch(async (error: unknown) => {
  const sentence = sentenceOf(error);
  note(sentence);
  // Before that there is no box on Linux, and whoever clicked an icon reads no stderr.
  await app.whenReady();
  dialog.showErrorBox('Courtyard cannot start', sentence);
  app.exit(TOLD);
});

/** The one window. */
let window: BrowserWindow | null = null;
/** The end is wanted: nothing stays without its window. */
let isQuitting = false;

/**
 * The browser's own files lie with the community, so that each data folder has its window, signed in for itself.
 * False where that window is open already; it is brought to the front.
 */
function takeProfile(settings: Settings): boolean {
  const profile = join(settings.data, 'desktop');
  mkdirSync(profile, { recursive: true, mode: 0o700 });
  app.setPath('userData', profile);
  return app.requestSingleInstanceLock();
}

async function keepOneWindow(show: (place?: string | null) => Promise<void>): Promise<void> {
  app.on('before-quit', () => (isQuitting = true));
  app.on('second-instance', (_event, argv) => void show(placeInArguments(argv)));
  app.on('activate', () => void show());
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  goTo = (place) => void show(place);
  await show(placeAtStart);
}

/** Where the first window begins: macOS gives an address by an event, which may come before there is one. */
let placeAtStart = placeInArguments(process.argv);
let goTo = (place: string | null): void => void (placeAtStart = place);

/** A place in the pages of a community; else where it begins: a new one with its set-up. */
async function addressIn(community: ShownCommunity, service: Service, place?: string): Promise<string> {
  if (place !== undefined) return `${ownAddress(community)}${place}`;
  const code = community === 'main' ? await service.setupCode() : null;
  const hash = code === null ? '' : addressOfSetup(code);
  return `${ownAddress(community)}${hash}`;
}

/** Holds the end of the program back until the services have let go of their files. */
function closeAtEnd(close: () => Promise<unknown>, logger: Logger): void {
  let isClosing = false;
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (isClosing) return;
    isClosing = true;
    // Chromium writes what pages keep seconds later: a fresh sign-in would be forgotten.
    session.defaultSession.flushStorageData();
    const late = setTimeout(() => app.exit(1), PATIENCE_MS);
    close().then(
      () => {
        clearTimeout(late);
        app.exit(0);
      },
      (error: unknown) => {
        logger.error({ err: error }, 'the service did not close');
        app.exit(1);
      },
    );
  });
}

/** How long the service may take to end, in milliseconds. */
const PATIENCE_MS = 4_000;

function openOutside(logger: Logger): (address: string) => void {
  return (address) => {
    withUsersUmask(() => shell.openExternal(address)).catch((error: unknown) =>
      logger.warn({ err: error }, 'no browser was opened'),
    );
  };
}

/** Something of the build, which lies beside this file's own folder. */
function built(path: string): string {
  return join(import.meta.dirname, '..', path);
}
