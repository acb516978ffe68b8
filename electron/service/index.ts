import { join } from 'node:path';
import { pino } from 'pino';
import { STORAGE } from '../../shared/limits';
import { ContentUrlSigner } from '../content/content-urls';
import { PartialUploads } from '../content/partial-uploads';
import { pictureDecoder } from '../content/pictures/picture-decoder';
import { openPictures } from '../content/pictures/open-pictures';
import { verifyContent } from '../content/verify-content';
import { openMailer } from '../mail/mailer';
import { PasswordQueue } from '../passwords/password-queue';
import { version } from '../version';
import { findCaller } from './access/access';
import { AccountImports } from './importing/account-imports';
import { createOwnerResetCode } from './account/owner-reset';
import { warnOfOldBackups } from './admin/old-backups';
import { findClockState } from './maintenance/clock-queries';
import { ClockWatch } from './maintenance/clock-watch';
import { findSetupCode } from './community/queries';
import { openContent } from './content/content';
import { listReferencedHashes } from './content/content-queries';
import type { ServiceParts } from './context';
import { createDispatch } from './dispatch';
import { EventLog } from './events/event-log';
import { GroupCommit } from './group-commit';
import { handlers } from './handlers';
import { EventConnections } from './events/event-connections';
import { publishScheduledMessage } from './messages/scheduled';
import { ResumableUploadStore } from './uploads/resumable';
import { publishScheduledPost } from './posts/scheduled';
import { openProcesses, requireReady } from './processes/open-processes';
import { RunningCalls } from './calls/running-calls';
import { calendarNotices } from './calendar/notices';
import { SchedulePublisher } from './scheduling/publisher';
import { scheduledPublication } from './scheduling/scheduled-publication';
import { openBackups } from './opening/open-backups';
import { openData } from './opening/open-data';
import { openStandby } from './opening/open-standby';
import { openSharing, sharingOf } from './opening/open-sharing';
import type { Service, ServiceOptions } from './service';
import { EphemeralState } from './ephemeral-state';
import { openSweeper } from './content/content-sweep';
import { Uploads } from './uploads/uploads';
import { MessageIndexer } from './search/message-indexer';
import { startMaintenance } from './maintenance/maintenance';
import { ViewCounter } from './content/view-counts';

export type { OpenDoor, OpenDoors } from '../sharing/guest-door';
export type { NewUpload, IncomingChunk, ResumableUploadState } from './uploads/resumable';
export type { Service, ServiceOptions } from './service';
export type { Answer, ConnectionHandle, ConnectionOptions, Session } from './session';
export { addressKey } from './address-key';

/**
 * Opens the service on a data folder. Throws if another process holds it, and DatabaseMissingError if its database was
 * lost.
 */
