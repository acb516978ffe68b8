import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

/**
 * Serious and critical accessibility violations in the page now, each as `rule at element`; of all rules, or of those
 * named. Elements in `without` (CSS selectors) were checked elsewhere. The page is given axe once: sending and
 * compiling it costs as much as a run.
 */
export async function seriousViolations(
  page: Page,
  rules?: readonly string[],
  without: readonly string[] = [],
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const options: RunOptions = {
    resultTypes: ['violations'],
    // Fetches all style sheets anew, which nothing else reads.
    preload: rules?.includes('css-orientation-lock') ?? false,
    ...(rules
      ? { runOnly: { type: 'rule', values: [...rules] } }
      : { rules: Object.fromEntries(NEVER_SERIOUS.map((id) => [id, { enabled: false }])) }),
  };
  return page.evaluate(
    async ({ options, without }) => {
      const finite = () =>
        document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
      // Colours between those of two themes, or of an element that fades in, are not what the page shows in the end.
      for (let left = finite(); left.length > 0; left = finite())
        for (const animation of left) animation.finish();
      const context = { include: [['html']], exclude: without.map((selector) => [selector]) };
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(context, options);
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target.join(' ')}`));
    },
    { options, without },
  );
}

/** The rules of axe that report nothing serious or critical, and cost a third of a run. */
export const NEVER_SERIOUS = [
  'aria-allowed-role',
  'aria-deprecated-role',
  'empty-table-header',
  'form-field-multiple-labels',
  'heading-order',
  'html-xml-lang-mismatch',
  'image-redundant-alt',
  'landmark-banner-is-top-level',
  'landmark-contentinfo-is-top-level',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'meta-viewport-large',
  'no-autoplay-audio',
  'page-has-heading-one',
  'presentation-role-conflict',
  'region',
  'server-side-image-map',
  'skip-link',
  'table-duplicate-name',
] as const;

/**
 * Serious and critical violations in both themes: of all rules (or those named) in the theme shown now, and of the
 * colours in the other, from which it differs by an attribute alone.
 */
export async function seriousViolationsInBothThemes(
  page: Page,
  rules?: readonly string[],
  without?: readonly string[],
): Promise<string[]> {
  const all = await seriousViolations(page, rules, without);
  const theme = await toggleTheme(page);
  const colours = await seriousViolations(page, COLOUR_RULES, without);
  await toggleTheme(page);
  return [...all, ...colours.map((violation) => `${theme}: ${violation}`)];
}

/** The rules whose result depends on the theme. */
export const COLOUR_RULES = ['color-contrast'];

/** Returns the theme that is shown now. */
function toggleTheme(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { dataset } = document.documentElement;
    // Otherwise each element begins transitions of its colours, all of which would have to be ended.
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, still];
    // It is given the theme as a class when it opens.
    for (const { classList } of document.querySelectorAll('emoji-picker'))
      for (const theme of ['light', 'dark']) classList.toggle(theme);
    dataset['theme'] = dataset['theme'] === 'dark' ? 'light' : 'dark';
    // Computes the colours now.
    document.body.getBoundingClientRect();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still);
    return dataset['theme'];
  });
}
