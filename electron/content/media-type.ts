import { open } from 'node:fs/promises';

/** The media type of bytes, by what they are and not by what they are called. */
export async function mediaTypeOf(path: string): Promise<string> {
  const known = await byMagic(path);
  if (known !== undefined && known !== 'application/xml') return known;
  const start = await readStart(path);
  return textTypeOf(start) ?? known ?? 'application/octet-stream';
}

/**
 * Whether a browser may show bytes of a type in place. Everything else is saved: documents that carry programs, and
 * what is not known.
 */
export function isShownInPlace(type: string): boolean {
  return IN_PLACE.test(type);
}

const IN_PLACE =
  /^(image\/(png|apng|jpeg|gif|webp|avif|bmp|heic)|audio\/[\w.+-]+|video\/[\w.+-]+|text\/plain)(;|$)/;

/** Bytes that say little about what follows are looked at this far. */
const START = 4096;

async function byMagic(path: string): Promise<string | undefined> {
  // Loaded with the first upload, not with the program.
  const { fileTypeFromFile } = await import('file-type');
  try {
    return (await fileTypeFromFile(path))?.mime;
  } catch {
    // Something that begins like a known type and is broken.
    return undefined;
  }
}

async function readStart(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(START), 0, START, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The type of text, of which HTML and SVG are those that run; undefined where it is no text. */
function textTypeOf(start: Buffer): string | undefined {
  if (start.length === 0) return undefined;
  const text = decode(start);
  if (text === undefined || CONTROLS.test(text)) return undefined;
  const element = FIRST_ELEMENT.exec(text)?.[1]?.toLowerCase();
  if (element === 'svg' || element?.endsWith(':svg')) return 'image/svg+xml';
  if (element === 'html' || /^\s*<!doctype\s+html/i.test(text)) return 'text/html; charset=utf-8';
  if (/^\s*<\?xml/.test(text)) return 'application/xml';
  if (element !== undefined && OF_PAGES.test(element)) return 'text/html; charset=utf-8';
  return 'text/plain; charset=utf-8';
}

function decode(start: Buffer): string | undefined {
  try {
    // The last character may have been cut in two.
    return new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: start.length === START });
  } catch {
    return undefined;
  }
}

const CONTROLS = /[\0-\x08\x0e-\x1a\x1c-\x1f]/;
/** The name of the first element, after what may stand before it: a prolog, comments, a document type. */
const FIRST_ELEMENT =
  /^\s*(?:(?:<\?[^>]*>|<!--(?:(?!-->)[\s\S])*-->|<!doctype[^>[]*(?:\[[^\]]*\][^>]*)?>)\s*)*<([a-z][\w:-]*)[\s/>]/i;
/** Elements by which a browser that guesses takes a text for a page (WHATWG MIME Sniffing, 7.1). */
const OF_PAGES =
  /^(head|body|script|iframe|style|title|meta|link|base|object|embed|form|table|div|img|a|h1|br|p|b|font|frameset|template)$/;
