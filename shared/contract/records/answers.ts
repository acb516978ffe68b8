import { z } from 'zod';

/** Answers and values that records of several features use. */

/** `{ ok: true }`: success without further data. */
export const BaseOkay = z.object({ ok: z.literal(true) });

/** Success with an optional remark. */
export const Response = z.object({ ok: z.literal(true), detail: z.string().optional() });

export const ResponseMute = z.object({ ok: z.literal(true), mute: z.boolean() });

export const ReportItem = z.enum(['dialog', 'message', 'post', 'comment', 'photo', 'track', 'video', 'file']);

/** What can be reported besides a person. */
export type ReportItem = z.infer<typeof ReportItem>;
