import { z } from 'zod';
import { LIMITS, PAGE_SIZES, VOICE } from '../../limits';
import { read, write } from '../endpoint';
import { BaseOkay, File } from '../records';
import {
  fileName,
  folder,
  identifier,
  integerBetween,
  limit,
  page,
  seenVersion,
  text,
  uploadId,
  waveform,
} from '../values';

const file = { file_id: identifier() };

/** A folder of the caller's files, with what is directly in it. */
export const Folder = z.object({ Path: z.string(), Files: z.number(), Size: z.number() });

const storageAmount = z.object({ Items: z.number(), Size: z.number() });

/** What the caller stores of every kind, what unused uploads reserve for a day, and what they may store at most. */
const ownStorage = z.object({ Used: storageAmount, Reserved: storageAmount, Limit: storageAmount });

export const files = {
  'files.upload': write('POST /files', {
    summary: 'Stores a file of any kind, or with a waveform a voice message: a recording in Opus or AAC.',
    since: '1.0.0',
    upload: { part: 'file', kind: 'file' },
    query: ['filename', 'folder', 'waveform', 'gain'],
    input: z.object({
      file: uploadId(),
      filename: fileName().optional(),
      folder: folder().optional(),
      waveform: waveform(VOICE.waveform).optional(),
      gain: integerBetween(-VOICE.gain, VOICE.gain).default(0),
    }),
    output: File,
  }),
  'files.list': read('GET /files', {
    summary: 'The own files.',
    since: '1.0.0',
    input: z.object({
      page: page(),
      limit: limit(PAGE_SIZES.files),
      folder: folder().optional(),
      query: text(LIMITS.mask).optional(),
      kind: z.enum(['all', 'image', 'video', 'audio', 'document', 'archive', 'other']).default('all'),
      sort: z.enum(['newest', 'oldest', 'name', 'largest']).default('newest'),
    }),
    output: z.array(File),
  }),
  'files.folders': read('GET /files/folders', {
    summary: 'The folders of the own files.',
    since: '1.1.0',
    input: z.object({}),
    output: z.array(Folder),
  }),
  'files.storage': read('GET /files/storage', {
    summary:
      'How many files, photos, tracks and videos the caller stores, their bytes, and how many are allowed.',
    since: '1.1.0',
    input: z.object({}),
    output: ownStorage,
  }),
  'files.get': read('GET /files/{file_id}', {
    summary: 'One file: an own one, or one that was sent to the caller.',
    since: '1.0.0',
    input: z.object(file),
    output: File,
  }),
  'files.update': write('PATCH /files/{file_id}', {
    summary: 'Renames an own file or moves it to another folder.',
    since: '1.1.0',
    input: z.object({
      ...file,
      name: fileName().optional(),
      folder: folder().optional(),
      ifVersion: seenVersion(),
    }),
    output: File,
  }),
  'files.remove': write('DELETE /files/{file_id}', {
    summary: 'Removes an own file, also from where it was sent.',
    since: '1.0.0',
    input: z.object(file),
    output: BaseOkay,
  }),
  'files.markHeard': write('POST /files/{file_id}/heard', {
    summary: 'Marks a voice message of someone else as listened to, which its owner sees.',
    since: '1.1.0',
    input: z.object(file),
    output: BaseOkay,
  }),
} as const;
