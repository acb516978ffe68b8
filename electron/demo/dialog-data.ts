import { z } from 'zod';
import { parseDataFile } from './data-file';
import dialogs from './data/dialogs.json';

const Key = z.string().min(1);

/** The shape of a dialog in `data/dialogs.json`. */
const DemoDialogSchema = z.strictObject({
  key: Key,
  type: z.enum(['group', 'channel', 'private']),
  name: z.string(),
  description: z.string(),
  /** The number of a topic in the public API. */
  topic: z.number().int(),
  isPrivate: z.boolean(),
  avatar: z.string(),
  /** The owner, then the admins, then all other members, by key; 'all' for the whole community. */
  owner: Key,
  admins: z.array(Key),
  members: z.union([z.literal('all'), z.array(Key)]),
  /** The decks that are played; a deck that is listed twice is played twice as often. */
  decks: z.array(z.templateLiteral([z.enum(['en', 'uk']), ' ', z.string()])).min(1),
  /** The dialog's share of all messages; the shares of all dialogs add up to 1. */
  share: z.number(),
});

/** A group, a channel or a private dialog of the demo community. */
export type DemoDialog = z.infer<typeof DemoDialogSchema>;

/** Twelve dialogs, all visible to the community's owner. */
export const demoDialogs: readonly DemoDialog[] = parseDataFile(
  'dialogs.json',
  z.array(DemoDialogSchema),
  dialogs,
);
