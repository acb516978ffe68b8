import type { Name } from '../../../shared/contract';
import type { TestService } from '../../support/service';
import { CALLBACK, pkce, requestOf } from '../../support/apps';
import { received, upload } from '../../support/content';
import { annsPack, annsSticker } from '../rights/stickers';
import { exportFiles, zipOf } from '../../support/export-archive';
import { fixture } from '../../support/fixtures';
import { pretendRestored } from '../../support/databases/restored';
import type { SignedIn, World } from '../rights/world';

/** Who makes a call that changes something in the world, and with what. */
export interface Write {
  by: SignedIn | 'ann' | 'nobody';
  given: (world: World, t: TestService, data: string) => unknown;
  /** The caller is signed out by it, or the community starts with another database. */
  isLast?: true;
  /** The caller's token is revoked by it: a request that is looked at after that is nobody's. */
  signsOut?: true;
  /** Only the window of the host may call it. */
  isAtHost?: true;
}

/** Every writing entry of the contract. */
export const writes: Partial<Record<Name, Write>> = {
  'account.register': by('nobody', () => ({
    name: 'Eve',
    email: 'eve@example.org',
    password: 'Eve has one',
  })),
  'account.confirm': by('nobody', async (w, t) => ({ code: w.communityCode, captcha: await t.captcha() })),
  'account.login': by('nobody', ({ callers: { member } }) => ({
    email: member.email,
    password: member.password,
  })),
  'account.logout': { ...by('member', () => ({})), isLast: true, signsOut: true },
  'account.logoutAll': { ...by('member', () => ({})), isLast: true, signsOut: true },
  'account.reset': by('nobody', (w) => ({ email: w.ann.email })),
  'account.resetConfirm': by('nobody', (w) => ({ code: w.resetCode, password: 'another one' })),
  'account.promo': by('member', (w) => ({ promo: w.promo })),
  'account.createToken': by('member', () => ({ name: 'bot' })),
  'account.revokeToken': by('member', (w) => ({ token_id: w.tokens.member })),
  'account.updateProfile': by('member', () => ({ about: 'Here' })),
  'account.createRecoveryCode': by('member', (w) => ({ password: w.callers.member.password })),
  'account.changePassword': by('member', (w) => ({ old: w.callers.member.password, new: 'another one' })),
  'account.changeEmail': by('member', (w) => ({
    password: w.callers.member.password,
    email: 'next@example.org',
  })),
  'account.import': by('member', async (w, t) =>
    received(t, w.callers.member, 'account.import', await zipOf(exportFiles())),
  ),
  'account.cancelImport': by('member', () => ({})),
  'account.updatePreferences': by('member', () => ({ theme: 'dark' })),
  'account.remove': {
    ...by('member', (w) => ({ password: w.callers.member.password })),
    ...{ isLast: true, signsOut: true },
  },

  'apps.create': by('member', () => ({ name: 'Planner', redirects: [CALLBACK] })),
  'apps.update': by('ann', (w) => ({ app_id: w.annsApp.ID, name: 'New' })),
  'apps.remove': by('ann', (w) => ({ app_id: w.annsApp.ID })),
  'apps.rotateSecret': by('ann', (w) => ({ app_id: w.annsApp.ID })),
  'apps.authorize': by('member', (w) => ({ ...requestOf(w.annsApp, pkce().challenge), allow: true })),
  'apps.token': by('nobody', (w) => w.annsAppGrant),
  'apps.revoke': by('nobody', ({ annsApp, annsAppToken }) => ({
    client_id: String(annsApp.ID),
    client_secret: annsApp.Secret,
    token: annsAppToken,
  })),

  'people.subscribe': by('member', (w) => ({ user: w.ann.id })),
  'people.ignore': by('member', (w) => ({ user_id: w.ann.id })),
  'people.give': by('member', (w) => ({ user: w.nick, item: 1 })),
  'people.block': by('member', (w) => ({ user: w.ann.id })),
  'people.unblock': by('ann', (w) => ({ user: w.callers.blocked.id })),
  'people.report': by('member', (w) => ({ user: w.ann.id, reason: 'Loud' })),
  'people.reportItem': by('member', (w) => ({ Type: 'message', Item: w.annsMessage, reason: 'Loud' })),
  'people.readNotifications': by('member', () => ({ last_id: Number.MAX_SAFE_INTEGER - 1 })),

  'dialogs.create': by('member', () => ({ name: 'New', type: 'group' })),
  'dialogs.createCommons': by('owner', () => ({ name: 'Commons' })),
  'dialogs.createPrivate': by('member', (w) => ({ user_id: w.nick })),
  'dialogs.update': by('owner', (w) => ({ dialog_id: w.yard, name: 'New' })),
  'dialogs.remove': by('owner', inYard),
  'dialogs.join': by('stranger', (w) => ({ dialog_id: w.yard, user_id: '@me', code: w.yardCode })),
  'dialogs.leave': by('member', (w) => ({ dialog_id: w.yard, user_id: '@me' })),
  'dialogs.mute': by('member', inYard),
  'dialogs.pin': by('member', inYard),
  'dialogs.saveDraft': by('member', (w) => ({ dialog_id: w.yard, text: 'Unsent' })),
  'dialogs.archive': by('member', inYard),
  'dialogs.orderPins': by('member', async (w, t) => {
    const { session } = w.callers.member;
    for (const dialog_id of [w.yard, w.news])
      await t.service.call(session, 'dialogs.pin', { dialog_id, value: true });
    return { dialogs: [w.yard, w.news] };
  }),
  'dialogs.createFolder': by('member', (w) => ({ name: 'Mine', dialogs: [w.yard] })),
  'dialogs.updateFolder': by('member', (w) => ({ folder_id: w.ownFolders.member, name: 'New' })),
  'dialogs.putInFolder': by('member', (w) => ({ folder_id: w.ownFolders.member, dialog_id: w.yard })),
  'dialogs.takeFromFolder': by('member', async (w, t) => {
    const item = { folder_id: w.ownFolders.member, dialog_id: w.yard };
    await t.service.call(w.callers.member.session, 'dialogs.putInFolder', item);
    return item;
  }),
  'dialogs.orderFolders': by('member', async (w, t) => {
    const { ID } = await t.service.call(w.callers.member.session, 'dialogs.createFolder', { name: 'Last' });
    return { folders: [ID, w.ownFolders.member] };
  }),
  'dialogs.removeFolder': by('member', (w) => ({ folder_id: w.ownFolders.member })),
  'dialogs.silence': by('owner', (w) => ({ dialog_id: w.yard, user_id: w.ann.id })),
  'dialogs.setRole': by('owner', (w) => ({ dialog_id: w.yard, user_id: w.ann.id, role: 'owner' })),
  'dialogs.createInvite': by('owner', (w) => ({ dialog_id: w.yard, maxUses: 3 })),
  'dialogs.revokeInvite': by('owner', (w) => ({ dialog_id: w.yard, code: w.yardCode })),
  'dialogs.send': by('member', (w) => ({ dialog_id: w.yard, text: 'Hi https://example.org' })),
  'dialogs.sendScheduled': by('member', (w) => ({ message_id: w.scheduledMessages.member })),
  'dialogs.editMessage': by('ann', (w) => ({ message_id: w.annsMessage, text: 'Bye' })),
  'dialogs.deleteMessage': by('ann', (w) => ({ message_id: w.annsMessage })),
  'dialogs.react': by('member', (w) => ({ message_id: w.annsMessage, emoji: '👍' })),
  'dialogs.unreact': by('member', async (w, t) => {
    const reaction = { message_id: w.annsMessage, emoji: '👍' };
    await t.service.call(w.callers.member.session, 'dialogs.react', reaction);
    return reaction;
  }),
  'dialogs.vote': by('member', async (w, t) => ({ message_id: await newPoll(w, t), options: [1] })),
  'dialogs.answerEvent': by('member', async (w, t) => ({
    message_id: await newEvent(w, t),
    answer: 'going',
  })),
  'dialogs.editEvent': by('ann', async (w, t) => ({ message_id: await newEvent(w, t), place: 'Roof' })),
  'dialogs.cancelEvent': by('ann', async (w, t) => ({ message_id: await newEvent(w, t) })),
  'dialogs.closePoll': by('ann', async (w, t) => ({ message_id: await newPoll(w, t) })),
  'dialogs.pinMessage': by('owner', (w) => ({ message_id: w.annsMessage })),
  'dialogs.unpinMessage': by('owner', async (w, t) => {
    await t.service.call(w.callers.owner.session, 'dialogs.pinMessage', { message_id: w.annsMessage });
    return { message_id: w.annsMessage };
  }),
  'dialogs.followThread': by('member', async (w, t) => ({ message_id: await newThread(w, t) })),
  'dialogs.unfollowThread': by('ann', async (w, t) => ({ message_id: await newThread(w, t) })),
  'dialogs.readThread': by('member', (w) => ({ message_id: w.annsMessage })),
  'dialogs.read': by('member', (w) => ({ dialog_id: w.yard, message: w.annsMessage })),

  'files.upload': by('member', async (w, t) => ({
    ...(await received(t, w.callers.member, 'files.upload')),
    filename: 'a.txt',
  })),
  'files.update': by('ann', (w) => ({ file_id: w.annsFile, name: 'b.txt' })),
  'files.remove': by('ann', (w) => ({ file_id: w.annsFile })),
  'files.markHeard': by('member', async (w, t) => {
    const { session } = w.ann;
    const input = { waveform: '0v', gain: 0 };
    const { ID } = await upload(t.service, session, 'files.upload', fixture('track.opus'), input);
    const attachments = [{ Type: 'file' as const, Item: ID }];
    await t.service.call(session, 'dialogs.send', { dialog_id: w.yard, attachments });
    return { file_id: ID };
  }),

  'photos.upload': by('member', (w, t) =>
    received(t, w.callers.member, 'photos.upload', fixture('picture.png')),
  ),
  'photos.update': by('ann', (w) => ({ photo_id: w.annsPhoto, caption: 'New' })),
  'photos.remove': by('ann', (w) => ({ photo_id: w.annsPhoto })),

  'stickers.createPack': by('member', () => ({ name: 'Cats' })),
  'stickers.updatePack': by('ann', async (w, t) => ({ pack_id: (await annsPack(w, t)).ID, name: 'Kittens' })),
  'stickers.removePack': by('ann', async (w, t) => ({ pack_id: (await annsPack(w, t)).ID })),
  'stickers.addPack': by('member', async (w, t) => ({ pack_id: (await annsPack(w, t)).ID })),
  'stickers.dropPack': by('member', async (w, t) => ({ pack_id: (await annsPack(w, t)).ID })),
  'stickers.upload': by('ann', async (w, t) => ({
    ...(await received(t, w.ann, 'stickers.upload', fixture('picture.png'))),
    pack_id: (await annsPack(w, t)).ID,
    emoji: '😀',
  })),
  'stickers.update': by('ann', async (w, t) => ({ sticker_id: (await annsSticker(w, t)).ID, emoji: '👍' })),
  'stickers.remove': by('ann', async (w, t) => ({ sticker_id: (await annsSticker(w, t)).ID })),

  'posts.create': by('member', (w) => ({ user: w.ann.id, content: 'Hi' })),
  'posts.publishScheduled': by('member', (w) => ({ post_id: w.scheduledPosts.member })),
  'posts.edit': by('ann', (w) => ({ post_id: w.annsPost, content: 'Good evening' })),
  'posts.remove': by('ann', (w) => ({ post_id: w.annsPost })),
  'posts.like': by('member', (w) => ({ post_id: w.annsPost })),
  'posts.comment': by('member', (w) => ({ post_id: w.annsPost, content: 'Hi' })),
  'posts.removeComment': by('ann', (w) => ({ comment_id: w.annsComment })),
  'posts.likeComment': by('member', (w) => ({ comment_id: w.annsComment })),

  'music.upload': by('member', (w, t) => received(t, w.callers.member, 'music.upload', fixture('track.mp3'))),
  'music.updateTrack': by('ann', (w) => ({ track_id: w.annsTrack, name: 'New' })),
  'music.removeTrack': by('ann', (w) => ({ track_id: w.annsTrack })),
  'music.createPlaylist': by('member', () => ({ name: 'New' })),
  'music.updatePlaylist': by('ann', (w) => ({ playlist_id: w.annsPlaylist, name: 'New' })),
  'music.removePlaylist': by('ann', (w) => ({ playlist_id: w.annsPlaylist })),
  'music.addTrack': by('ann', (w) => ({ playlist_id: w.annsPlaylist, track_id: w.annsTrack })),
  'music.followPlaylist': by('member', (w) => ({ playlist_id: w.annsPlaylist })),
  'music.unfollowPlaylist': by('member', async (w, t) => {
    const playlist = { playlist_id: w.annsPlaylist };
    await t.service.call(w.callers.member.session, 'music.followPlaylist', playlist);
    return playlist;
  }),
  'music.keepTrack': by('member', (w) => ({ track_id: w.annsOpenTrack })),
  'music.moveTrack': by('ann', (w) => ({
    playlist_id: w.annsPlaylist,
    track_id: w.annsOpenTrack,
    direction: 'up',
  })),
  'music.dropTrack': by('ann', (w) => ({ playlist_id: w.annsPlaylist, track_id: w.annsOpenTrack })),

  'videos.upload': by('member', (w, t) =>
    received(t, w.callers.member, 'videos.upload', fixture('video.mp4')),
  ),
  'videos.update': by('ann', (w) => ({ video_id: w.annsVideo, name: 'New' })),
  'videos.remove': by('ann', (w) => ({ video_id: w.annsVideo })),

  'community.update': by('owner', () => ({ name: 'New' })),
  'admin.ban': by('owner', (w) => ({ user_id: w.nick, reason: 'Loud' })),
  'admin.unban': by('owner', (w) => ({ user_id: w.callers.banned.id })),
  'admin.setRole': by('owner', (w) => ({ user_id: w.nick, role: 'admin' })),
  'admin.resetCode': by('owner', (w) => ({ user_id: w.nick })),
  'admin.openLetter': by('owner', (w) => ({ mail_id: w.letters.member })),
  'admin.decideReport': by('owner', (w) => ({ report_id: w.report, decision: 'Fine' })),
  'admin.createInvite': by('owner', () => ({ maxUses: 3 })),
  'admin.revokeInvite': by('owner', (w) => ({ code: w.spareCode })),
  'admin.createPromo': by('owner', () => ({ code: 'another', coins: 1, uses: 1 })),
  'admin.revokePromo': by('owner', (w) => ({ code: w.promo })),
  'admin.createBackup': by('owner', () => ({})),
  'admin.chooseBackupFolder': { ...by('owner', () => ({})), isAtHost: true },
  'admin.runBackupFolder': by('owner', async (w, t) => {
    await t.service.call(w.callers.owner.session, 'admin.chooseBackupFolder', {});
    return {};
  }),
  'admin.changeBackupFolder': by('owner', () => ({ every: 48 })),
  'admin.chooseRestoreSource': { ...by('owner', () => ({})), isAtHost: true },
  'admin.checkRestore': by('owner', async (w, t) => {
    const backup = await t.service.call(w.callers.owner.session, 'admin.createBackup', {});
    return { source: 'local', name: backup.Name };
  }),
  'admin.restoreBackup': {
    ...by('owner', async (w, t) => {
      const { session } = w.callers.owner;
      const backup = await t.service.call(session, 'admin.createBackup', {});
      await t.service.call(session, 'admin.checkRestore', { source: 'local', name: backup.Name });
      await t.service.settled();
      return { made: backup.Timestamp };
    }),
    isLast: true,
  },
  'admin.undoRestore': {
    ...by('owner', (_w, t, data) => {
      pretendRestored(data, t.clock.seconds);
      return {};
    }),
    isLast: true,
  },
  'admin.cancelRestore': by('owner', async (w, t, data) => {
    pretendRestored(data, t.clock.seconds);
    await t.service.call(w.callers.owner.session, 'admin.undoRestore', {});
    return {};
  }),
  'admin.cleanStorage': by('owner', () => ({})),
  'admin.share': by('owner', () => ({ on: false, port: 8702 })),
  'admin.checkSharing': by('owner', () => ({})),
  'admin.pairStandby': by('owner', () => ({})),
  'admin.updateStandby': by('owner', async ({ callers: { owner } }, t) => {
    await t.service.call(owner.session, 'admin.pairStandby', {});
    return { wait: true };
  }),
  'admin.removeStandby': by('owner', () => ({})),
  'admin.pairWitness': by('owner', () => ({})),
  'admin.removeWitness': by('owner', () => ({})),
};

function by(who: Write['by'], given: Write['given']): Write {
  return { by: who, given };
}

function inYard(world: World) {
  return { dialog_id: world.yard };
}

async function newPoll(world: World, t: TestService): Promise<number> {
  const poll = { options: ['Yes', 'No'] };
  const { ID } = await t.service.call(world.ann.session, 'dialogs.send', {
    dialog_id: world.yard,
    text: 'Shall we?',
    poll,
  });
  return ID;
}

async function newEvent(world: World, t: TestService): Promise<number> {
  const { ID } = await t.service.call(world.ann.session, 'dialogs.send', {
    dialog_id: world.yard,
    text: 'Party',
    event: { starts: t.clock.seconds + 24 * 3600 },
  });
  return ID;
}

async function newThread(w: World, t: TestService): Promise<number> {
  const { session } = w.callers.member;
  await t.service.call(session, 'dialogs.send', { dialog_id: w.yard, thread: w.annsMessage, text: 'I see' });
  return w.annsMessage;
}
