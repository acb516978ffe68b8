import { inEnglish } from '../plural';

/** What hangs on messages and posts, and lies in libraries: photos, files, tracks, videos. */
export const media = {
  photo: 'Photo',
  photos: (count: number) => inEnglish(count, { one: 'photo', other: 'photos' }),
  photoOf: (place: number, count: number) => (count > 1 ? `Photo ${place} of ${count}` : 'Photo'),
  file: 'File',
  attached: { file: 'File', track: 'Track', video: 'Video', post: 'Post', message: 'Message' },
  gone: 'No longer here',
  spoiler: 'Hidden by its author.',
  download: 'Download',
  downloadOf: (name: string) => `Download ${name}`,
  kinds: {
    image: 'Image',
    video: 'Video',
    audio: 'Audio',
    pdf: 'PDF',
    table: 'Table',
    archive: 'Archive',
    code: 'Code',
    document: 'Document',
    other: 'File',
  },
  sendTo: {
    title: 'Send to',
    find: 'Find a chat',
    note: 'Add a message',
    chats: 'Chats',
    chosen: (count: number) => inEnglish(count, { one: 'chat chosen', other: 'chats chosen' }),
    none: 'No chat of that name',
    empty: 'There is no chat to send it to yet',
    done: (chat: string) => `Sent to ${chat}`,
    doneAll: (count: number) => `Sent to ${inEnglish(count, { one: 'chat', other: 'chats' })}`,
    notSent: (chats: string, why: string) => `Not sent to ${chats}: ${why}`,
  },
  lightbox: {
    close: 'Close',
    zoom: 'Zoom',
    previous: 'Previous photo',
    next: 'Next photo',
    failed: 'The photo could not be loaded.',
  },
};
