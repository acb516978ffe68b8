import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LogPacker, LogUnpacker, PackedLogError } from '../../../electron/standby/log-packing';

const PAGE = 512;
const FRAME = 24 + PAGE;

interface Change {
  page: number;
  at: number;
  bytes: Uint8Array;
}

/** A part of a log: a frame for each change, made from what its page was before. */
function logOf(changes: readonly Change[], pages: Map<number, Buffer>, offset: number): Buffer {
  const parts = offset === 0 ? [Buffer.alloc(32, 7)] : [];
  for (const { page, at, bytes } of changes) {
    const next = Buffer.from(pages.get(page) ?? Buffer.alloc(PAGE));
    next.set(bytes.subarray(0, PAGE - at), at);
    pages.set(page, next);
    const header = Buffer.alloc(24, bytes.length);
    header.writeUInt32BE(page, 0);
    parts.push(header, next);
  }
  return Buffer.concat(parts);
}

const change = fc.record({
  page: fc.integer({ min: 1, max: 3000 }),
  at: fc.integer({ min: 0, max: PAGE - 1 }),
  bytes: fc.uint8Array({ maxLength: PAGE, size: 'max' }),
});

test('what was packed is unpacked to the same bytes, in whatever pages it changed', () => {
  fc.assert(
    fc.property(fc.array(fc.array(change, { maxLength: 12 }), { maxLength: 12 }), (commits) => {
      const [packer, unpacker, pages] = [new LogPacker(), new LogUnpacker(), new Map<number, Buffer>()];
      commits.forEach((changes, index) => {
        const offset = index === 0 ? 0 : 32 + FRAME * index;
        const bytes = logOf(changes, pages, offset);
        const packed = packer.pack(bytes, { offset, pageSize: PAGE })!;
        const unpacked = unpacker.unpack(packed, { offset, pageSize: PAGE, size: bytes.length });
        expect(unpacked.equals(bytes)).toBe(true);
      });
    }),
  );
});

test('more pages than both ends remember are sent again, and stay the same', () => {
  const [packer, unpacker, pages] = [new LogPacker(), new LogUnpacker(), new Map<number, Buffer>()];
  for (let round = 0; round < 3; round++)
    for (let page = 1; page <= 2500; page++) {
      const bytes = logOf([{ page, at: 8, bytes: Uint8Array.of(round + 1, page % 251) }], pages, FRAME);
      const packed = packer.pack(bytes, { offset: FRAME, pageSize: PAGE })!;
      const unpacked = unpacker.unpack(packed, { offset: FRAME, pageSize: PAGE, size: bytes.length });
      expect(unpacked.equals(bytes)).toBe(true);
    }
});

test('a small change of a page that was sent before takes a few bytes', () => {
  const [packer, pages] = [new LogPacker(), new Map<number, Buffer>()];
  const first = { page: 5, at: 0, bytes: new Uint8Array(PAGE).fill(9) };
  packer.pack(logOf([first], pages, FRAME), { offset: FRAME, pageSize: PAGE });
  const second = { page: 5, at: 100, bytes: Uint8Array.of(1, 2, 3) };
  const packed = packer.pack(logOf([second], pages, FRAME), { offset: FRAME, pageSize: PAGE })!;
  expect(packed.length).toBe(24 + 4 + 4 + 4);
});

test('a part that is not whole frames is not packed', () => {
  expect(new LogPacker().pack(Buffer.alloc(FRAME + 1), { offset: FRAME, pageSize: PAGE })).toBeNull();
});

test('damaged parts are refused, never guessed', () => {
  const bytes = logOf([{ page: 1, at: 0, bytes: new Uint8Array(40).fill(3) }], new Map(), FRAME);
  const packed = new LogPacker().pack(bytes, { offset: FRAME, pageSize: PAGE })!;
  const part = { offset: FRAME, pageSize: PAGE, size: bytes.length };
  const longer = Buffer.from(packed);
  longer.writeUInt16LE(0xffff, 26);
  for (const [damaged, size] of [
    [packed.subarray(0, packed.length - 1), part.size],
    [Buffer.concat([packed, Buffer.alloc(1)]), part.size],
    [longer, part.size],
    [packed, part.size + 1],
    [packed, part.size + FRAME],
    [Buffer.alloc(0), part.size],
  ] as const)
    expect(() => new LogUnpacker().unpack(damaged, { ...part, size })).toThrow(PackedLogError);
});
