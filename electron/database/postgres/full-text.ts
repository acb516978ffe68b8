import { sql, type Expression, type RawBuilder } from 'kysely';

/** The four weights of PostgreSQL; the words of an entry have the weight of their column. */
const WEIGHTS = ['A', 'B', 'C', 'D'] as const;
/** The greatest position and the longest word that PostgreSQL stores. */
const MAX_POSITION = 16_383;
const MAX_WORD_BYTES = 2_046;
/** Positions of one word that PostgreSQL stores. */
const MAX_POSITIONS = 255;
/** Bytes of words in one entry: PostgreSQL allows a megabyte. */
const MAX_ENTRY_BYTES = 900_000;

/** Formats folded texts, one for each column, as a `tsvector`: `'word':1A,2A`. */
export function toTsvector(texts: readonly string[]): string {
  const positions = new Map<string, string[]>();
  let bytes = 0;
  texts.forEach((text, column) => {
    text
      .split(' ')
      .filter(Boolean)
      .forEach((word, index) => {
        const wordPositions = positions.get(word);
        const position = `${Math.min(index + 1, MAX_POSITION)}${WEIGHTS[column]}`;
        if (wordPositions) {
          if (wordPositions.length < MAX_POSITIONS) wordPositions.push(position);
          return;
        }
        const size = Buffer.byteLength(word);
        if (size > MAX_WORD_BYTES || (bytes += size) > MAX_ENTRY_BYTES) return;
        positions.set(word, [position]);
      });
  });
  return [...positions].map(([word, list]) => `${quote(word)}:${list.join(',')}`).join(' ');
}

/**
 * Translates an FTS5 expression to a `tsquery` over an index with these columns. Supports what the program uses: words
 * and phrases, prefixes, AND, OR, parentheses, and column filters.
 */
export function toTsquery(columns: readonly string[], expression: string): string {
  const tokens = expression.match(TOKENS) ?? [];
  const allWeights = columns.map((_, index) => WEIGHTS[index]).join('');
  /** The columns of each open parenthesis. */
  const filters = [allWeights];
  let filter: string | null = null;
  let query = '';
  for (const [index, token] of tokens.entries()) {
    const column = columns.indexOf(token);
    if (token === ':') continue;
    if (column >= 0 && tokens[index + 1] === ':') filter = WEIGHTS[column] ?? allWeights;
    else if (token === '(') {
      filters.push(filter ?? filters.at(-1) ?? allWeights);
      filter = null;
      query += '(';
    } else if (token === ')') {
      filters.pop();
      query += ')';
    } else if (token === 'AND') query += ' & ';
    else if (token === 'OR') query += ' | ';
    else query += phraseQuery(token, filter ?? filters.at(-1) ?? allWeights);
  }
  return query;
}

/** Returns an SQL expression that ranks a match, best first in ascending order, as `bm25` does in SQLite. */
export function relevanceExpression(
  document: Expression<unknown>,
  query: string,
  weights: readonly number[],
): RawBuilder<number> {
  const largest = Math.max(1, ...weights);
  // PostgreSQL lists the weights from D to A, each up to 1.
  const list = [3, 2, 1, 0].map((index) => (weights[index] ?? 1) / largest);
  return sql`-ts_rank(${`{${list.join(',')}}`}::real[], ${document}, ${query}::tsquery, 1)`;
}

/** Translates a phrase such as `"two words"*`, whose last word is a prefix. */
function phraseQuery(token: string, weights: string): string {
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
