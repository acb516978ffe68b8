// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { passphrasePage, READ_PASSPHRASE } from '../../../electron/desktop/window/passphrase-page';
import { TEXTS } from '../../../shared/texts';

const text = TEXTS.en.program.passphrase;

/** What the page answers, once something is done in it. */
let answer: Promise<string | null>;
const field = () => document.querySelector('input')!;

function show(isWrong: boolean): void {
  document.body.innerHTML = passphrasePage(text, isWrong);
  // As the window runs it in its page.
  answer = window.eval(READ_PASSPHRASE) as Promise<string | null>;
}

beforeEach(() => show(false));

test('what is typed is the passphrase', async () => {
  field().value = 'four-quiet-lime-trees';
  document.querySelector<HTMLButtonElement>('[type=submit]')!.click();
  expect(await answer).toBe('four-quiet-lime-trees');
});

test.each([
  ['Cancel', () => document.querySelector<HTMLButtonElement>('[type=button]')!.click()],
  ['Escape', () => field().dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))],
])('%s gives up', async (_how, act) => {
  act();
  expect(await answer).toBeNull();
});

test('a wrong passphrase is said beside the label of the field', () => {
  expect(document.querySelector('[role=alert]')).toBeNull();
  show(true);
  expect(document.querySelector('label')?.textContent).toBe(text.label);
  expect(document.getElementById(field().getAttribute('aria-describedby')!)?.textContent).toBe(text.wrong);
});
