import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isSafeInline, mediaTypeOf } from '../../../electron/content/media/media-type';

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex');

describe('media type detection', () => {
  test.each<[string | Buffer, string]>([
    ['', 'application/octet-stream'],
    ['Hello', 'text/plain; charset=utf-8'],
    ['Добрий день, їжаче', 'text/plain; charset=utf-8'],
    ['{"a": 1}', 'text/plain; charset=utf-8'],
    ['#!/bin/sh\necho', 'text/plain; charset=utf-8'],
    ['a < b and b > c', 'text/plain; charset=utf-8'],
    ['const page = "<html>";', 'text/plain; charset=utf-8'],
    [Buffer.from('caf\xe9', 'latin1'), 'application/octet-stream'],
    ['with\0zero', 'application/octet-stream'],
    ['<!DOCTYPE html><p>', 'text/html; charset=utf-8'],
    ['\n\n <!-- a --> <!-- b -->\n<HTML >', 'text/html; charset=utf-8'],
    ['<script>alert(1)</script>', 'text/html; charset=utf-8'],
    ['<img src=x onerror=alert(1)>', 'text/html; charset=utf-8'],
    ['<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>', 'text/html; charset=utf-8'],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
    ['<?xml version="1.0"?>\n<!-- drawn --><!DOCTYPE svg PUBLIC "a" "b">\n<svg>', 'image/svg+xml'],
    ['<!DOCTYPE svg [ <!ENTITY x "y"> ]><svg:svg xmlns:svg="s">', 'image/svg+xml'],
    ['<?xml version="1.0"?><rss></rss>', 'application/xml'],
    ['%PDF-1.4\n%\xe2', 'application/pdf'],
    [PNG, 'image/png'],
    ['<!-- -->'.repeat(500), 'text/plain; charset=utf-8'],
  ])('recognises %j by content', async (bytes, type) => {
    expect(await mediaTypeOf(fileOf(bytes))).toBe(type);
  });

  test('handles a character split at the end of the sample', async () => {
    expect(await mediaTypeOf(fileOf('a'.repeat(4095) + 'їїї'))).toBe('text/plain; charset=utf-8');
    expect(await mediaTypeOf(fileOf(Buffer.from([0x61, 0xd1])))).toBe('application/octet-stream');
  });

  test('says which types a browser may show inline', () => {
    const shown = ['image/png', 'image/webp', 'audio/mpeg', 'video/mp4', 'text/plain; charset=utf-8'];
    const saved = [
      'text/html; charset=utf-8',
      'image/svg+xml',
      'application/xml',
      'application/pdf',
      'application/xhtml+xml',
      'text/javascript',
      'application/octet-stream',
      'image/pngx',
      'multipart/x-mixed-replace',
    ];
    expect(shown.filter((type) => !isSafeInline(type))).toEqual([]);
    expect(saved.filter(isSafeInline)).toEqual([]);
  });
});

function fileOf(bytes: string | Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'courtyard-type-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'content');
  writeFileSync(path, bytes);
  return path;
}
