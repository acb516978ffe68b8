import { expect, it } from 'vitest';
import { nameList } from '../../../../renderer/i18n/format';
import { withIsolatedNames } from '../../../../renderer/i18n/isolated-names';

const texts = {
  title: 'Reports',
  reports: {
    by: (name: string) => `Reported by ${name}`,
    both: (names: string[]) => names.join(' and '),
    ending: (name: string, count: number) => ({ title: `End ${name}?`, description: `${count} left` }),
  },
};

it('isolates right-to-left names in a text, and leaves other texts as they are', () => {
  const { title, reports } = withIsolatedNames(texts);
  expect(title).toBe('Reports');
  expect(reports.by('דוד Cohen 3')).toBe('Reported by \u2068דוד Cohen 3\u2069');
  expect(reports.by('Їжак 🎉')).toBe('Reported by Їжак 🎉');
  expect(reports.both(['Ada', 'عمر'])).toBe('Ada and \u2068عمر\u2069');
  expect(reports.ending('عمر', 2)).toEqual({ title: 'End \u2068عمر\u2069?', description: '2 left' });
});

it('makes the texts of a language once', () => {
  expect(withIsolatedNames(texts)).toBe(withIsolatedNames(texts));
});

it('isolates each name of a list', () => {
  expect(nameList(['דוד', 'Ada'])).toBe('\u2068דוד\u2069 and Ada');
});
