import type { Attachment } from '../../../shared/contract/records';
import type { UploadTask } from '../../api';
import { PHOTO_TYPES } from './kinds';

/** The kinds of what can be attached. */
export type AttachmentKind = 'photo' | Attachment['Type'];

/**
 * Returns the kind of attachment for a file. Pictures, music and videos of formats the host can read keep their kind;
 * anything else is a file.
 */
export function kindFor({ type }: File): AttachmentKind {
  if (PHOTO_TYPES.split(',').includes(type)) return 'photo';
  if (/^audio\/(mpeg|mp3|flac|x-flac|ogg|opus|mp4|x-m4a|aac|wav|x-wav|wave)$/.test(type)) return 'track';
  if (/^video\/(mp4|quicktime|webm|x-matroska|matroska)$/.test(type)) return 'video';
  return 'file';
}

/**
 * Returns the call that receives a file as this kind of attachment. Photos and tracks are visible only where they are
 * sent, and not on the person's own page, until a post for everyone has them.
 */
export function taskFor(file: File, kind: AttachmentKind): UploadTask {
  switch (kind) {
    case 'photo':
      return { call: 'photos.upload', input: { mode: 'private' } };
    case 'track':
      return { call: 'music.upload', input: { filename: file.name, mode: 'private' } };
    case 'video':
      return { call: 'videos.upload', input: { filename: file.name } };
    default:
      return { call: 'files.upload', input: { filename: file.name } };
  }
}
