import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openService, type Service, type ServiceOptions, type Session } from '../../../electron/service';
import { createApp, grant, tokenFor } from '../../support/apps';
import type { App } from '../../../shared/contract/apps';
import { upload } from '../../support/content';
import { fixture } from '../../support/fixtures';
import {
  copyDataFolder,
  deleteDataFolder,
  placeOfData,
  viewOfData,
} from '../../support/databases/data-folders';
import type { DatabaseView } from '../../support/databases/database-views';
import { snapshots } from '../../support/databases/snapshots';
import {
  TEST_SETTINGS,
  TestClock,
  testServiceOver,
  type TestPerson,
  type TestService,
} from '../../support/service';

/** Those who call, in the order of the table's columns. */
export const CALLERS = ['nobody', 'stranger', 'member', 'admin', 'blocked', 'banned', 'owner'] as const;
export type CallerName = (typeof CALLERS)[number];
export type SignedIn = Exclude<CallerName, 'nobody'>;

/** A community in which every right makes a difference; numbers are identifiers. */
export interface World {
  folder: string;
  /** A snapshot of it on the database that the tests run on. */
  snapshot: unknown;
  /** The banned one calls with a named token: sessions end with the ban. */
  callers: Record<SignedIn, TestPerson>;
  /** The banned one's session from before the ban. */
  endedSession: Session;
  /** Of everyone a token that is not the one they call with. */
  tokens: Record<SignedIn, number>;
  /** Blocked `blocked`, asked the others to be friends, lets everything else be seen and done. */
  ann: TestPerson;
  /** In no dialog but `den`. */
  nick: number;
  /** Lets nobody see friends, send messages or ask to be friends. */
  sky: number;
  /** Private; all but `stranger` and `nick`; `admin` is its admin, `owner` its owner. */
  yard: number;
  yardCode: string;
  annsMessage: number;
  /** Messages of each in the yard; of strangers one of the park. */
  ownMessages: Record<SignedIn, number>;
  /** Public, and everybody but `ann` and `nick` is in it. */
  park: number;
  /** Public, and only `owner` is in it. */
  square: number;
  /** A public channel of `owner` with `admin` as admin and the rest of the yard as members. */
  news: number;
  /** A private group of `ann` and `nick`. */
  den: number;
  /** The private dialog of `ann` and `blocked`, from before the block. */
  duet: number;
  duetMessages: { ann: number; blocked: number };
  /** Of the yard. */
  report: number;
  communityCode: string;
  spareCode: string;
  /** A promo that nobody claimed. All callers have coins by another. */
  promo: string;
  resetCode: string;
  /** Letters with codes: to `nick`, to the owner. */
  letters: { member: number; owner: number };
  /** Of `ann`, for nobody else. */
  annsFile: number;
  /** Of `ann`; anyone may see the second. */
  annsPhoto: number;
  annsOpenPhoto: number;
  /** On her wall, where everybody may write and comment. */
  annsPost: number;
  annsComment: number;
  /** On the wall of `sky`, who lets nobody write or comment there. */
  skysPost: number;
  /** Of each on their own wall. */
  ownPosts: Record<SignedIn, number>;
  /** A folder of each, without dialogs. */
  ownFolders: Record<SignedIn | 'ann', number>;
  /** What each has scheduled: a message where their own message is, and a post on their own wall. */
  scheduledMessages: Record<SignedIn | 'ann', number>;
  scheduledPosts: Record<SignedIn | 'ann', number>;
  /** Of `ann`; anyone may hear the second. */
  annsTrack: number;
  annsOpenTrack: number;
  /** Of `ann`, with the second. */
  annsPlaylist: number;
  /** Of `ann`, for nobody else. */
  annsVideo: number;
  /** Of `ann`, with its secret, a token of `mia` that it holds, and what it exchanges for another one. */
  annsApp: App;
  annsAppToken: string;
  annsAppGrant: Awaited<ReturnType<typeof grant>>;
  /** Of each. */
  ownApps: Record<SignedIn, number>;
  /** Of each, empty. */
  ownPlaylists: Record<SignedIn, number>;
}

const MONTH = 30 * 24 * 3600;

let built: Promise<World> | undefined;

/** Builds the community in a folder and closes it again, once in each process: everybody opens copies of it. */
export function buildWorld(): Promise<World> {
  return (built ??= build(mkdtempSync(join(tmpdir(), 'courtyard-world-'))));
}

