import { conversations } from '../../electron/demo/conversation-data';
import { pick, randomFrom, type Random } from '../../electron/demo/script/random';
import { smallTalk } from '../../electron/demo/script/message-events';

/** The number of different words that are added to lines: words of the demo community, then invented ones. */
const WORDS = 20_000;
/** The number of different lines. */
const LINES = 20_000;

/** Returns a word by its frequency rank; 0 is the most frequent. */
function wordAt(rank: number): string {
  return words[rank] ?? '';
}

/** Draws a word; the n-th most frequent word is n times rarer than the first (Zipf). */
export function wordFrom(random: Random): string {
  return wordAt(Math.floor(WORDS ** random()) - 1);
}

/**
 * Returns a line of the demo community plus up to seven words, because a million messages have a larger vocabulary than
 * thirty people.
 */
export function textFrom(random: Random): string {
  const more = Array.from({ length: Math.floor(random() * 8) }, () => wordFrom(random));
  return [pick(lines, random), ...more].join(' ');
}

const SYLLABLES = [
  'ba da ga ka la ma na pa ra sa ta va be de le me ne re se te ve li mi ni ri si ti vi lo mo no ro so to vo lu mu nu'.split(
    ' ',
  ),
  'ба да га ка ла ма на па ра са та ва бе де ле ме не ре се те ве лі мі ні рі сі ті ві ло мо но ро со то во лу му ну'.split(
    ' ',
  ),
] as const;

const talk = smallTalk(randomFrom(1));
const lines = Array.from({ length: LINES }, () => talk.next().value.text);

const words = [...new Set([...spokenText(), ...makeText()])].slice(0, WORDS);

/** Returns the words of the demo community's conversations that have 4 to 8 letters, the most frequent first. */
function spokenText(): string[] {
  const text = Object.values(conversations)
    .flatMap((decks) => Object.values(decks).flat(2))
    .join('\n');
  const counts = new Map<string, number>();
  for (const [word] of text
    .replace(/\{.*?\}|\[.*?\]/g, ' ')
    .toLowerCase()
    .matchAll(/(?<!\p{L})\p{L}{4,8}(?!\p{L})/gu)) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one).map(([word]) => word);
}

function makeText(): string[] {
  const random = randomFrom(1);
  const made = new Set<string>();
  while (made.size < WORDS) {
    const syllables = SYLLABLES[made.size % 2] ?? SYLLABLES[0];
    const count = 2 + Math.floor(random() * 3);
    const pick = () => syllables[Math.floor(random() * syllables.length)] ?? '';
    made.add(Array.from({ length: count }, pick).join(''));
  }
  return [...made];
}
