import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What axe finds serious or critical in the page now, each with where: everything in its theme, and the colours in the other. */
export async function seriousFaults(page: Page): Promise<string[]> {
  const axe = () => new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const all = await axe().analyze();
  const theme = await turnTheme(page);
  const colours = await axe().withRules('color-contrast').analyze();
  await turnTheme(page);
  return [...namesOf(all.violations), ...namesOf(colours.violations, `${theme}: `)];
}

/** The themes differ by an attribute alone. Gives the one that is shown now. */
function turnTheme(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { dataset } = document.documentElement;
    return (dataset['theme'] = dataset['theme'] === 'dark' ? 'light' : 'dark');
  });
}

type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'];

function namesOf(violations: Violations, prefix = ''): string[] {
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${prefix}${id} at ${target.join(' ')}`));
}