export async function openService(options: ServiceOptions): Promise<Service> {
  const { now: clock = Date.now, logger = pino({ enabled: false }) } = options;
  const settings = { ...STORAGE, ...options.settings };
  const now = () => Math.floor(clock() / 1000);
  const registration = settings.registration ?? 'open';
  const opened = await openData(options, now, registration, logger);
  const { store, content, identity, hosting, events, postgres } = opened;
  const { community, log, ids, contentKey, keys, term, termSeq } = identity;
  const clockWatch = new ClockWatch(now, await store.read(findClockState));
  const { nowForAges } = clockWatch;
  const connections = new EventConnections();
  const running = new RunningCalls();
  const ephemeral = new EphemeralState(clock);
  const { processes, isLeader, captchaSecret, ...shared } = await openProcesses(postgres, {
    ...{ store, ephemeral, connections, contentKey, logger },
    restart: options.restart,
    eventLog: () => eventLog,
    wake: () => {
      mailer.wake();
      schedule.refresh();
    },
    takeOver: () => void imports.takeOver(),
  });
  const pictures = openPictures(content, options.pictureDecoder ?? pictureDecoder);
  const contentUrls = new ContentUrlSigner(contentKey, now);
  const partials = new PartialUploads(content);
  const resumable = new ResumableUploadStore({
    ...{ store, partials, ephemeral, settings, now, nowForAges },
    touch: (caller) => maintenance.touch(caller),
  });
  const uploads = new Uploads({ store, resumable, content, ephemeral, settings, now, nowForAges });
  const imports = new AccountImports({
    ...{ store, content, now, logger, parts: () => parts, groupCommit: () => groupCommit },
    shared: processes?.imports ?? null,
  });
  const { backups, backupFolder, restores } = openBackups(options, {
    store,
    content,
    community: community.id,
    now,
    logger,
    onOverdue: () => warnOfOldBackups(store, groupCommit),
  });
  const sweeper = openSweeper({ store, content, now: nowForAges, logger });
  const viewCounter = new ViewCounter(now);
  const messageIndex = await MessageIndexer.open(store);
  const sharing = openSharing(options, { store, keys, term, now, logger });
  const { standby, beginStandby, closeStandby, untilMoved } = openStandby(options, {
    store,
    gate: hosting,
    content,
    keys,
    term,
    sharing,
    termSeq,
    seq: () => eventLog.committedSeq,
    onDurable: () => eventLog.durabilityChanged(),
    community: community.id,
    onBackupsOverdue: () => warnOfOldBackups(store, groupCommit),
    now,
    logger,
  });
  const passwords = new PasswordQueue();
  const parts: ServiceParts = {
    settings,
    ephemeral,
    nowForAges,
    version,
    community,
    captchaSecret,
    passwords,
    content,
    contentUrls,
    pictures,
    uploads,
    imports,
    backups,
    backupFolder,
    restores,
    chooseFolder: options.chooseFolder ?? null,
    chooseBackup: options.chooseBackup ?? null,
    health: store.health,
    sweeper,
    sharing,
    standby,
    hosting,
    viewCounter,
    messageIndex,
    connections: shared.connections,
    schedule: {
      refresh: () => {
        schedule.refresh();
        processes?.send({ kind: 'queued' });
      },
    },
    eventLog: () => ({ log, seq: eventLog.seq }),
    retryMail: deliverMail,
    forgetLetters: (ids) => mailer.forget(ids),
  };
  const eventLog = new EventLog(
    {
      ...{ store, parts, log, events, processes, seq: identity.seq, now, logger },
      touch: (caller) => maintenance.touch(caller),
      isBusy: () => running.isBusy,
    },
    connections,
  );
  const mailer = openMailer({
    store,
    folder: store.folder === '' ? '' : join(store.folder, 'mail'),
    smtp: settings.smtp,
    from: settings.mailFrom,
    ...{ now, isLeader, logger, delivery: ephemeral.mail },
  });
  const maintenance = startMaintenance({
    store,
    sweeper,
    resumable,
    ephemeral,
    viewCounter,
    now,
    clockWatch,
    isLeader,
    seq: () => eventLog.seq,
    logger,
  });
  store.health.onChange = () => void eventLog.broadcastCommunity();
  hosting.onSuperseded = () => void eventLog.broadcastCommunity();
  let closing: Promise<void> | undefined;
  const groupCommit = new GroupCommit({
    store,
    parts,
    publisher: eventLog,
    ids,
    messageIndex,
    now,
    logger,
    onMailQueued: deliverMail,
  });
  const answer = createDispatch({
    running,
    store,
    parts,
    handlers,
    publisher: eventLog,
    groupCommit,
    now,
    logger,
    touch: maintenance.touch,
  });
  const schedule = new SchedulePublisher({
    store,
    jobs: [
      scheduledPublication({
        ...{ store, groupCommit, now },
        publish: { message: publishScheduledMessage, post: publishScheduledPost },
      }),
      calendarNotices({ store, groupCommit, now }),
    ],
    isShared: processes !== null,
    now,
    logger,
  });
  schedule.refresh();
  await processes?.begin();
  await imports.begin(isLeader());
  backupFolder.begin();
  await standby.follow();
  return {
    call: async (...given) => (await answer(...given)).value,
    answer,
    isMember: (token) =>
      running.run(async () => (await store.read((db) => findCaller(db, token, now()))) !== null),
    connect: (session, listener) => running.run(() => eventLog.connect(session, listener)),
    receive: (session, name, declared) => whileWritable(() => uploads.accept(session, name, declared)),
    resumable: {
      largest: resumable.largest,
      create: (...args) => whileWritable(() => resumable.create(...args)),
      find: (...args) => running.run(() => resumable.find(...args)),
      append: (...args) => whileWritable(() => resumable.append(...args)),
      remove: (...args) => whileWritable(() => resumable.remove(...args)),
    },
    content: (request) => running.run(() => openContent(parts, store, request)),
    requireReady: () => running.run(() => requireReady(store, postgres)),
    requireData: () => store.health.requireFile(),
    verify: async () =>
      verifyContent(content, (after) => store.read((db) => listReferencedHashes(db, after))),
    sharing: sharingOf(sharing, store),
    standby: { begin: beginStandby, untilMoved },
    hosting,
    setupCode: () => store.read((db) => findSetupCode(db)),
    resetOwner: () => store.writer.run(() => createOwnerResetCode(store.writer.db, now())),
    settled: async () => {
      await schedule.settled();
      await imports.settled();
      await backupFolder.tick();
      await standby.backups.tick();
      await backupFolder.settled();
      await restores.settled();
      await eventLog.settled();
    },
    close: () => (closing ??= close()),
  };

  function deliverMail(): void {
    mailer.wake();
    processes?.send({ kind: 'queued' });
  }

  function whileWritable<T>(work: () => Promise<T>): Promise<T> {
    return running.run(() => {
      store.writer.requireWritable();
      return work();
    });
  }

  async function close(): Promise<void> {
    running.close();
    const unshared = sharing.close();
    connections.closeAll(1001, STOPPING);
    pictures.close();
    passwords.close();
    for (const one of [partials, backups, backupFolder, restores, sweeper, imports]) await one.close();
    // Nobody expects an answer any more that waits for the standby for so long.
    const released = setTimeout(() => standby.stopWaiting(), ANSWERS_MS);
    await running.settled();
    clearTimeout(released);
    // More connections may have been opened meanwhile.
    connections.closeAll(1001, STOPPING);
    await unshared;
    standby.stopWaiting();
    for (const one of [content, schedule, maintenance, messageIndex, mailer]) await one.close();
    await processes?.close();
    await eventLog.settled();
    await closeStandby();
    await store.close();
  }
}

const STOPPING = 'the host is stopping';
/** Milliseconds in which the calls that run at the end are answered; connections are closed before. */
const ANSWERS_MS = 3_200;
