import { z } from 'zod';

/** A file that a call answers with instead of a record. */
export interface Download {
  /** A plain name for it, of letters, digits, dots and dashes. */
  Name: string;
  /** Its media type. */
  Type: string;
  /** Its bytes, made while they are read; once only. */
  Bytes: AsyncIterable<Uint8Array>;
}

export const Download = z.custom<Download>(
  (value) => typeof value === 'object' && value !== null && 'Bytes' in value,
);
