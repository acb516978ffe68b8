import { describe, expect, it } from 'vitest';
import { common as english } from '../../../../renderer/i18n/en/common';
import { common } from '../../../../renderer/i18n/uk/common';

describe('in Ukrainian', () => {
  it('a time gets the preposition that speech uses, also before a vowel', () => {
    expect(common.yesterdayAt('14:06')).toBe('учора о 14:06');
    expect(common.yesterdayAt('11:20')).toBe('учора об 11:20');
    expect(common.seenToday('11:00')).toBe('остання активність сьогодні об 11:00');
    expect(common.seenYesterday('01:11')).toBe('остання активність учора о 01:11');
    expect(common.dateAndTime('2 березня', '11:59')).toBe('2 березня об 11:59');
  });
});

it('a refusal because of a limit, or of what has ended, does not say that something was done', () => {
  expect(english.errors.conflict).not.toMatch(/done\.$|already done/i);
  expect(common.errors.conflict).not.toMatch(/зроблено/i);
});
