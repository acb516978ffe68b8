import axe from 'axe-core';
import { expect, test } from 'vitest';
import { NEVER_SERIOUS } from '../../../support/browser/axe';

interface Rule {
  id: string;
  impact: string | undefined;
  any: Check[];
  all: Check[];
  none: Check[];
}
type Check = string | { id: string };

interface Audit {
  rules: Rule[];
  data: { checks: Record<string, { impact: string } | undefined> };
}

// What axe.getRules() leaves out.
const { rules, data } = (axe as unknown as { _audit: Audit })._audit;

function impactsOf({ impact, any, all, none }: Rule): (string | undefined)[] {
  const checks = [...any, ...all, ...none].map((check) => (typeof check === 'string' ? check : check.id));
  return [impact, ...checks.map((id) => data.checks[id]?.impact)];
}

test.each(NEVER_SERIOUS)('%s is a rule whose violations are minor or moderate', (id) => {
  const rule = rules.find((one) => one.id === id);
  expect(rule).toBeDefined();
  const serious = impactsOf(rule!).filter((impact) => impact !== 'minor' && impact !== 'moderate');
  expect(serious).toEqual([]);
});
