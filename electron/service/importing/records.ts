import { z } from 'zod';
import { isEmoji } from '../../../shared/emoji';
import { LIMITS, STICKERS, VOICE } from '../../../shared/limits';
import { fileName, folder, identifierOrNone, name, nameOrEmpty, text } from '../../../shared/contract/values';
import { EXPORT_VERSION } from '../account/export/layout';

/*
 * The records in an export of an account, as far as an import reads them. Anyone may have changed an export, so its
 * records are validated like other input.
 */

const id = z.int().positive();
const time = z.int().min(0).max(253_402_300_799);
/** When it was created: `Original` if it had been imported there too. */
const dated = { ID: id, Timestamp: time, Original: time.optional() };
const reference = z.looseObject({ ID: id });

/** What an export contains about the community it comes from. */
export const exportSource = z.looseObject({
  Version: z.literal(EXPORT_VERSION),
  Community: id,
  Person: id,
});

export const exportedFile = z.looseObject({
  ...dated,
  Name: fileName(),
  Folder: folder(),
  Voice: z
    .looseObject({
      Waveform: z.array(z.int().min(0).max(31)).min(1).max(VOICE.waveform),
      Gain: z.int().min(-VOICE.gain).max(VOICE.gain),
    })
    .optional(),
});

export const exportedPhoto = z.looseObject({
  ...dated,
  Caption: text(LIMITS.caption),
  Private: z.boolean(),
});

export const exportedTrack = z.looseObject({
  ...dated,
  Name: name(LIMITS.trackText),
  Author: nameOrEmpty(LIMITS.trackText),
  Release: nameOrEmpty(LIMITS.trackText),
  Genre: nameOrEmpty(LIMITS.trackText),
  Text: text(LIMITS.lyrics),
  Explicit: z.literal([0, 1]),
  Cover: identifierOrNone(),
  Private: z.boolean(),
});

export const exportedVideo = z.looseObject({
  ...dated,
  Name: name(LIMITS.videoName),
  Description: text(LIMITS.videoDescription),
  Preview: identifierOrNone(),
});

export const exportedPlaylist = z.looseObject({
  ...dated,
  Name: name(LIMITS.playlistName),
  Release: nameOrEmpty(LIMITS.trackText),
  Description: text(LIMITS.playlistDescription),
  Cover: identifierOrNone(),
  Private: z.boolean(),
  Default: z.boolean(),
  Tracks: z.array(id).max(LIMITS.playlistTracks),
});

export const exportedStickerPack = z.looseObject({
  ...dated,
  Name: name(STICKERS.name),
  Stickers: z
    .array(
      z.looseObject({
        ID: id,
        Emoji: z.array(z.string().refine(isEmoji)).min(1).max(STICKERS.emoji),
      }),
    )
    .max(STICKERS.each),
});

export const exportedPost = z.looseObject({
  ...dated,
  Author: reference,
  Target: reference.nullable(),
  Content: text(LIMITS.post),
  Photos: z.array(id).max(LIMITS.photosEach),
  Attachments: z
    .array(z.looseObject({ Type: z.enum(['video', 'track', 'file', 'post']), Item: reference.nullable() }))
    .max(LIMITS.attachmentsEach),
  EditTimestamp: time,
  Language: z.int().min(0).max(3),
  Repost: reference.nullable(),
  Nsfw: z.boolean(),
  Audience: z.union([z.literal(1), z.literal(2)]).optional(),
  CommentsClosed: z.literal(true).optional(),
});

export const exportedComment = z.looseObject({
  ...dated,
  Content: text(LIMITS.comment),
  Photos: z.array(id).max(LIMITS.photosEach),
  Voice: reference.nullable().optional(),
  Post: id,
});

export type ExportedPlaylist = z.infer<typeof exportedPlaylist>;
export type ExportedPost = z.infer<typeof exportedPost>;
