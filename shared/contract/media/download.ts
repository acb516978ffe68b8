import { z } from 'zod';

/** A file returned by a call instead of a record. */
export interface Download {
  /** A file name of letters, digits, dots and dashes. */
  Name: string;
  /** Its media type. */
  Type: string;
  /** Its bytes, generated as they are read; can be read once. */
  Bytes: AsyncIterable<Uint8Array>;
}

export const Download = z.custom<Download>(
  (value) => typeof value === 'object' && value !== null && 'Bytes' in value,
);
