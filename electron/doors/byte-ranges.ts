/** The bytes from `start` to `end`, both inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Parses a Range header for content of `size` bytes: a range, 'whole' for unsupported requests (another unit, several
 * ranges), or 'none' for unsatisfiable or invalid ones.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'whole' | 'none' {
  if (header === undefined || !/^bytes\s*=/i.test(header)) return 'whole';
  const [, first = '', last = ''] = /^bytes\s*=\s*(?:(\d+)\s*)?-\s*(?:(\d+)\s*)?$/i.exec(header) ?? [];
  if (first === '' && last === '') return MULTIPLE_RANGES.test(header) ? 'whole' : 'none';
  if (first === '') {
    const start = Math.max(0, size - Number(last));
    return Number(last) === 0 || size === 0 ? 'none' : { start, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start >= size || (last !== '' && Number(last) < start)) return 'none';
  return { start, end };
}

const MULTIPLE_RANGES = /^bytes\s*=\s*(\d+-\d*|-\d+)(\s*,\s*(\d+-\d*|-\d+))+\s*$/i;
