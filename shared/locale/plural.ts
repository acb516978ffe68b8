/**
 * Makes the functions of one language for counts. A count takes one form of its noun for each of the categories that
 * `Intl.PluralRules` tells apart in that language; where a count has no form of its own it takes `fallback`.
 */
export function pluralIn<Category extends Intl.LDMLPluralRule>(locale: string, fallback: Category) {
  const rules = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale);
  const form = (count: number, forms: Record<Category, string>): string => {
    const category = rules.select(count);
    return category in forms ? forms[category as Category] : forms[fallback];
  };
  return {
    /** The form alone that a count takes, for where the number stands apart from it. */
    form,
    /** The number with its noun: "1 member", "48 members". */
    counted: (count: number, forms: Record<Category, string>) =>
      `${numbers.format(count)} ${form(count, forms)}`,
  };
}
