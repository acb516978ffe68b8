/** A table as read from the clipboard: rows of cells without line breaks. */
type Table = string[][];

/**
 * Returns a pasted table as a code block with aligned columns; "" if the clipboard holds no table, or also other text
 * than the table.
 */
export function pastedTable(clipboard: Pick<DataTransfer, 'getData'>): string {
  const html = clipboard.getData('text/html');
  const table = /<table[\s>]/i.test(html) ? tableOfHtml(html) : tableOfTabs(clipboard.getData('text/plain'));
  const columns = Math.max(0, ...table.map((row) => row.length));
  if (table.length < 2 || columns < 2 || table.length * columns > MAX_CELLS) return '';
  return `\`\`\`\n${aligned(table, columns)}\n\`\`\``;
}

/** More would exceed the length of a message anyway. */
const MAX_CELLS = 4_000;

/** A document of `DOMParser` runs no scripts and loads nothing. */
function tableOfHtml(html: string): Table {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const [table, second] = body.querySelectorAll('table');
  if (!table || second) return [];
  const outside = (body.textContent.length - table.textContent.length) / (1 + body.textContent.length);
  if (outside > 0.5) return [];
  return [...table.rows].map((row) => [...row.cells].map((cell) => plainCell(cell.textContent)));
}

/** Spreadsheets separate cells by tabs. Lines of different lengths are indented text or code. */
function tableOfTabs(text: string): Table {
  const rows = text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t'));
  const width = rows[0]?.length;
  if (rows.some((row) => row.length !== width || (row[0] === '' && row[1] === ''))) return [];
  return rows.map((row) => row.map(plainCell));
}

/** Three backquotes would end the code block. */
function plainCell(text: string): string {
  return text.replace(/\s+/g, ' ').trim().replaceAll('```', "'''");
}

function aligned(table: Table, columns: number): string {
  const places = Array.from({ length: columns }, (_, column) => column);
  const widths = places.map((column) => Math.max(...table.map((row) => widthOf(row[column] ?? ''))));
  const areNumbers = places.map((column) => table.slice(1).every((row) => isNumber(row[column] ?? '')));
  const line = (row: string[]) =>
    places
      .map((column) => {
        const cell = row[column] ?? '';
        const space = ' '.repeat((widths[column] ?? 0) - widthOf(cell));
        return areNumbers[column] ? space + cell : cell + space;
      })
      .join('  ')
      .trimEnd();
  return table.map(line).join('\n');
}

const graphemes = new Intl.Segmenter();

function widthOf(cell: string): number {
  return [...graphemes.segment(cell)].length;
}

function isNumber(cell: string): boolean {
  return /^[-+−]?[\d\s.,]+\s?[%€$₴£]?$/.test(cell);
}