async function build(folder: string): Promise<World> {
  const clock = new TestClock();
  const now = () => clock.seconds * 1000;
  const service = await openService({ data: folder, settings: TEST_SETTINGS, now });
  const t = testServiceOver(service, clock);
  const names = ['Olga', 'Ann', 'Stu', 'Mia', 'Adi', 'Bo', 'Bea', 'Nick', 'Sky'] as const;
  const [olga, ann, stu, mia, adi, bo, bea, nick, sky] = await t.people(...names);
  await olga.call('admin.setRole', { user_id: adi.id, role: 'admin' });
  const { Token } = await bea.call('account.createToken', { name: 'bot' });
  const bot = t.as({ ...bea.session, token: Token ?? '' }, bea);
  const callers = { stranger: stu, member: mia, admin: adi, blocked: bo, banned: bot, owner: olga };

  const yard = await dialogOf(olga, { name: 'Yard', type: 'group', private: true }, [ann, mia, adi, bo, bea]);
  const park = await dialogOf(olga, { name: 'Park', type: 'group' }, [stu, mia, adi, bo, bea]);
  const square = await dialogOf(olga, { name: 'Square', type: 'group' }, []);
  const news = await dialogOf(olga, { name: 'News', type: 'channel' }, [ann, mia, adi, bo, bea]);
  const den = await dialogOf(ann, { name: 'Den', type: 'group', private: true }, [nick]);
  for (const dialog_id of [yard, news]) {
    await olga.call('dialogs.setRole', { dialog_id, user_id: adi.id, role: 'admin' });
  }
  const say = async (person: TestPerson, dialog_id: number) =>
    (await person.call('dialogs.send', { dialog_id, text: 'Hello' })).ID;
  const annsMessage = await say(ann, yard);
  const ownMessages = await eachOf(callers, (person) => say(person, person === stu ? park : yard));
  const { ID: duet } = await bo.call('dialogs.createPrivate', { user_id: ann.id });
  const duetMessages = { ann: await say(ann, duet), blocked: await say(bo, duet) };

  await sky.call('account.updateProfile', {
    viewFriendsState: 2,
    sendMessageState: 2,
    addFriendState: false,
    postState: 2,
    commentsState: 2,
  });
  for (const person of Object.values(callers)) {
    await ann.call('people.subscribe', { user: String(person.id), value: true });
  }
  const tokens = await eachOf(
    callers,
    async (person) => (await person.call('account.createToken', { name: 'other' })).ID,
  );
  const { Code: yardCode } = await olga.call('dialogs.createInvite', { dialog_id: yard });
  const { Code: communityCode } = await olga.call('admin.createInvite', {});
  const { Code: spareCode } = await olga.call('admin.createInvite', {});
  const { Code: resetCode } = await olga.call('admin.resetCode', { user_id: ann.id });
  for (const { email } of [nick, olga]) await t.open('account.reset', { email });
  const mail = await olga.call('admin.mail', {});
  const letterTo = (email: string) => mail.find((one) => one.To === email)?.ID ?? 0;
  const letters = { member: letterTo(nick.email), owner: letterTo(olga.email) };
  const newcomer = { name: 'New', email: 'new@example.org', password: 'New has a password' };
  await t.open('account.register', { ...newcomer, invite: communityCode });
  await mia.call('people.report', { user: String(nick.id), reason: 'too cheerful' });
  const [report] = await olga.call('admin.reports', {});

  await olga.call('admin.createPromo', { code: 'coins', coins: 100, uses: 100 });
  for (const person of Object.values(callers)) await person.call('account.promo', { promo: 'coins' });
  const { Code: promo } = await olga.call('admin.createPromo', { code: 'spare', coins: 100, uses: 100 });

  const { ID: annsFile } = await upload(service, ann.session, 'files.upload', Buffer.from('hello'));

  const [annsPhoto, annsOpenPhoto] = [
    await photoOf(service, ann, 'private'),
    await photoOf(service, ann, 'public'),
  ];

  const post = async (person: TestPerson) =>
    (await person.call('posts.create', { user: '@me', content: 'Good morning' })).ID;
  const annsPost = await post(ann);
  const said = { post_id: annsPost, content: 'And a good one' };
  const { ID: annsComment } = await ann.call('posts.comment', said);
  const skysPost = await post(sky);
  const ownPosts = await eachOf(callers, post);
  const [annsTrack, annsOpenTrack] = [
    await trackOf(service, ann, 'private'),
    await trackOf(service, ann, 'public'),
  ];
  const annsPlaylist = await playlistOf(ann);
  await ann.call('music.addTrack', { playlist_id: annsPlaylist, track_id: annsOpenTrack });
  const ownPlaylists = await eachOf(callers, playlistOf);
  const { ID: annsVideo } = await upload(service, ann.session, 'videos.upload', fixture('video.mp4'));

  const timestamp = clock.seconds + MONTH;
  const scheduleMessage = async (person: TestPerson) => {
    const dialog_id = person === stu ? park : yard;
    return (await person.call('dialogs.send', { dialog_id, text: 'Later', timestamp })).ID;
  };
  const schedulePost = async (person: TestPerson) =>
    (await person.call('posts.create', { user: '@me', content: 'Later', timestamp })).ID;
  const scheduledMessages = { ...(await eachOf(callers, scheduleMessage)), ann: await scheduleMessage(ann) };
  const scheduledPosts = { ...(await eachOf(callers, schedulePost)), ann: await schedulePost(ann) };
  const createFolder = async (person: TestPerson) =>
    (await person.call('dialogs.createFolder', { name: 'Own' })).ID;
  const ownFolders = { ...(await eachOf(callers, createFolder)), ann: await createFolder(ann) };
  const annsApp = await createApp(ann);
  const annsAppToken = await tokenFor(t, mia, annsApp);
  const annsAppGrant = await grant(mia, annsApp);
  const ownApps = await eachOf(callers, async (person) => (await createApp(person)).ID);

  await ann.call('people.block', { user: String(bo.id) });
  await adi.call('admin.ban', { user_id: bea.id, reason: 'spam' });
  await service.close();
  return {
    ...{
      folder,
      snapshot: await snapshots.takeFolder(folder),
      callers,
      endedSession: bea.session,
      tokens,
      ann,
      nick: nick.id,
      sky: sky.id,
    },
    ...{ yard, yardCode, annsMessage, ownMessages, park, square, news, den, duet, duetMessages },
    ...{
      report: report?.ID ?? 0,
      communityCode,
      spareCode,
      promo,
      resetCode,
      letters,
      annsFile,
      annsPhoto,
      annsOpenPhoto,
      ...{ annsPost, annsComment, skysPost, ownPosts },
    },
    ...{ scheduledMessages, scheduledPosts, ownFolders },
    ...{ annsApp, annsAppToken, annsAppGrant, ownApps },
    ...{ annsTrack, annsOpenTrack, annsPlaylist, annsVideo, ownPlaylists },
  };
}

