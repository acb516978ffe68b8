import { z } from 'zod';
import { parseDataFile } from './data-file';
import people from './data/people.json';

/** The shape of a person in `data/people.json`. */
const DemoPersonSchema = z.strictObject({
  /** The part of their e-mail address before the @; also their tag. */
  key: z.string().min(1),
  name: z.string(),
  surname: z.string(),
  /** Their short name: in English, in Ukrainian, and in the Ukrainian vocative. */
  called: z.tuple([z.string(), z.string(), z.string()]),
  sex: z.enum(['f', 'm']),
  /** The languages they write in. */
  writes: z.enum(['en', 'uk', 'both']),
  status: z.string(),
  about: z.string(),
  emoji: z.string(),
  birthday: z.string(),
  worksAt: z.string(),
  /** The ISO code of their country, and their town. */
  from: z.tuple([z.string(), z.string()]),
  website: z.string().optional(),
  relationships: z.literal([0, 1, 2, 3, 4]),
  /** The description of their picture for picture-renderer.ts; '' for none. */
  avatar: z.string(),
  /** The description of their banner for picture-renderer.ts. */
  banner: z.string().optional(),
  /** How many days ago they registered. */
  came: z.number().int().positive(),
});

/** A person of the demo community. */
export type DemoPerson = z.infer<typeof DemoPersonSchema>;

/** Thirty people, in the order of their registration. */
export const demoPeople: readonly DemoPerson[] = parseDataFile(
  'people.json',
  z.array(DemoPersonSchema),
  people,
);
