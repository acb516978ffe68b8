import type { TestPerson } from '../../../support/service';

export async function dialogs(owner: TestPerson, ann: TestPerson, ben: TestPerson): Promise<void> {
  const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' });
  await owner.call('dialogs.createCommons', { name: 'Commons' });
  await ann.call('dialogs.update', { dialog_id, name: 'Garden', link: 'garden', topic: 2 });
  const { Code: code } = await ann.call('dialogs.createInvite', { dialog_id });
  await ann.call('dialogs.invites', { dialog_id });
  await ann.call('dialogs.invitePreview', { code });
  await ben.call('dialogs.get', { dialog_id, code });
  await ben.call('dialogs.join', { dialog_id, user_id: '@me', code });
  await ann.call('dialogs.revokeInvite', { code });
  await ann.call('dialogs.members', { dialog_id });
  await ann.call('dialogs.members', { dialog_id, mask: 'b' });
  await ann.call('dialogs.setRole', { dialog_id, user_id: ben.id, role: 'admin' });
  await ann.call('dialogs.silence', { dialog_id, user_id: ben.id });
  await ann.call('dialogs.silence', { dialog_id, user_id: ben.id, value: false });
  await ann.call('dialogs.mute', { dialog_id });
  await ann.call('dialogs.mute', { dialog_id, value: true, until: 2 ** 40 });
  await ann.call('dialogs.pin', { dialog_id });
  await ann.call('dialogs.orderPins', { dialogs: [dialog_id] });
  await ann.call('dialogs.saveDraft', { dialog_id, text: 'Unsent' });
  await ann.call('dialogs.drafts', {});
  await ann.call('dialogs.archive', { dialog_id });
  await ben.call('dialogs.send', { dialog_id, text: 'Back' });
  const { ID: folder_id } = await ann.call('dialogs.createFolder', { name: 'Mine', dialogs: [dialog_id] });
  await ann.call('dialogs.folders', {});
  await ann.call('dialogs.updateFolder', { folder_id, name: 'New', types: ['group'] });
  await ann.call('dialogs.takeFromFolder', { folder_id, dialog_id });
  await ann.call('dialogs.putInFolder', { folder_id, dialog_id });
  const { ID: second } = await ann.call('dialogs.createFolder', { name: 'Second' });
  await ann.call('dialogs.orderFolders', { folders: [second, folder_id] });
  await ann.call('dialogs.removeFolder', { folder_id: second });
  await ann.call('dialogs.join', { dialog_id, user_id: owner.id });
  await ben.call('dialogs.leave', { dialog_id, user_id: owner.id });
  await ann.call('dialogs.leave', { dialog_id, user_id: '@me' });
  await ben.call('dialogs.remove', { dialog_id });
  await ann.call('dialogs.createPrivate', { user_id: ben.id });
  await ann.call('dialogs.list', {});
  await ann.call('dialogs.list', { limit: 1 });
  for (const mask of [undefined, 'dialog 1']) {
    for (const sort of [0, 1, 2]) {
      for (const facts of [
        {},
        { type: 1 },
        { country: 4 },
        { topic: 2 },
        { type: 2, country: 4, topic: 2 },
      ]) {
        await ann.call('dialogs.find', { ...(mask && { mask }), sort, ...facts });
      }
    }
  }
}
