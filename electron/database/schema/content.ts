import type { Generated } from 'kysely';
import type { UploadSpec } from '../../../shared/contract/endpoint';
import type { ErrorCode } from '../../../shared/errors';
import type { Flag, ContentKind, ImportedKind } from './kinds';

/** One row per upload of a person; its bytes are deleted once no row references them. */
export interface ContentTable {
  id: number;
  kind: ContentKind;
  person_id: number;
  /** SHA-256 of the bytes. */
  hash: Buffer;
  size: number;
  /** Media type, detected from the bytes. */
  type: string;
  created_at: number;
}

/** Storage use of one person over all kinds (kind ""), and of all people (person 0) per kind. Updated by triggers. */
export interface StorageTable {
  person_id: number;
  kind: ContentKind | '';
  items: number;
  bytes: number;
}

/** A resumable upload that no call has used yet. Its progress is the size of its file. */
export interface UploadTable {
  id: string;
  person_id: number;
  /** The kind of call that may use it. */
  kind: UploadSpec['kind'];
  /** Total bytes. */
  length: number;
  /** File name; "" if the client sent none. */
  name: string;
  /** The client's `Upload-Metadata` header. */
  metadata: string;
  expires_at: number;
}

export interface FileTable {
  id: number;
  person_id: number;
  code: string;
  name: string;
  /** Folded name, for searches. */
  name_folded: string;
  /** Sort key of the name. */
  name_order: string;
  folder: string;
  /** Seconds of a voice message; 0 for other files. */
  voice_seconds: number;
  /** The loudness of its parts, one base-32 digit each. */
  waveform: string;
  /** How much it is amplified when it is played, in dB. */
  voice_gain: number;
  /** 1 once someone other than its owner has listened to it. */
  voice_heard: number;
}

/** A person who listened to a voice message of someone else. */
export interface VoiceListenTable {
  person_id: number;
  file_id: number;
}

export interface PhotoTable {
  id: number;
  person_id: number;
  /** Stickers are in no list of photos, and everyone who may see their owner may see them. */
  mode: 'public' | 'private' | 'sticker';
  caption: string;
  width: number;
  height: number;
  /** A data: URI of a thumbnail of a few pixels. */
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
  /** ID of a photo; 0 for none. Also in playlists. */
  cover: number;
  /** ReplayGain 2.0: gain in dB and peak as a fraction of full scale; null if unknown. */
  gain: number | null;
  peak: number | null;
  album_gain: number | null;
  album_peak: number | null;
}

export interface PlaylistTable {
  id: number;
  person_id: number;
  /** 1 for a person's own library, which contains every track they added. */
  own: Flag;
  name: string;
  release: string;
  description: string;
  cover: number;
  created_at: number;
  /** Only its owner sees a private one. */
  mode: Generated<'public' | 'private'>;
}

/** A playlist of someone else that a person added to their music. */
export interface PlaylistFollowTable {
  person_id: number;
  playlist_id: number;
  created_at: number;
}

/** A track's position in a playlist; positions may have gaps and be negative. */
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
  /** ID of a photo; 0 for none. */
  preview: number;
  /** Whole seconds. */
  duration: number;
  width: number;
  height: number;
  /** Number of viewers other than the owner, each counted once a day. */
  views: Generated<number>;
}

/** The latest import of a person: they have at most one. */
export interface AccountImportTable {
  person_id: number;
  id: number;
  status: 'running' | 'done' | 'failed' | 'cancelled';
  /** The error code with which it failed, or "". */
  failure: Generated<ErrorCode | ''>;
  /** The name of the export among the files of running imports. */
  file: string;
  /** Bytes of the export that were processed when it ended, and in total. */
  done: Generated<number>;
  total: number;
  /** JSON: what was imported, and what not and why. */
  items: Generated<string>;
  skipped: Generated<string>;
  created_at: number;
}

/** The item that was created from an item of an export. */
export interface ImportedTable {
  person_id: number;
  /** The community and the account that the export is from. */
  source: string;
  kind: ImportedKind;
  /** Its ID there, and here. */
  source_id: number;
  item_id: number;
  /** The import that added it. */
  import_id: number;
  /** When it was created there, as the export says. */
  original_at: number;
}
