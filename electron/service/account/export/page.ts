/** HTML pages of an export: no scripts and no external resources. */

/** Generates a page. `up` is the relative path to the start page's folder: '' or '../../'. */
export async function* pageOf(
  { title, up = '' }: { title: string; up?: string },
  body: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<string> {
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<nav><a href="${up}index.html">Your data</a></nav>
<main>
<h1 dir="auto">${escapeHtml(title)}</h1>
`;
  yield* body;
  yield '</main>\n</body>\n</html>\n';
}

/** Generates a table row by row. */
export async function* tableOf(
  headings: readonly string[],
  rows: AsyncIterable<readonly string[]>,
): AsyncGenerator<string> {
  yield `<table>\n<tr>${headings.map((heading) => `<th>${escapeHtml(heading)}</th>`).join('')}</tr>\n`;
  for await (const row of rows) {
    yield `<tr>${row.map((cell) => `<td dir="auto">${escapeHtml(cell)}</td>`).join('')}</tr>\n`;
  }
  yield '</table>\n';
}

/** Returns a list of links; `note` is shown next to a link. */
export function listOfLinks(links: readonly { to: string; text: string; note?: string }[]): string {
  const items = links.map(
    ({ to, text, note = '' }) =>
      `<li><a href="${escapeHtml(to)}" dir="auto">${escapeHtml(text)}</a> <small>${escapeHtml(note)}</small></li>\n`,
  );
  return `<ul>\n${items.join('')}</ul>\n`;
}

/** Returns one message of a conversation. */
export function articleOf(message: {
  author: string;
  time: string;
  text: string;
  quote: string;
  notes: string;
}): string {
  const { author, time, text, quote, notes } = message;
  const quoted = quote === '' ? '' : `<blockquote dir="auto">${escapeHtml(quote)}</blockquote>\n`;
  const noted = notes === '' ? '' : `<small>${escapeHtml(notes)}</small>\n`;
  return `<article>
<h2 dir="auto">${escapeHtml(author)} <small>${escapeHtml(time)}</small></h2>
${quoted}<p dir="auto">${escapeHtml(text)}</p>
${noted}</article>
`;
}

/** Formats Unix seconds for people; "" for 0. */
export function timeOf(seconds: number): string {
  if (seconds === 0) return '';
  return `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Escapes a text for HTML, including attribute values. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const STYLE = `
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: #23201c; background: #faf8f5; }
main, nav { max-width: 46rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1rem; margin: 0; }
small { color: #6b645c; font-weight: normal; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: start; vertical-align: top; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid #e4ded6; }
article { margin: 0 0 1rem; } p { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
blockquote { margin: .25rem 0; padding-inline-start: .75rem; border-inline-start: 3px solid #cfc6bb; color: #6b645c; white-space: pre-wrap; }
@media (prefers-color-scheme: dark) {
  body { color: #ece7e1; background: #171513; } a { color: #8fb8f0; } small, blockquote { color: #a39b92; }
  th, td { border-color: #37322d; } blockquote { border-color: #4a443d; }
}`;
