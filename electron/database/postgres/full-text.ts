import { sql, type Expression, type RawBuilder } from 'kysely';

/** PostgreSQL marks each word of an entry with one of four weights: here, by its column. */
const WEIGHTS = ['A', 'B', 'C', 'D'] as const;
/** PostgreSQL knows no positions beyond this one, and no longer words. */
const MAX_POSITION = 16_383;
const MAX_WORD_BYTES = 2_046;
/** Positions of one word that PostgreSQL stores. */
const MAX_POSITIONS = 255;
/** Bytes of words in one entry: PostgreSQL allows a megabyte. */
const MAX_ENTRY_BYTES = 900_000;

/** The words of folded texts, one for each column, as PostgreSQL reads them: `'word':1A,2A`. */
export function postgresEntry(texts: readonly string[]): string {
  const positions = new Map<string, string[]>();
  let bytes = 0;
  texts.forEach((text, column) => {
    text
      .split(' ')
      .filter(Boolean)
      .forEach((word, index) => {
        const known = positions.get(word);
        const place = `${Math.min(index + 1, MAX_POSITION)}${WEIGHTS[column]}`;
        if (known) {
          if (known.length < MAX_POSITIONS) known.push(place);
          return;
        }
        const size = Buffer.byteLength(word);
        if (size > MAX_WORD_BYTES || (bytes += size) > MAX_ENTRY_BYTES) return;
        positions.set(word, [place]);
      });
  });
  return [...positions].map(([word, places]) => `${quote(word)}:${places.join(',')}`).join(' ');
}

/**
 * Translates an FTS5 expression, as far as the program writes any, to a `tsquery` over an index with these columns:
 * words and phrases, prefixes, AND, OR, parentheses, and column filters.
 */
export function postgresMatch(columns: readonly string[], expression: string): string {
  const tokens = expression.match(TOKENS) ?? [];
  const every = columns.map((_, index) => WEIGHTS[index]).join('');
  /** The columns of each open parenthesis. */
  const filters = [every];
  let next: string | null = null;
  let query = '';
  for (const [index, token] of tokens.entries()) {
    const column = columns.indexOf(token);
    if (token === ':') continue;
    if (column >= 0 && tokens[index + 1] === ':') next = WEIGHTS[column] ?? every;
    else if (token === '(') {
      filters.push(next ?? filters.at(-1) ?? every);
      next = null;
      query += '(';
    } else if (token === ')') {
      filters.pop();
      query += ')';
    } else if (token === 'AND') query += ' & ';
    else if (token === 'OR') query += ' | ';
    else query += phrase(token, next ?? filters.at(-1) ?? every);
  }
  return query;
}

/**
 * How well an entry matches, the smallest value best: rare and short matches first, as far as PostgreSQL ranks them.
 */
export function postgresRelevance(
  document: Expression<unknown>,
  query: string,
  weights: readonly number[],
): RawBuilder<number> {
  const largest = Math.max(1, ...weights);
  // PostgreSQL lists the weights from D to A, each up to 1.
  const list = [3, 2, 1, 0].map((index) => (weights[index] ?? 1) / largest);
  return sql`-ts_rank(${`{${list.join(',')}}`}::real[], ${document}, ${query}::tsquery, 1)`;
}

/** `"two words"*`: words that follow each other, the last one as a prefix. */
function phrase(token: string, weights: string): string {
  const isPrefix = token.endsWith('*');
  const words = token.replace(/\*$/, '').replace(/^"|"$/g, '').split(' ').filter(Boolean);
  const parts = words.map(
    (word, index) => `${quote(word)}:${isPrefix && index === words.length - 1 ? '*' : ''}${weights}`,
  );
  return parts.length === 1 ? (parts[0] ?? '') : `(${parts.join(' <-> ')})`;
}

function quote(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

const TOKENS = /"[^"]*"\*?|[():]|[^\s():"]+/g;
