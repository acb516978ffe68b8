import { z } from 'zod';
import { LIMITS, PAGE_SIZES } from '../../limits';
import { read, write } from '../endpoint';
import { BaseOkay, Photo } from '../records';
import {
  identifier,
  identifierList,
  limit,
  page,
  personReference,
  seenVersion,
  text,
  uploadId,
} from '../values';

const photo = { photo_id: identifier() };
const paged = { page: page(), limit: limit(PAGE_SIZES.photos) };
const mode = () => z.enum(['public', 'private']);
/** Which photos a list contains. */
const listedMode = () => z.enum(['public', 'private', 'all']).default('all');

/** Calls about photos: uploading, listing, captions and deleting. */
export const photos = {
  'photos.upload': write('POST /photos', {
    summary: 'Stores a photo, turned upright and without what the camera wrote into it.',
    since: '1.1.0',
    upload: { part: 'photo', kind: 'photo' },
    input: z.object({
      photo: uploadId(),
      caption: text(LIMITS.caption).default(''),
      mode: mode().default('public'),
    }),
    output: Photo,
  }),
  'photos.list': read('GET /photos', {
    summary: 'The own photos, newest first.',
    since: '1.1.0',
    input: z.object({ ...paged, mode: listedMode() }),
    output: z.array(Photo),
  }),
  'photos.get': read('GET /photos/{photo_id}', {
    summary:
      'One photo: a public one, one that was sent to the caller, or an avatar of a person, dialog or community that they can see.',
    since: '1.1.0',
    input: z.object(photo),
    output: Photo,
  }),
  'photos.some': read('GET /photos/some/{ids}', {
    summary:
      'Several photos at once, as records name them; those that are gone or not to be seen are left out.',
    since: '1.1.0',
    input: z.object({ ids: identifierList(LIMITS.pageMax) }),
    output: z.array(Photo),
  }),
  'photos.update': write('PATCH /photos/{photo_id}', {
    summary: 'Changes the caption of an own photo.',
    repeat: { by: 'photos.get', id: 'photo_id' },
    since: '1.1.0',
    input: z.object({ ...photo, caption: text(LIMITS.caption), ifVersion: seenVersion() }),
    output: Photo,
  }),
  'photos.remove': write('DELETE /photos/{photo_id}', {
    summary: 'Removes an own photo from everywhere.',
    since: '1.1.0',
    input: z.object(photo),
    output: BaseOkay,
  }),
  'photos.of': read('GET /user/{user}/photos', {
    summary:
      "A person's photos, newest first: public ones, and of oneself also private ones. Of others, private is empty.",
    since: '1.1.0',
    input: z.object({ user: personReference(), ...paged, mode: listedMode() }),
    output: z.array(Photo),
  }),
} as const;
