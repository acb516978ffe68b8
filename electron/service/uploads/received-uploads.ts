import type { Readable } from 'node:stream';
import type { UploadSpec } from '../../../shared/contract/endpoint';
import type { ReceivedFile } from '../../content/store';
import type { Db } from '../../database/open';

/** An upload whose bytes may be sent. */
export interface AcceptedUpload {
  /**
   * Stores the bytes and returns the upload ID to pass to the call. Throws `too_large`, `unavailable` or
   * `upload_error`, and then keeps nothing.
   */
  receive: (bytes: Readable) => Promise<string>;
  /** Ends the request. Deletes bytes that no call has used. */
  release: () => Promise<void>;
}

/** A finished resumable upload, reserved for one call. */
export interface UploadClaim {
  /** The one that the client declared, or "". */
  fileName: string;
  /** Consumes the upload inside the call's transaction. Throws `validation_error` if another call did. */
  consume: (db: Db) => Promise<void>;
  /** Deletes the partial file after the commit. */
  discard: () => void;
  /** Ends the reservation after the call. An upload that was not consumed can be claimed again. */
  release: () => Promise<void>;
}

/** Uploads as calls use them: bytes that were received before the call that refers to them. */
export interface ReceivedUploads {
  /** Reserves a finished resumable upload of a person for a call; null if there is none with this ID. */
  claim: (person: number, upload: UploadSpec, uploadId: string) => Promise<UploadClaim | null>;
  /** Returns the bytes that a person's call refers to. Throws `validation_error` if there are none. */
  find: (person: number, part: string, uploadId: string) => ReceivedFile;
  /** Identifies the bytes in the hash of a call's input. */
  fingerprintOf: (uploadId: string) => string;
}
