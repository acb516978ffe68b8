import { crc32, inflateRawSync } from 'node:zlib';

/** Returns the files of a zip as text by path, in archive order. Throws if the archive is damaged. */
export function unzip(zip: Buffer): Map<string, string> {
  return new Map([...unzipBytes(zip)].map(([path, content]) => [path, content.toString()]));
}

/** Returns the files of a zip by path, in archive order. Throws if the archive is damaged. */
export function unzipBytes(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06'));
  if (end < 0) throw new Error('the zip has no end');
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const isStored = zip.readUInt16LE(at + 10) === 0;
    const sum = zip.readUInt32LE(at + 16);
    const size = zip.readUInt32LE(at + 20);
    const nameLength = zip.readUInt16LE(at + 28);
    const local = zip.readUInt32LE(at + 42);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(start, start + size);
    const content = isStored ? bytes : inflateRawSync(bytes);
    if (crc32(content) !== sum) throw new Error(`${name} is damaged`);
    files.set(name, content);
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return files;
}
