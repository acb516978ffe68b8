import type { MessageModel, Photo } from '../../../shared/contract/records';
import { LIMITS } from '../../../shared/limits';
import { call, photos } from '../../api';
import { openLightbox, type GalleryPhoto } from '../../media/lightbox';
import type { SharedItem } from '../panel/shared-list.svelte';
import { addressOfDialog } from '../screen.svelte';
import type { MessageRun } from './message-run.svelte';

/** Opens a photo of a message; the lightbox steps through all photos of the chat. `run` has the loaded messages. */
export async function openChatPhoto(
  run: Pick<MessageRun, 'messages' | 'hasNewer'>,
  message: MessageModel,
  photo: Photo,
): Promise<void> {
  const isLoaded = run.messages.some(({ ID }) => ID === message.ID);
  const loaded = isLoaded ? run.messages : [message];
  // The URLs of photos that have been on screen for a day have expired.
  await photos.ready(loaded.flatMap(({ Photos }) => Photos));
  const all = loaded.flatMap((one) => photosOf(one, photo));
  const index = all.findIndex((one) => one.message === message.ID && one.photo.ID === photo.ID);
  // The first pages begin where the loaded messages end, although the outermost of those may have no photo.
  const hasNewer = run.hasNewer || !isLoaded;
  await openLightbox(all, index, {
    before: olderPhotos(message.Dialog.ID, loaded[0]?.ID ?? message.ID),
    ...(hasNewer && { after: newerPhotos(message.Dialog.ID, loaded.at(-1)?.ID ?? message.ID) }),
  });
}

/** Opens one of the shared photos of a dialog, which are listed newest first. */
export async function openSharedPhoto(
  dialog: number,
  shared: readonly SharedPhoto[],
  index: number,
): Promise<void> {
  const all = chatPhotos(dialog, shared);
  await openLightbox(all, all.length - 1 - index, { before: olderPhotos(dialog, all[0]?.message ?? 0) });
}

type SharedPhoto = Pick<SharedItem<'photos'>, 'Message' | 'Item' | 'Timestamp'>;

/** A photo of the gallery with the ID of its message. */
type ChatPhoto = GalleryPhoto & { message: number };

/** Returns the photos of a message; the clicked one even if it couldn't be read again. */
function photosOf(message: MessageModel, clicked?: Photo): ChatPhoto[] {
  return message.Photos.flatMap((id) => {
    const photo = photos.peek(id) ?? (id === clicked?.ID ? clicked : null);
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

/** Returns a function that loads the photos before a message page by page, oldest first. */
function olderPhotos(dialog: number, start: number): () => Promise<ChatPhoto[]> {
  let before = start;
  return async () => {
    const page = await call('dialogs.shared', { dialog_id: dialog, kind: 'photos', last_id: before });
    const older = chatPhotos(dialog, page as SharedPhoto[]);
    before = older[0]?.message ?? before;
    return older;
  };
}

/**
 * Returns a function that loads all photos after a message, and none the second time: the host lists shared photos from
 * the newest on.
 */
function newerPhotos(dialog: number, after: number): () => Promise<ChatPhoto[]> {
  let isDone = false;
  return async () => {
    const newer: SharedPhoto[] = [];
    for (let before = 0; !isDone;) {
      const input = { dialog_id: dialog, kind: 'photos', last_id: before, limit: LIMITS.pageMax } as const;
      const page = (await call('dialogs.shared', input)) as SharedPhoto[];
      newer.push(...page.filter(({ Message }) => Message > after));
      before = page.at(-1)?.Message ?? 0;
      isDone = before <= after;
    }
    return chatPhotos(dialog, newer);
  };
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
