import { expect } from 'vitest';
import type { Input, Name, Output } from '../../../shared/contract';
import { upload } from '../../support/content';
import { fixture } from '../../support/fixtures';
import { replicaOf } from '../../support/replicas';
import { testService } from '../../support/service';

/** Ann's community: a group, a private dialog, a friend's wall, and one thing of each kind of hers. */
export async function replicaWorld() {
  const t = await testService();
  const [ann, ben, cleo] = await t.people('Ann', 'Ben', 'Cleo');
  for (const [one, other] of [
    [ann, ben],
    [ben, ann],
    [cleo, ann],
  ] as const)
    await one.call('people.subscribe', { user: other.id, value: true });
  const { ID: group } = await ann.call('dialogs.create', { name: 'Group', type: 'group' });
  await ann.call('dialogs.join', { dialog_id: group, user_id: ben.id });
  const voice = await upload(t.service, ben.session, 'files.upload', fixture('track.opus'), {
    waveform: '0v',
  });
  const attachments = [{ Type: 'file' as const, Item: voice.ID }];
  await ben.call('dialogs.send', { dialog_id: group, attachments });
  const { ID: own } = await ann.call('dialogs.send', { dialog_id: group, text: 'First of Ann' });
  const { ID: poll } = await ann.call('dialogs.send', {
    dialog_id: group,
    text: 'Which?',
    poll: { options: ['One', 'Two'] },
  });
  const starts = t.clock.seconds + 24 * 3600;
  const { ID: event } = await ann.call('dialogs.send', {
    dialog_id: group,
    text: 'Party',
    event: { starts },
  });
  await ben.call('dialogs.answerEvent', { message_id: event, answer: 'going' });
  const { ID: last } = await ben.call('dialogs.send', { dialog_id: group, text: 'Last of Ben' });
  const { ID: post } = await ben.call('posts.create', { user: ben.id, content: 'Post of Ben' });
  const { ID: ownPost } = await ann.call('posts.create', { user: ann.id, content: 'Post of Ann' });
  const { ID: comment } = await ben.call('posts.comment', { post_id: ownPost, content: 'Comment of Ben' });
  const { ID: ownComment } = await ann.call('posts.comment', { post_id: post, content: 'Comment of Ann' });
  const file = await upload(t.service, ann.session, 'files.upload', Buffer.from('Hello'), {
    filename: 'a.txt',
  });
  const photo = await upload(t.service, ann.session, 'photos.upload', fixture('picture.png'));
  const track = await upload(t.service, ann.session, 'music.upload', fixture('track.mp3'));
  const video = await upload(t.service, ann.session, 'videos.upload', fixture('video.mp4'));
  const pins: number[] = [];
  for (const name of ['Lower', 'Upper']) {
    const { ID: dialog_id } = await ann.call('dialogs.create', { name, type: 'group' });
    await ann.call('dialogs.pin', { dialog_id });
    pins.push(dialog_id);
  }
  const { ID: folder } = await ann.call('dialogs.createFolder', {
    name: 'Folder',
    dialogs: pins.slice(0, 1),
  });
  const { ID: second } = await ann.call('dialogs.createFolder', { name: 'Second' });
  const { ID: pack } = await ann.call('stickers.createPack', { name: 'Cats' });
  const { ID: playlist } = await ann.call('music.createPlaylist', { name: 'Playlist' });
  const { ID: filled } = await ann.call('music.createPlaylist', { name: 'Filled' });
  await ann.call('music.addTrack', { playlist_id: filled, track_id: track.ID });
  t.clock.advance(10);
  const world = {
    ...{
      t,
      ann,
      ben,
      cleo,
      group,
      folder,
      pins,
      second,
      pack,
      own,
      poll,
      event,
      starts,
      last,
      post,
      ownPost,
      comment,
      ownComment,
      playlist,
      filled,
    },
    ...{ voice: voice.ID, file: file.ID, photo: photo.ID, track: track.ID, video: video.ID },
    ...replicaOf(t, ann, { community: (await ann.call('community.get', {})).ID }),
  };
  expect(await world.sync.catchUp()).toBe('current');
  return world;
}

export type World = Awaited<ReturnType<typeof replicaWorld>>;

/** A pending call, where its effect is looked for, and how it is recognized there. */
export interface Case<W extends Name, R extends Name> {
  name: W;
  input: Input<W>;
  read: R;
  from: Input<R>;
  shows: (answer: Output<R>) => boolean;
}

/** Keeps the types of a case together. */
export function pendingCase<W extends Name, R extends Name>(
  name: W,
  input: Input<W>,
  read: R,
  from: Input<R>,
  shows: (answer: Output<R>) => boolean,
): Case<Name, Name> {
  return { name, input, read, from, shows } as never;
}
