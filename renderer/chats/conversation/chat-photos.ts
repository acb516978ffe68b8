import type { MessageModel, Photo } from '../../../shared/contract/records';
import { call, photos } from '../../api';
import { openLightbox, type GalleryPhoto } from '../../media/lightbox';
import type { SharedItem } from '../panel/shared-list.svelte';
import { addressOfDialog } from '../screen.svelte';

/** Opens a photo of a message; the lightbox steps through all photos of the chat. `messages` are those loaded. */
export async function openChatPhoto(
  messages: readonly MessageModel[],
  message: MessageModel,
  photo: Photo,
): Promise<void> {
  const loaded = messages.some(({ ID }) => ID === message.ID) ? messages : [message];
  // The URLs of photos that have been on screen for a day have expired.
  await photos.ready(loaded.flatMap(({ Photos }) => Photos));
  const all = loaded.flatMap((one) => photosOf(one, photo));
  const { ID: dialog } = message.Dialog;
  const start = loaded[0]?.ID ?? message.ID;
  const index = all.findIndex((one) => one.message === message.ID && one.photo.ID === photo.ID);
  // The first pages end where the loaded messages begin, although the first of those may have no photo.
  let before = start;
  await openLightbox(all, index, async () => {
    const older = await olderPhotos(dialog, before);
    before = older[0]?.message ?? before;
    return older;
  });
}

/** Opens one of the shared photos of a dialog, which are listed newest first. */
export async function openSharedPhoto(
  dialog: number,
  shared: readonly SharedPhoto[],
  index: number,
): Promise<void> {
  const all = chatPhotos(dialog, shared);
  let before = all[0]?.message ?? 0;
  await openLightbox(all, all.length - 1 - index, async () => {
    const older = await olderPhotos(dialog, before);
    before = older[0]?.message ?? before;
    return older;
  });
}

type SharedPhoto = Pick<SharedItem<'photos'>, 'Message' | 'Item' | 'Timestamp'>;

/** A photo of the gallery with the ID of its message. */
type ChatPhoto = GalleryPhoto & { message: number };

/** Returns the photos of a message; the clicked one even if it couldn't be read again. */
function photosOf(message: MessageModel, clicked: Photo): ChatPhoto[] {
  return message.Photos.flatMap((id) => {
    const photo = photos.peek(id) ?? (id === clicked.ID ? clicked : null);
    if (!photo) return [];
    return {
      photo,
      message: message.ID,
      author: message.Author,
      time: message.Timestamp,
      text: message.Text,
      address: addressOfDialog(message.Dialog.ID, message.ID),
    };
  });
}

/** Loads a page of photos from before a message, oldest first. */
async function olderPhotos(dialog: number, before: number): Promise<ChatPhoto[]> {
  const page = await call('dialogs.shared', { dialog_id: dialog, kind: 'photos', last_id: before });
  return chatPhotos(dialog, page as SharedPhoto[]);
}

/** Returns shared photos, which are listed newest first, in the order of the chat. */
function chatPhotos(dialog: number, shared: readonly SharedPhoto[]): ChatPhoto[] {
  return shared.toReversed().map(({ Message, Item, Timestamp }) => ({
    photo: Item,
    message: Message,
    time: Timestamp,
    address: addressOfDialog(dialog, Message),
  }));
}
