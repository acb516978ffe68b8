import type { Service } from '../../../../electron/service';
import { dialogId, LARGE } from '../../../bench/seed';
import { upload } from '../../../support/content';
import { fixture } from '../../../support/fixtures';
import type { TestPerson } from '../../../support/service';

export async function stickers(
  service: Service,
  { owner, ann, ben }: { owner: TestPerson; ann: TestPerson; ben: TestPerson },
): Promise<void> {
  const { ID: pack_id } = await ann.call('stickers.createPack', { name: 'Cats' });
  const draw = (emoji: string) =>
    upload(service, ann.session, 'stickers.upload', fixture('picture.png'), { pack_id, emoji });
  const [{ ID: sticker }, { ID: sticker_id }] = [await draw('😀'), await draw('😢')];
  await ann.call('stickers.updatePack', { pack_id, name: 'Kittens', stickers: [sticker_id] });
  await ann.call('stickers.update', { sticker_id, emoji: '👍' });
  await ben.call('stickers.addPack', { pack_id });
  const { Log: log, Seq: since } = await ben.call('sync.begin', {});
  const { ID: message_id } = await ben.call('dialogs.send', { dialog_id: dialogId(LARGE), sticker });
  await ann.call('stickers.remove', { sticker_id });
  await ben.call('sync.changes', { log, since });
  await ben.call('dialogs.message', { message_id });
  await ben.call('stickers.packs', {});
  await ben.call('stickers.pack', { pack_id });
  await ben.call('stickers.allPacks', {});
  await ben.call('stickers.dropPack', { pack_id });
  await owner.call('stickers.removePack', { pack_id });
}
