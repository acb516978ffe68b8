/** The bytes from `start` to `end`, both included. */
export interface Range {
  start: number;
  end: number;
}

/**
 * What a Range header asks of `size` bytes: a range, 'whole' where it asks for nothing that is done here (another unit,
 * several ranges at once), or 'none' where no byte lies in it or it makes no sense.
 */
export function rangeOf(header: string | undefined, size: number): Range | 'whole' | 'none' {
  if (header === undefined || !/^bytes\s*=/i.test(header)) return 'whole';
  const [, first = '', last = ''] = /^bytes\s*=\s*(?:(\d+)\s*)?-\s*(?:(\d+)\s*)?$/i.exec(header) ?? [];
  if (first === '' && last === '') return SEVERAL.test(header) ? 'whole' : 'none';
  if (first === '') {
    const start = Math.max(0, size - Number(last));
    return Number(last) === 0 || size === 0 ? 'none' : { start, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start >= size || (last !== '' && Number(last) < start)) return 'none';
  return { start, end };
}

const SEVERAL = /^bytes\s*=\s*(\d+-\d*|-\d+)(\s*,\s*(\d+-\d*|-\d+))+\s*$/i;
