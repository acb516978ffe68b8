/**
 * Creates the functions that put a count and its noun together in one language. `forms` has the noun for each plural
 * category of `Intl.PluralRules`. A count whose category is missing there takes the form of `fallback`.
 */
export function pluralIn<Category extends Intl.LDMLPluralRule>(locale: string, fallback: Category) {
  const rules = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale);
  const form = (count: number, forms: Record<Category, string>): string => {
    const category = rules.select(count);
    return category in forms ? forms[category as Category] : forms[fallback];
  };
  return {
    /** The noun alone, for where the number is shown separately. */
    form,
    /** The number with its noun: "1 member", "48 members". */
    counted: (count: number, forms: Record<Category, string>) =>
      `${numbers.format(count)} ${form(count, forms)}`,
  };
}
