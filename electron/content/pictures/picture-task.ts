/** A task for a picture process. `from` and `to` are paths; `to` doesn't exist yet. */
export type PictureTask =
  | {
      /**
       * Re-encodes a received picture: rotated upright, and without the camera's metadata about place, time and
       * person.
       */
      kind: 'clean';
      from: string;
      to: string;
      /** Detected media type of the received bytes. */
      type: string;
      /** Keeps the bytes if they contain no metadata, like those of a picture that was cleaned before. */
      keepsBare: boolean;
    }
  | {
      /** Writes a WebP whose longer side has at most `size` pixels. */
      kind: 'resize';
      from: string;
      to: string;
      size: number;
    };

/** Properties of a cleaned picture. */
export interface CleanedPicture {
  /** Size of the file in bytes, and its SHA-256 in hexadecimal. */
  size: number;
  hash: string;
  /** The media type it was written as. */
  type: string;
  /** In pixels; of one frame if animated. */
  width: number;
  height: number;
  /** A data: URI of a thumbnail of a few pixels. */
  preview: string;
}

/** Messages from a picture process: ready for tasks, resources used so far, and the result. */
export type PictureProcessMessage =
  | { kind: 'ready' }
  /** Resident memory of the process and processor time of the task. */
  | { kind: 'usage'; bytes: number; milliseconds: number }
  | { kind: 'done'; cleaned: CleanedPicture | null }
  | { kind: 'refused'; code: 'too_large' | 'invalid_type'; message: string };
