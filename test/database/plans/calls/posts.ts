import type { Service } from '../../../../electron/service';
import { dialogId, LARGE } from '../../../bench/seed';
import { upload } from '../../../support/content';
import { fixture } from '../../../support/fixtures';
import type { TestPerson } from '../../../support/service';

export async function posts(
  service: Service,
  owner: TestPerson,
  ann: TestPerson,
  ben: TestPerson,
): Promise<void> {
  await ann.call('people.subscribe', { user: ben.id, value: true });
  const { ID: photo } = await upload(service, ben.session, 'photos.upload', fixture('picture.png'));
  const { ID: track } = await upload(service, ben.session, 'music.upload', fixture('track.wav'));
  const { ID: source } = await ben.call('posts.create', {
    user: '@me',
    content: 'Bread',
    photos_list: [photo],
    attachments: [{ Type: 'track', Item: track }],
  });
  const { ID: post_id } = await ann.call('posts.create', {
    user: ben.id,
    content: 'Good bread @ben.b',
    repost: source,
  });
  for (const lang of [0, 1]) {
    await ann.call('posts.list', { user: ben.id, lang });
    await ann.call('posts.list', { user: '@me', feed: true, lang });
    await ann.call('posts.all', { lang });
  }
  await owner.call('posts.get', { post_id });
  await owner.call('posts.find', { mask: 'bread' });
  await ann.call('posts.edit', { post_id, content: 'Better bread @ben.b', language: 1 });
  await ben.call('posts.edit', { post_id: source, content: 'Fresh bread', photos_list: [] });
  for (const repost of [0, source]) await ann.call('posts.edit', { post_id, repost });
  for (const audience of [1, 2, 0]) await ben.call('posts.edit', { post_id: source, audience });
  for (const value of [true, false, true]) await owner.call('posts.like', { post_id, value });
  const { ID: comment_id } = await owner.call('posts.comment', { post_id, content: 'Where, @ben.b?' });
  await ben.call('posts.comments', { post_id });
  await ben.call('posts.getComment', { comment_id });
  for (const value of [true, false, true]) await ben.call('posts.likeComment', { comment_id, value });
  await ann.call('people.notifications', {});
  await owner.call('people.notifications', {});
  await ann.call('people.reportItem', { Type: 'comment', Item: comment_id, reason: 'too short' });
  const repeated = {
    dialog_id: dialogId(LARGE),
    repost: post_id,
    attachments: [{ Type: 'post' as const, Item: source }],
  };
  await ann.call('dialogs.send', repeated);
  await ben.call('photos.remove', { photo_id: photo });
  await ben.call('music.removeTrack', { track_id: track });
  await ann.call('people.block', { user: owner.id });
  await ann.call('people.unblock', { user: owner.id });
  await owner.call('posts.removeComment', { comment_id });
  await ben.call('posts.remove', { post_id });
}
