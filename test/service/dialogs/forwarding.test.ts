import { describe, expect, test } from 'vitest';
import { upload } from '../../support/content';
import { fixture } from '../../support/fixtures';
import { testService } from '../../support/service';

/** Ann and Bob have a private dialog; Bob and Carl have one. */
async function threePeople() {
  const t = await testService();
  const [ann, bob, carl] = await t.people('Ann', 'Bob', 'Carl');
  const { ID: first } = await ann.call('dialogs.createPrivate', { user_id: bob.id });
  const { ID: second } = await bob.call('dialogs.createPrivate', { user_id: carl.id });
  return { t, ann, bob, carl, first, second };
}

describe('a forwarded message', () => {
  test('has the content of its source and names the original author, however often it is forwarded', async () => {
    const { t, ann, bob, carl, first, second } = await threePeople();
    const photo = await upload(t.service, ann.session, 'photos.upload', fixture('picture.png'));
    const file = await upload(t.service, ann.session, 'files.upload', Buffer.from('Hello'), {
      filename: 'a.txt',
    });
    const { ID: forward } = await ann.call('dialogs.send', {
      dialog_id: first,
      text: 'See https://example.org',
      photos_list: [photo.ID],
      attachments: [{ Type: 'file', Item: file.ID }],
    });
    const line = await carl.listen();
    const sent = await bob.call('dialogs.send', { dialog_id: second, forward });
    const content = { Text: 'See https://example.org', Photos: [photo.ID], Forwarded: { ID: ann.id } };
    expect(sent).toMatchObject({
      ...content,
      Author: { ID: bob.id },
      Attachments: [{ Item: { ID: file.ID } }],
    });
    const heard = (await line.take()).find(({ Type }) => Type === 'message');
    expect(heard).toMatchObject({ Message: content });
    const { ID: group } = await carl.call('dialogs.create', { name: 'Group', type: 'group' });
    const again = await carl.call('dialogs.send', { dialog_id: group, forward: sent.ID });
    expect(again).toMatchObject({ ...content, Author: { ID: carl.id } });
    await ann.call('dialogs.deleteMessage', { message_id: forward });
    expect(await carl.call('dialogs.message', { message_id: again.ID })).toMatchObject(content);
    // Back to who wrote it, it is theirs again.
    const back = await bob.call('dialogs.send', { dialog_id: first, forward: sent.ID });
    expect(await ann.call('dialogs.send', { dialog_id: first, forward: back.ID })).not.toHaveProperty(
      'Forwarded',
    );
    expect(await bob.call('dialogs.shared', { dialog_id: second, kind: 'links' })).toHaveLength(1);
  });

  test('leaves out what was deleted, and is refused if nothing is left', async () => {
    const { t, ann, bob, first, second } = await threePeople();
    const photo = await upload(t.service, ann.session, 'photos.upload', fixture('picture.png'));
    const file = await upload(t.service, ann.session, 'files.upload', Buffer.from('Hello'));
    const post = await ann.call('posts.create', { user: '@me', content: 'Bread' });
    const attached = { photos_list: [photo.ID], attachments: [{ Type: 'file' as const, Item: file.ID }] };
    const source = await ann.call('dialogs.send', { dialog_id: first, ...attached });
    const reposts = await Promise.all(
      ['', 'Look'].map((text) => ann.call('dialogs.send', { dialog_id: first, text, repost: post.ID })),
    );
    const pass = { dialog_id: second, forward: source.ID };
    await ann.call('files.remove', { file_id: file.ID });
    expect(await bob.call('dialogs.send', pass)).toMatchObject({ Photos: [photo.ID], Attachments: [] });
    await ann.call('photos.remove', { photo_id: photo.ID });
    await ann.call('posts.remove', { post_id: post.ID });
    const [bare = source, withText = source] = reposts;
    for (const { ID: forward } of [source, bare])
      expect((await bob.refused('dialogs.send', { dialog_id: second, forward })).code).toBe('not_found');
    const sent = await bob.call('dialogs.send', { dialog_id: second, forward: withText.ID });
    expect(sent).toMatchObject({ Text: 'Look', Repost: null, Forwarded: { ID: ann.id } });
  });

  test('can only come from a dialog that its sender can read, and has no content of its own', async () => {
    const { ann, bob, carl, first, second } = await threePeople();
    const { ID: forward } = await ann.call('dialogs.send', { dialog_id: first, text: 'Secret' });
    const foreign = await carl.refused('dialogs.send', { dialog_id: second, forward });
    expect(foreign.fields).toHaveProperty('forward');
    const mixed = await bob.refused('dialogs.send', { dialog_id: second, forward, text: 'Mine' });
    expect(mixed.fields).toHaveProperty('text');
    const timestamp = 2 ** 31;
    expect((await bob.refused('dialogs.send', { dialog_id: second, forward, timestamp })).code).toBe(
      'validation_error',
    );
    const poll = await ann.call('dialogs.send', {
      dialog_id: first,
      text: 'Which?',
      poll: { options: ['A', 'B'] },
    });
    expect((await bob.refused('dialogs.send', { dialog_id: second, forward: poll.ID })).code).toBe(
      'conflict',
    );
    const { ID: group } = await ann.call('dialogs.create', { name: 'Group', type: 'group' });
    await ann.call('dialogs.join', { dialog_id: group, user_id: bob.id });
    const [notice] = await bob.call('dialogs.messages', { dialog_id: group });
    const notices = await bob.refused('dialogs.send', { dialog_id: second, forward: notice?.ID ?? 0 });
    expect(notices.fields).toHaveProperty('forward');
  });

  test('cannot be edited', async () => {
    const { ann, bob, first, second } = await threePeople();
    const { ID: forward } = await ann.call('dialogs.send', { dialog_id: first, text: 'Yes' });
    const { ID: message_id } = await bob.call('dialogs.send', { dialog_id: second, forward });
    expect((await bob.refused('dialogs.editMessage', { message_id, text: 'No' })).code).toBe('conflict');
    const own = await bob.call('dialogs.send', { dialog_id: second, text: 'Mine' });
    const copy = await bob.call('dialogs.send', { dialog_id: second, forward: own.ID });
    await bob.call('dialogs.editMessage', { message_id: copy.ID, text: 'Mine, edited' });
  });

  test('shows its author to each reader as privacy allows', async () => {
    const { ann, bob, carl, first, second } = await threePeople();
    const { ID: forward } = await carl.call('dialogs.send', { dialog_id: second, text: 'Hello' });
    const { ID: message_id } = await bob.call('dialogs.send', { dialog_id: first, forward });
    await carl.call('account.remove', { password: carl.password });
    const { Forwarded } = await ann.call('dialogs.message', { message_id });
    expect(Forwarded).toMatchObject({ ID: carl.id, Name: '', Deleted: 1 });
  });
});
