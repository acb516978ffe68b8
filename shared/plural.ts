/** The words of a count in one language, one for each of the forms that Intl.PluralRules tells apart in it. */
export type EnglishForms = { one: string; other: string };
export type UkrainianForms = { one: string; few: string; many: string };

const english = new Intl.PluralRules('en-GB');
const ukrainian = new Intl.PluralRules('uk-UA');
const englishNumber = new Intl.NumberFormat('en-GB');
const ukrainianNumber = new Intl.NumberFormat('uk-UA');

/** "1 member", "48 members". */
export function inEnglish(count: number, forms: EnglishForms): string {
  return `${englishNumber.format(count)} ${english.select(count) === 'one' ? forms.one : forms.other}`;
}

/** "1 учасник", "3 учасники", "48 учасників"; a fraction takes the form of few ("1,5 учасника" has none of its own). */
export function inUkrainian(count: number, forms: UkrainianForms): string {
  return `${ukrainianNumber.format(count)} ${ukrainianForm(count, forms)}`;
}

/** The word alone that a count takes, for where the number stands apart from it. */
export function ukrainianForm(count: number, forms: UkrainianForms): string {
  const form = ukrainian.select(count);
  return form === 'one' ? forms.one : form === 'many' ? forms.many : forms.few;
}
