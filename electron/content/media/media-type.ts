import { open } from 'node:fs/promises';

/** Detects the media type of a file from its bytes, ignoring its name. */
export async function mediaTypeOf(path: string): Promise<string> {
  const known = await detectByMagic(path);
  if (known !== undefined && known !== 'application/xml') return known;
  const head = await readHead(path);
  return textTypeOf(head) ?? known ?? 'application/octet-stream';
}

/**
 * Whether a browser may display this type inline. Everything else is downloaded: types that can contain scripts, and
 * unknown ones.
 */
export function isSafeInline(type: string): boolean {
  return SAFE_INLINE.test(type);
}

const SAFE_INLINE =
  /^(image\/(png|apng|jpeg|gif|webp|avif|bmp|heic)|audio\/[\w.+-]+|video\/[\w.+-]+|text\/plain)(;|$)/;

/** How many bytes are examined if they have no known signature. */
const HEAD_BYTES = 4096;

async function detectByMagic(path: string): Promise<string | undefined> {
  // Loaded with the first upload, not at program start.
  const { fileTypeFromFile } = await import('file-type');
  try {
    return (await fileTypeFromFile(path))?.mime;
  } catch {
    // It begins like a known type but is malformed.
    return undefined;
  }
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The media type of a text, where HTML and SVG matter because they can run scripts; undefined if it is not text. */
function textTypeOf(head: Buffer): string | undefined {
  if (head.length === 0) return undefined;
  const text = decode(head);
  if (text === undefined || CONTROLS.test(text)) return undefined;
  const element = FIRST_ELEMENT.exec(text)?.[1]?.toLowerCase();
  if (element === 'svg' || element?.endsWith(':svg')) return 'image/svg+xml';
  if (element === 'html' || /^\s*<!doctype\s+html/i.test(text)) return 'text/html; charset=utf-8';
  if (/^\s*<\?xml/.test(text)) return 'application/xml';
  if (element !== undefined && HTML_ELEMENTS.test(element)) return 'text/html; charset=utf-8';
  return 'text/plain; charset=utf-8';
}

function decode(head: Buffer): string | undefined {
  try {
    // The last character may be cut in two.
    return new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: head.length === HEAD_BYTES });
  } catch {
    return undefined;
  }
}

const CONTROLS = /[\0-\x08\x0e-\x1a\x1c-\x1f]/;
/** Name of the first element, after a prolog, comments and a document type. */
const FIRST_ELEMENT =
  /^\s*(?:(?:<\?[^>]*>|<!--(?:(?!-->)[\s\S])*-->|<!doctype[^>[]*(?:\[[^\]]*\][^>]*)?>)\s*)*<([a-z][\w:-]*)[\s/>]/i;
/** Elements by which a content-sniffing browser recognizes HTML (WHATWG MIME Sniffing, 7.1). */
const HTML_ELEMENTS =
  /^(head|body|script|iframe|style|title|meta|link|base|object|embed|form|table|div|img|a|h1|br|p|b|font|frameset|template)$/;
