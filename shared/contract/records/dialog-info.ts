import { z } from 'zod';

/** The short record of a dialog. */

export const DialogType = z.enum(['group', 'channel', 'private']);

export const DialogRole = z.enum(['owner', 'admin', 'member', '']);

export const DialogInfo = z.object({
  ID: z.number(),
  Type: DialogType,
  Name: z.string(),
  Avatar: z.number(),
});

export type DialogType = z.infer<typeof DialogType>;
export type DialogRole = z.infer<typeof DialogRole>;
export type DialogInfo = z.infer<typeof DialogInfo>;
