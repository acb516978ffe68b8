import type { Generated } from 'kysely';
import type { Upload } from '../../../shared/contract/endpoint';
import type { Flag, ContentKind } from './kinds';

/** Bytes and what they are. */

/** Bytes that a person stored, by the identifier of the thing that they are. What no row here names is swept. */
export interface ContentTable {
  id: number;
  kind: ContentKind;
  person_id: number;
  /** SHA-256 of the bytes. */
  hash: Buffer;
  size: number;
  /** The media type, found by content. */
  type: string;
  created_at: number;
}

/** How much a person stores of everything (kind ""), and everybody (person 0) of a kind. The database counts. */
export interface StorageTable {
  person_id: number;
  kind: ContentKind | '';
  items: number;
  bytes: number;
}

/** A resumable upload that no call has used yet. How far it has come is the size of its file. */
export interface UploadTable {
  id: string;
  person_id: number;
  /** The kind of operation that may use it. */
  kind: Upload['kind'];
  /** Bytes that are to come in all. */
  length: number;
  /** The name of the file, "" where none was told. */
  name: string;
  /** What its sender said of it, as the header has it. */
  metadata: string;
  expires_at: number;
}

export interface FileTable {
  id: number;
  person_id: number;
  code: string;
  name: string;
  /** The name as searches find it. */
  name_folded: string;
  /** The name as a key whose plain order is the alphabet's. */
  name_order: string;
  folder: string;
}

export interface PhotoTable {
  id: number;
  person_id: number;
  mode: 'public' | 'private';
  caption: string;
  width: number;
  height: number;
  /** A data: URI of a picture of a few pixels. */
  preview: string;
}

export interface TrackTable {
  id: number;
  person_id: number;
  mode: 'public' | 'private';
  name: string;
  /** The artist. */
  author: string;
  release: string;
  genre: string;
  /** The lyrics. */
  text: string;
  explicit: Flag;
  /** Whole seconds. */
  duration: number;
  /** A photo, 0 for none; also below. */
  cover: number;
  /** ReplayGain 2.0: dB, and parts of full scale; null where it is not known. */
  gain: number | null;
  peak: number | null;
  album_gain: number | null;
  album_peak: number | null;
}

export interface PlaylistTable {
  id: number;
  person_id: number;
  /** 1 for the one in which everything lies that a person added. */
  own: Flag;
  name: string;
  release: string;
  description: string;
  cover: number;
  created_at: number;
}

/** A track's place in a playlist; places may leave gaps and be below zero. */
export interface PlaylistTrackTable {
  playlist_id: number;
  position: number;
  track_id: number;
}

export interface VideoTable {
  id: number;
  person_id: number;
  code: string;
  name: string;
  description: string;
  /** A photo, 0 for none. */
  preview: number;
  /** Whole seconds. */
  duration: number;
  width: number;
  height: number;
  /** How many others were given it, each once a day. */
  views: Generated<number>;
}
