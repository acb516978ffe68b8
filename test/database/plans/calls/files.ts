import type { Service } from '../../../../electron/service';
import { dialogId, LARGE } from '../../../bench/seed';
import { upload } from '../../../support/content';
import { fixture } from '../../../support/fixtures';
import type { TestPerson } from '../../../support/service';

export async function files(service: Service, ann: TestPerson, ben: TestPerson): Promise<void> {
  const { ID: file_id, Url } = await upload(service, ann.session, 'files.upload', Buffer.from('hello'));
  await ann.call('files.update', { file_id, name: 'a.txt', folder: 'Flat' });
  await ann.call('files.get', { file_id });
  await ben.refused('files.get', { file_id });
  await ann.call('files.folders', {});
  await ann.call('files.storage', {});
  for (const sort of ['newest', 'oldest', 'name', 'largest'] as const) {
    for (const kind of ['all', 'document', 'other'] as const)
      for (const narrowed of [{}, { folder: 'Flat' }, { query: 'a txt' }])
        await ann.call('files.list', { sort, kind, ...narrowed });
  }
  const { pathname, searchParams } = new URL(Url, 'http://host');
  const [, , kind = '', id = ''] = pathname.split('/');
  await service.content({ kind, id, exp: searchParams.get('exp') ?? '', sig: searchParams.get('sig') ?? '' });
  const send = () => upload(service, ann.session, 'photos.upload', fixture('picture.png'));
  const { ID: photo_id } = await send();
  await ann.call('account.updateProfile', { avatar: photo_id });
  await ben.call('photos.get', { photo_id });
  await ben.call('photos.some', { ids: [photo_id] });
  await ann.call('photos.list', {});
  await ann.call('photos.list', { mode: 'public' });
  await ben.call('photos.of', { user: ann.id });
  const dialog_id = dialogId(LARGE);
  const attachments = [{ Type: 'file' as const, Item: file_id }];
  const { ID: message_id } = await ann.call('dialogs.send', {
    dialog_id,
    photos_list: [photo_id],
    attachments,
  });
  await ann.call('dialogs.editMessage', { message_id, attachments });
  await ben.call('files.get', { file_id });
  await ann.call('files.get', { file_id });
  for (const kind of ['files', 'photos'] as const)
    await ben.call('dialogs.shared', { dialog_id, kind, limit: 1 });
  const spoken = await upload(service, ben.session, 'files.upload', fixture('track.opus'), {
    waveform: '0v',
  });
  await ben.call('dialogs.send', { dialog_id, attachments: [{ Type: 'file', Item: spoken.ID }] });
  const { Log: log, Seq: since } = await ann.call('sync.begin', {});
  await ann.call('files.markHeard', { file_id: spoken.ID });
  await ann.call('sync.changes', { log, since });
  await ann.call('photos.remove', { photo_id });
  await service.verify();
  await ann.call('files.remove', { file_id });
}
