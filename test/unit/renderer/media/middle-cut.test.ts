import { expect, it } from 'vitest';
import { middleCut } from '../../../../renderer/media/text/middle-cut';

it('keeps the last characters of a long name as its ending, and short names whole', () => {
  expect(middleCut('Minutes of the first meeting.docx')).toEqual({
    head: 'Minutes of the first me',
    tail: 'eting.docx',
  });
  expect(middleCut('Minutes.docx')).toEqual({ head: 'Minutes.docx', tail: '' });
});

it('splits a name with right-to-left letters only before its extension', () => {
  expect(middleCut('تقرير السنة 2026 (final).docx')).toEqual({
    head: 'تقرير السنة 2026 (final)',
    tail: '.docx',
  });
  const name = 'دفتر العناوين القديم جدا والطويل';
  expect(middleCut(name)).toEqual({ head: name, tail: '' });
});

it('splits between whole emoji', () => {
  const family = '👩‍👩‍👧‍👦';
  expect(middleCut(family.repeat(30))).toEqual({ head: family.repeat(20), tail: family.repeat(10) });
});
