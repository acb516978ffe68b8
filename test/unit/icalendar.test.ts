import { expect, test } from 'vitest';
import { formatIcs, type IcsEvent } from '../../electron/service/calendar/icalendar';
import fc from '../support/inputs/properties';

const event: IcsEvent = {
  uid: '7@9.courtyard',
  sequence: 2,
  changedAt: Date.UTC(2026, 10, 25, 7, 5) / 1000,
  starts: Date.UTC(2027, 0, 31, 22, 0) / 1000,
  ends: Date.UTC(2027, 1, 1, 1, 30) / 1000,
  title: 'Tea; cake, and a \\ of chess',
  place: 'Yard',
  description: 'Bring:\r\ncups\nand tea',
  isCanceled: false,
};

test('formats an event in UTC, with escaped texts and lines that end with CRLF', () => {
  expect(formatIcs(event).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Courtyard//Courtyard//EN',
    'BEGIN:VEVENT',
    'UID:7@9.courtyard',
    'DTSTAMP:20261125T070500Z',
    'SEQUENCE:2',
    'DTSTART:20270131T220000Z',
    'DTEND:20270201T013000Z',
    'SUMMARY:Tea\\; cake\\, and a \\\\ of chess',
    'LOCATION:Yard',
    'DESCRIPTION:Bring:\\ncups\\nand tea',
    'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test('leaves out what an event does not have, and says that it was canceled', () => {
  const text = formatIcs({ ...event, ends: 0, place: '', description: '', isCanceled: true });
  expect(text).toContain('STATUS:CANCELLED\r\n');
  for (const name of ['DTEND', 'LOCATION', 'DESCRIPTION', 'METHOD']) expect(text).not.toContain(name);
});

test('removes control characters, except tabs and line breaks', () => {
  const text = formatIcs({ ...event, title: 'Tea\u0000\u000b\u001b\u007f at\tfive' });
  expect(text).toContain('SUMMARY:Tea at\tfive\r\n');
});

test('folds at 75 bytes without breaking a character, and any text can be read back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400, size: 'max' }), (description) => {
      const text = formatIcs({ ...event, description: `d${description}` });
      const lines = text.split('\r\n');
      for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(text).not.toMatch(/[^\r]\n|\r[^\n]/);
      const unfolded = text.replaceAll('\r\n ', '');
      const value = /^DESCRIPTION:(.*)\r$/m.exec(unfolded)?.[1] ?? '';
      const read = value.replace(/\\(.)/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped));
      // The format knows one kind of line break.
      expect(read).toBe(`d${description.replaceAll(/\r\n|[\r\n\u2028\u2029]/g, '\n')}`);
    }),
  );
});
