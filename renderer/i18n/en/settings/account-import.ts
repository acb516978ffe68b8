import { inEnglish } from '../../../../shared/texts/en/plural';

/** Importing a data export. */
export const accountImport = {
  title: 'Import your data',
  description:
    'From the zip file of another community: profile, posts, photos, videos, music, playlists and files.',
  choose: 'Choose file',
  stop: 'Stop',
  sending: 'Uploading',
  running: 'Importing',
  progress: (done: string, total: string) => `${done} of ${total}`,
  done: (when: string) => `Import finished (started ${when})`,
  cancelled: 'Import stopped. What was imported stays. Choose the same file again to continue.',
  lost: 'The host lost the file before the import ended. Choose it again to continue.',
  invalid: 'Part of the file is damaged. Export your data again and choose the new file.',
  refused: 'This file isn’t a data export, or it’s damaged. Export your data again and choose the new file.',
  again: 'Choose the same file again to continue.',
  imported: (list: string) => `Imported: ${list}`,
  existing: (list: string) => `Already here: ${list}`,
  skipped: 'Not imported:',
  never:
    'Chats, friends, gifts and coins are never imported: chats contain what others wrote, the rest belongs to the other community. Imported posts show when you wrote them and when you imported them.',
  kinds: {
    file: (count: number) => inEnglish(count, { one: 'file', other: 'files' }),
    photo: (count: number) => inEnglish(count, { one: 'photo', other: 'photos' }),
    track: (count: number) => inEnglish(count, { one: 'track', other: 'tracks' }),
    video: (count: number) => inEnglish(count, { one: 'video', other: 'videos' }),
    playlist: (count: number) => inEnglish(count, { one: 'playlist', other: 'playlists' }),
    sticker_pack: (count: number) => inEnglish(count, { one: 'sticker pack', other: 'sticker packs' }),
    post: (count: number) => inEnglish(count, { one: 'post', other: 'posts' }),
    comment: (count: number) => inEnglish(count, { one: 'comment', other: 'comments' }),
    scheduled: (count: number) => inEnglish(count, { one: 'scheduled post', other: 'scheduled posts' }),
    attachment: (count: number) =>
      inEnglish(count, {
        one: 'attachment, playlist track or sticker',
        other: 'attachments, playlist tracks or stickers',
      }),
    profile: (count: number) => inEnglish(count, { one: 'profile field', other: 'profile fields' }),
    preference: (count: number) => inEnglish(count, { one: 'preference', other: 'preferences' }),
  },
  reasons: {
    others: 'belongs to someone else, or to their wall or post',
    damaged: 'damaged or not accepted here',
    missing: 'missing from the file',
    too_large: 'too large for this community',
    quota: 'not enough storage here',
    limit: 'over a limit of this community',
    past: 'the scheduled time has passed',
    kept: 'you’ve already set something else here',
  },
};
