/** An event as calendar programs exchange it; times are in Unix seconds. */
export interface IcsEvent {
  /** Unique in the world, and the same for every version of the event. */
  uid: string;
  /** Greater for each later version. */
  sequence: number;
  changedAt: number;
  starts: number;
  /** 0 if no end is given. */
  ends: number;
  title: string;
  place: string;
  description: string;
  isCanceled: boolean;
}

/**
 * Formats one event as iCalendar (RFC 5545). Its times are in UTC, so that it needs no time zones; repetition and
 * alarms are left to the program that opens it.
 */
export function formatIcs(event: IcsEvent): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Courtyard//Courtyard//EN',
    'BEGIN:VEVENT',
    `UID:${event.uid}`,
    `DTSTAMP:${utc(event.changedAt)}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTART:${utc(event.starts)}`,
    ...(event.ends > 0 ? [`DTEND:${utc(event.ends)}`] : []),
    `SUMMARY:${escape(event.title)}`,
    ...(event.place ? [`LOCATION:${escape(event.place)}`] : []),
    ...(event.description ? [`DESCRIPTION:${escape(event.description)}`] : []),
    `STATUS:${event.isCanceled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

/** Returns a time as `20261125T070500Z`. */
function utc(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(/[-:]|\.\d+/g, '');
}

/** Escapes a text value: separators and line breaks; other control characters are not allowed in a file. */
function escape(text: string): string {
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|[\r\n\u2028\u2029]/g, '\\n')
    .replace(CONTROLS, '');
}

/** Breaks a line after at most 75 bytes of UTF-8, never within a character; each continuation begins with a space. */
function fold(line: string): string {
  let folded = '';
  let length = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (length + size > MAX_LINE_BYTES) {
      folded += '\r\n ';
      length = 1;
    }
    folded += character;
    length += size;
  }
  return folded;
}

const MAX_LINE_BYTES = 75;
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]/g;
