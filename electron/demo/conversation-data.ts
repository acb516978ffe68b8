import { z } from 'zod';
import { parseDataFile } from './data-file';
import english from './data/conversations-en.json';
import ukrainian from './data/conversations-uk.json';
import last from './data/last-conversations.json';
import posts from './data/posts.json';
import { readScripts, type ConversationDeck, type Script } from './script/script-parser';

/** The lines of one conversation, as script-parser.ts reads them. */
const Lines = z.array(z.string().min(1)).min(1);
const Decks = z.record(z.string(), z.array(Lines).min(1));

const LastConversationSchema = z.strictObject({
  /** The key of the dialog. */
  dialog: z.string(),
  /** How many minutes ago the last line was sent. */
  minutesAgo: z.number(),
  /** How many of the last lines the owner hasn't read. */
  unread: z.number(),
  lines: Lines,
});

/** The last conversation of a dialog, and how much of it the owner has read. */
export type LastConversation = z.infer<typeof LastConversationSchema>;

/** The last conversation of every dialog, starting with the dialog that has been silent for the longest time. */
export const lastConversations: readonly LastConversation[] = parseDataFile(
  'last-conversations.json',
  z.array(LastConversationSchema),
  last,
);

/** Posts with their comments, oldest first. The first line is the post. */
export const postScripts: readonly Script[] = readScripts(
  parseDataFile('posts.json', z.array(Lines), posts),
  'en',
);

/** The lines of all conversations by language and subject. */
export const conversations = {
  en: parseDataFile('conversations-en.json', Decks, english),
  uk: parseDataFile('conversations-uk.json', Decks, ukrainian),
} as const;

/** Returns the conversations of a deck. Throws if the deck doesn't exist. */
export function scriptsOf(deck: ConversationDeck): readonly Script[] {
  const [name = '', subject = ''] = deck.split(' ');
  const language = name === 'en' ? 'en' : 'uk';
  const texts = conversations[language][subject];
  if (texts === undefined) throw new Error(`there is no deck ${deck}`);
  return readScripts(texts, language);
}
