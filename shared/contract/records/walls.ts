import { z } from 'zod';
import { ERROR_STATUS, type ErrorCode } from '../../errors';
import { File, Track, Video } from './media';
import { Author } from './people';

/** Records of posts and comments. */

const number = z.number();

export const Likes = z.object({ IsLikedByYou: z.boolean(), Likes: number });

/** An item attached to a message or post; `Item` is null once it was deleted. */
export const Attachment = z.object({
  ID: number,
  Type: z.enum(['video', 'track', 'file', 'post']),
  get Item() {
    return z.union([Video, Track, File, PostModel]).nullable();
  },
  Timestamp: number,
});

/** The error code with which publishing a scheduled message or post was refused. */
export const Refusal = z.enum(Object.keys(ERROR_STATUS) as ErrorCode[]);

/** When something imported was written in another community, as its author says; absent for everything written here. */
const Original = number.optional();

/**
 * `Scheduled` is present while it waits for its `Timestamp`, `RepostGone` if what it reposts was deleted or is not
 * visible to the viewer, `Audience` if it is only for friends of its author (1) or for nobody else (2),
 * `CommentsClosed` if only its author may comment.
 */
export const PostModel = z.object({
  ID: number,
  Author,
  Target: Author.nullable(),
  Content: z.string(),
  Photos: z.array(number),
  get Attachments() {
    return z.array(Attachment);
  },
  Timestamp: number,
  EditTimestamp: number,
  Original,
  Likes,
  Comments: number,
  Reposts: number,
  Views: number,
  IsAd: z.literal(false),
  Language: number,
  get Repost() {
    return PostModel.nullable();
  },
  RepostGone: z.literal(true).optional(),
  Nsfw: z.boolean(),
  Audience: z.union([z.literal(1), z.literal(2)]).optional(),
  CommentsClosed: z.literal(true).optional(),
  Scheduled: z.literal(1).optional(),
  Refusal: Refusal.optional(),
});

/** `Post` is the post that was commented on. */
export const Comment = z.object({
  ID: number,
  Author,
  Content: z.string(),
  Photos: z.array(number),
  /** The file of a voice message; null if it was deleted. */
  Voice: File.nullable().optional(),
  Timestamp: number,
  Original,
  Likes,
  Post: PostModel,
});

export type Attachment = z.infer<typeof Attachment>;
export type PostModel = z.infer<typeof PostModel>;
export type Comment = z.infer<typeof Comment>;
export type Likes = z.infer<typeof Likes>;
