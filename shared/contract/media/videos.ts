import { z } from 'zod';
import { LIMITS, PAGE_SIZES } from '../../limits';
import { read, write } from '../endpoint';
import { Response, Video } from '../records';
import {
  fileName,
  identifier,
  limit,
  name,
  page,
  photoIdOrNone,
  seenVersion,
  text,
  uploadId,
} from '../values';

const video = { video_id: identifier() };
const description = () => text(LIMITS.videoDescription);

/** Calls about videos: uploading, listing, changing and deleting. */
export const videos = {
  'videos.upload': write('POST /video', {
    summary: 'Stores a video.',
    repeat: { by: 'videos.get', id: 'video_id' },
    since: '1.0.0',
    upload: { part: 'file', kind: 'video' },
    query: ['filename'],
    input: z.object({
      file: uploadId(),
      filename: fileName().optional(),
      description: description().default(''),
    }),
    output: Video,
  }),
  'videos.list': read('GET /video', {
    summary: 'The own videos, newest first.',
    since: '1.0.0',
    input: z.object({ page: page(), limit: limit(PAGE_SIZES.videos) }),
    output: z.array(Video),
  }),
  'videos.get': read('GET /video/{video_id}', {
    summary: 'One video: an own one, or one that was sent to the caller, which counts as a view once a day.',
    since: '1.0.0',
    input: z.object(video),
    output: Video,
  }),
  'videos.update': write('PATCH /video/{video_id}', {
    summary: 'Renames an own video, describes it or gives it a picture.',
    repeat: { by: 'videos.get', id: 'video_id' },
    since: '1.0.0',
    input: z.object({
      ...video,
      name: name(LIMITS.videoName).optional(),
      description: description().optional(),
      preview: photoIdOrNone().optional(),
      ifVersion: seenVersion(),
    }),
    output: Video,
  }),
  'videos.remove': write('DELETE /video/{video_id}', {
    summary: 'Removes an own video, also from where it was sent.',
    since: '1.0.0',
    input: z.object(video),
    output: Response,
  }),
} as const;
