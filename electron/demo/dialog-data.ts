import { z } from 'zod';
import { parseDataFile } from './data-file';
import dialogs from './data/dialogs.json';

const Key = z.string().min(1);

const DemoDialogSchema = z.strictObject({
  key: Key,
  type: z.enum(['group', 'channel', 'private']),
  name: z.string(),
  description: z.string(),
  /** A topic by its number in the public interface. */
  topic: z.number().int(),
  isPrivate: z.boolean(),
  avatar: z.string(),
  /** Who owns it, then its admins, then everyone else in it, by key; 'all' for the whole community. */
  owner: Key,
  admins: z.array(Key),
  members: z.union([z.literal('all'), z.array(Key)]),
  /** The decks that are played, each as often as it is named. */
  decks: z.array(z.templateLiteral([z.enum(['en', 'uk']), ' ', z.string()])).min(1),
  /** Its part of all messages; all of them together make 1. */
  share: z.number(),
});

/** A group, a channel or a private dialog of the demo community. */
export type DemoDialog = z.infer<typeof DemoDialogSchema>;

/** Twelve dialogs, each of which the owner of the community can see. */
export const demoDialogs: readonly DemoDialog[] = parseDataFile(
  'dialogs.json',
  z.array(DemoDialogSchema),
  dialogs,
);
