/** What a picture process is asked to do. Files are named by their paths; `to` does not exist yet. */
export type PictureTask =
  | {
      /** Writes a received picture anew: upright, and without what the camera wrote of place, time and person. */
      kind: 'clean';
      from: string;
      to: string;
      /** The media type of the received bytes. */
      type: string;
    }
  | {
      /** Writes a WebP whose longer side has `size` pixels at most. */
      kind: 'resize';
      from: string;
      to: string;
      size: number;
    };

/** What is known of a cleaned picture. */
export interface CleanedPicture {
  /** Bytes of the file, and their SHA-256 in hexadecimal. */
  size: number;
  hash: string;
  /** The media type as which it was written. */
  type: string;
  /** Pixels; of one frame where it is animated. */
  width: number;
  height: number;
  /** A data: URI of a picture of a few pixels. */
  preview: string;
}

/** What a picture process says: that it can be asked, what its task has used so far, and how that ended. */
export type PictureAnswer =
  | { kind: 'ready' }
  /** Resident memory of the process, and the processor time of the task. */
  | { kind: 'usage'; bytes: number; milliseconds: number }
  | { kind: 'done'; cleaned: CleanedPicture | null }
  | { kind: 'refused'; code: 'too_large' | 'invalid_type'; message: string };
