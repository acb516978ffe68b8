import { describe, expect, it } from 'vitest';
import {
  addressFrom,
  formatEdit,
  linkEdit,
  type Format,
  type TextEdit,
} from '../../../../renderer/media/text/composer/formatting';
import { pastedFiles } from '../../../../renderer/media/text/composer/pasted-files';
import { pastedTable } from '../../../../renderer/media/text/composer/pasted-table';
import { parseMarkdown } from '../../../../shared/markdown';

/** Reads a text in which « and » enclose the selection. */
function read(marked: string) {
  const from = marked.indexOf('«');
  return { text: marked.replace(/[«»]/g, ''), from, to: marked.indexOf('»') - 1 };
}

function show(text: string, { from, to, insert, selectFrom, selectTo }: TextEdit): string {
  const result = text.slice(0, from) + insert + text.slice(to);
  return `${result.slice(0, selectFrom)}«${result.slice(selectFrom, selectTo)}»${result.slice(selectTo)}`;
}

type Mark = Exclude<Format, 'link'>;

const apply = (format: Mark, marked: string) => show(read(marked).text, formatEdit(format, read(marked)));

describe('formatting of a selection', () => {
  it.each<[Mark, string, string]>([
    ['bold', 'a «word» b', 'a **«word»** b'],
    ['bold', 'a «word »b', 'a **«word»** b'],
    ['italic', '«word»', '_«word»_'],
    ['strike', '«two words»', '~~«two words»~~'],
    ['code', '«let»', '`«let»`'],
    ['code', 'see «a\nb» end', 'see \n```\n«a\nb»\n```\n end'],
    ['quote', 'one\nt«w»o\nthree', 'one\n«> two»\nthree'],
    ['quote', '«one\ntwo»', '«> one\n> two»'],
  ])('applies %s to %j', (format, before, after) => expect(apply(format, before)).toBe(after));

  it.each<[Mark, string]>([
    ['bold', 'a «word» b'],
    ['italic', '«word»'],
    ['strike', '«word»'],
    ['code', '«a\nb»'],
  ])('removes %s that it has applied to %j', (format, before) => {
    const once = apply(format, before);
    const [from, to] = format === 'code' ? [0, once.length - 2] : [read(once).from, read(once).to];
    const { text } = read(once);
    expect(show(text, formatEdit(format, { text, from, to }))).toBe(before);
  });

  it('removes quote marks, and formatting inside the selection', () => {
    expect(apply('quote', '«> one\n> two»')).toBe('«one\ntwo»');
    expect(apply('bold', '«**word**»')).toBe('«word»');
  });

  it('writes Markdown that the parser understands', () => {
    const { text } = read(apply('strike', 'a «word» b'));
    expect(parseMarkdown(text)).toMatchObject([{ children: [{}, { kind: 'strike' }, {}] }]);
  });

  it('makes a link with a pasted address', () => {
    const marked = 'our «site» now';
    expect(show(read(marked).text, linkEdit(read(marked), 'https://a.org'))).toBe(
      'our [site](https://a.org)«» now',
    );
  });
});

describe('a link', () => {
  const link = (marked: string, href: string, label?: string) =>
    show(read(marked).text, linkEdit(read(marked), href, label));

  it('shows another text, which cannot end it early', () => {
    expect(link('our «site» now', 'https://a.org', 'new [site]')).toBe('our [new site](https://a.org)«» now');
  });

  it('is the bare address where nothing else is shown', () => {
    expect(link('at «it»', 'https://a.org', 'https://a.org')).toBe('at https://a.org«»');
  });

  it.each([
    ['https://a.org/b?c', 'https://a.org/b?c'],
    [' a.org/b ', 'https://a.org/b'],
    ['http://localhost:8700', 'http://localhost:8700'],
    ['hello', null],
    ['two words.org', null],
    ['javascript:alert(1)', null],
    ['', null],
  ])('takes the address %j', (written, address) => expect(addressFrom(written)).toBe(address));
});

describe('a pasted table', () => {
  const paste = (plain: string) => pastedTable({ getData: (type) => (type === 'text/plain' ? plain : '') });

  it('becomes aligned text in a code block, with numbers aligned right', () => {
    expect(paste('Хто\tСума\nОля\t5\nМирослава\t1 200\n')).toBe(
      '```\nХто         Сума\nОля            5\nМирослава  1 200\n```',
    );
  });

  it.each(['a', 'a\tb', 'a\nb', '\t\tif (x)\n\t\ty', 'a\tb\nc'])('is not found in %j', (text) =>
    expect(paste(text)).toBe(''),
  );

  it('cannot close its code block early', () => {
    expect(parseMarkdown(paste('a\tb\n```\tc'))).toMatchObject([{ kind: 'code' }]);
  });
});

describe('pasted files', () => {
  const picture = new File(['pixels'], 'image.png', { type: 'image/png' });
  const document = new File(['words'], 'letter.txt', { type: 'text/plain' });
  const paste = (files: File[], html: string, plain: string) =>
    pastedFiles({
      files: files as unknown as FileList,
      getData: (type) => ({ 'text/html': html, 'text/plain': plain })[type] ?? '',
    });

  it.each([
    ['a picture', [picture], '', ''],
    ['a picture of a page', [picture], '<img src="a.png">', ''],
    ['files whose names are copied along', [picture], '', 'image.png'],
    ['a file with formatted text', [picture, document], '<b>letter</b>', 'letter'],
  ])('are %s', (_, files, html, plain) => expect(paste(files, html, plain)).toEqual(files));

  it('are not the picture that a spreadsheet copies along with a cell', () => {
    expect(paste([picture], '<table><tr><td>40</table>', '40')).toEqual([]);
  });
});
