import type { ExportLocale } from './export-locale';

/** HTML pages of an export: no scripts and no external resources. */

/** Generates a page. `up` is the relative path to the start page's folder: '' or '../../'. */
export async function* pageOf(
  { lang, texts }: ExportLocale,
  { title, up = '' }: { title: string; up?: string },
  body: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<string> {
  yield `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${CONTENT_POLICY}">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<nav><a href="${up}index.html">${escapeHtml(texts.title)}</a></nav>
<main>
<h1 dir="auto">${escapeHtml(title)}</h1>
`;
  yield* body;
  yield '</main>\n</body>\n</html>\n';
}

/** Generates a table row by row, or a line that says that there are none. */
export async function* tableOf(
  locale: ExportLocale,
  headings: readonly string[],
  rows: AsyncIterable<readonly string[]> | Iterable<readonly string[]>,
): AsyncGenerator<string> {
  let isEmpty = true;
  for await (const row of rows) {
    if (isEmpty)
      yield `<table>\n<tr>${headings.map((heading) => `<th>${escapeHtml(heading)}</th>`).join('')}</tr>\n`;
    isEmpty = false;
    yield `<tr>${row.map((cell) => `<td dir="auto">${escapeHtml(cell)}</td>`).join('')}</tr>\n`;
  }
  yield isEmpty ? emptyLine(locale) : '</table>\n';
}

/** Returns what stands in place of an empty list. */
export function emptyLine({ texts }: ExportLocale): string {
  return `<p>${escapeHtml(texts.empty)}</p>\n`;
}

/** An entry of a list: its text, the relative URL that it links to, if any, and a note beside it. */
export interface ListItem {
  text: string;
  to?: string;
  note?: string;
  /** What it links to is shown above the text. */
  isPicture?: boolean;
}

/** Returns a list; "" if it is empty. */
export function listOf(items: readonly ListItem[]): string {
  if (items.length === 0) return '';
  return `<ul>\n${items.map((item) => `<li>${linkOf(item)}${noteOf(item)}</li>\n`).join('')}</ul>\n`;
}

function linkOf({ text, to, isPicture = false }: ListItem): string {
  if (to === undefined) return `<span dir="auto">${escapeHtml(text)}</span>`;
  const link = escapeHtml(to);
  const picture = isPicture ? `<img src="${link}" alt="" loading="lazy">` : '';
  return `<a href="${link}" dir="auto">${picture}${escapeHtml(text)}</a>`;
}

function noteOf({ note = '' }: ListItem): string {
  return note === '' ? '' : ` <small>${escapeHtml(note)}</small>`;
}

/** Returns one message of a conversation, with what is attached to it. */
export function articleOf(message: {
  author: string;
  time: string;
  text: string;
  quote: string;
  attached: readonly ListItem[];
  notes: string;
}): string {
  const { author, time, text, quote, attached, notes } = message;
  return [
    `<article>\n<h2 dir="auto">${escapeHtml(author)} <small>${escapeHtml(time)}</small></h2>\n`,
    quote === '' ? '' : `<blockquote dir="auto">${escapeHtml(quote)}</blockquote>\n`,
    text === '' ? '' : `<p dir="auto">${escapeHtml(text)}</p>\n`,
    listOf(attached),
    notes === '' ? '' : `<small>${escapeHtml(notes)}</small>\n`,
    '</article>\n',
  ].join('');
}

/** Escapes a text for HTML, including attribute values. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Pages are opened from a folder, where browsers take some paths for other origins. */
const CONTENT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' file:";

const STYLE = `
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: #23201c; background: #faf8f5; }
main, nav { max-width: 46rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1rem; } article h2 { margin: 0; }
ul { padding-inline-start: 1.25rem; } article ul { margin: .25rem 0; }
small { color: #6b645c; font-weight: normal; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: start; vertical-align: top; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid #e4ded6; }
td { white-space: pre-wrap; overflow-wrap: anywhere; } td:first-child { min-width: 10rem; }
img { display: block; max-width: 100%; max-height: 20rem; border-radius: .5rem; }
article { margin: 0 0 1rem; } p { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
blockquote { margin: .25rem 0; padding-inline-start: .75rem; border-inline-start: 3px solid #cfc6bb; color: #6b645c; white-space: pre-wrap; }
@media (prefers-color-scheme: dark) {
  body { color: #ece7e1; background: #171513; } a { color: #8fb8f0; } small, blockquote { color: #a39b92; }
  th, td { border-color: #37322d; } blockquote { border-color: #4a443d; }
}`;