/** A built community that is open. */
export interface OpenWorld {
  t: TestService;
  /** Of its database. */
  view: DatabaseView;
  close: () => Promise<void>;
}

/** Opens a copy of a built community beneath a folder. */
export async function openWorld(world: World, folder: string): Promise<OpenWorld> {
  const data = mkdtempSync(join(folder, 'copy-'));
  await copyDataFolder(world.folder, world.snapshot, data);
  const clock = new TestClock();
  const now = () => clock.seconds * 1000;
  const service = await openService({ ...(await placeOfData(data)), settings: TEST_SETTINGS, now });
  const view = await viewOfData(data);
  return {
    t: testServiceOver(service, clock),
    view,
    close: async () => {
      await Promise.all([service.close(), view.close()]);
      deleteDataFolder(data);
    },
  };
}

/**
 * Opens the database of a built community, without the bytes of its files. In memory that takes a tenth of the time that
 * opening a copy of the folder takes.
 */
export async function openSnapshot(world: World): Promise<OpenWorld & { reopen: () => Promise<OpenWorld> }> {
  const clock = new TestClock();
  const open = (given: Pick<ServiceOptions, 'data' | 'database'>) =>
    openService({ ...given, settings: TEST_SETTINGS, now: () => clock.seconds * 1000 });
  let running = await snapshots.open(world.snapshot, open);
  const opened = () => ({
    t: testServiceOver(running.service, clock),
    view: running.view,
    close: () => snapshots.close(running),
  });
  return {
    ...opened(),
    reopen: async () => {
      running = await snapshots.reopen(running, open);
      return opened();
    },
  };
}

async function photoOf(service: Service, person: TestPerson, mode: 'private' | 'public'): Promise<number> {
  return (await upload(service, person.session, 'photos.upload', fixture('picture.png'), { mode })).ID;
}

async function trackOf(service: Service, person: TestPerson, mode: 'private' | 'public'): Promise<number> {
  return (await upload(service, person.session, 'music.upload', fixture('sound.mp3'), { mode })).ID;
}

async function playlistOf(person: TestPerson): Promise<number> {
  return (await person.call('music.createPlaylist', { name: 'Evenings' })).ID;
}

async function dialogOf(
  owner: TestPerson,
  dialog: { name: string; type: 'group' | 'channel'; private?: boolean },
  members: readonly TestPerson[],
): Promise<number> {
  const { ID } = await owner.call('dialogs.create', dialog);
  for (const { id } of members) await owner.call('dialogs.join', { dialog_id: ID, user_id: id });
  return ID;
}

async function eachOf<T>(
  callers: Record<SignedIn, TestPerson>,
  make: (person: TestPerson) => Promise<T>,
): Promise<Record<SignedIn, T>> {
  const made: [string, T][] = [];
  for (const [name, person] of Object.entries(callers)) made.push([name, await make(person)]);
  return Object.fromEntries(made) as Record<SignedIn, T>;
}
