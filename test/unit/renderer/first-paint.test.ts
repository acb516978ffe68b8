import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const source = (path: string) => readFileSync(join(import.meta.dirname, '../../../renderer', path), 'utf8');
const page = source('index.html');
const tokens = source('ui/tokens.css');
/** The blocks of tokens by theme; the light ones apply unless the dark ones say otherwise. */
const blocks = { light: block(tokens, ':root'), dark: block(tokens, "[data-theme='dark']") };

describe.each(['light', 'dark'] as const)('the first paint in the %s theme has the value of', (theme) => {
  const start = theme === 'dark' ? "[data-theme='dark']" : 'html';
  const rail = theme === 'dark' ? "[data-theme='dark'] #first" : '#first';
  test.each([
    [start, 'background', '--bg'],
    [rail, 'background', '--sunken'],
    [rail, 'border', '--line'],
    [rail, 'fill', '--accent'],
    [rail, 'stroke', '--accent-text'],
  ])('%s %s: %s', (selector, property, token) => {
    expect(colour(block(page, selector), property)).toBe(colour(blocks[theme], token));
  });
});

test('the first rail is as wide as the real one', () => {
  const [, width] = /--rail: ([^;]+);/.exec(tokens) ?? [];
  expect(block(page, '#first')).toContain(` inline-size: ${width};`);
});

/** What stands between the braces of the first rule of a selector. */
function block(css: string, selector: string): string {
  const rule = css.split('\n').findIndex((line) => line.trim() === `${selector} {`);
  if (rule === -1) throw new Error(`no rule ${selector}`);
  return /\{([^}]*)\}/.exec(css.split('\n').slice(rule).join('\n'))?.[1] ?? '';
}

function colour(rules: string, name: string): string {
  const [, found] = new RegExp(`(?<![\\w-])${name}[\\w-]*: (?:1px solid )?(#\\w+);`).exec(rules) ?? [];
  if (found === undefined) throw new Error(`no colour ${name}`);
  return found;
}
