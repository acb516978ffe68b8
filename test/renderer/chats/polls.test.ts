import { afterAll, beforeAll, it } from 'vitest';
import { expectOf, testBrowser } from '../../support/browser/browser';
import { testServer, type TestServer } from '../../support/server';
import type { TestPerson } from '../../support/service';

const browser = testBrowser();
let server: TestServer;
let ann: TestPerson;
let ben: TestPerson;
let yard: number;

beforeAll(async () => {
  server = await testServer();
  [ann, ben] = (await server.people('Ann', 'Ben')) as [TestPerson, TestPerson];
  ({ ID: yard } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' }));
  await ann.call('dialogs.join', { dialog_id: yard, user_id: String(ben.id) });
});
afterAll(() => server.close());

it('a poll is written without the mouse: Enter goes to the next option, and a press outside loses nothing', async () => {
  const page = await browser.open(server, ann, { at: `#/chats/${yard}` });
  await page.getByRole('button', { name: 'Attach' }).click();
  await page.getByRole('menuitem', { name: 'Poll' }).click();
  const form = page.getByRole('dialog', { name: 'New poll' });
  const send = form.getByRole('button', { name: 'Send' });
  await expectOf(form.getByRole('textbox', { name: 'Question' })).toBeFocused();
  await page.mouse.click(5, 5);
  await expectOf(form).toHaveCount(0);
  await page.getByRole('button', { name: 'Attach' }).click();
  await page.getByRole('menuitem', { name: 'Poll' }).click();
  await expectOf(form.getByRole('textbox', { name: 'Question' })).toBeFocused();
  for (const line of ['Which day?', 'Friday', 'Saturday', 'Friday']) {
    await page.keyboard.insertText(line);
    await page.keyboard.press('Enter');
  }
  await expectOf(form.getByRole('textbox', { name: 'Option 4' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.mouse.click(5, 5);
  await expectOf(form.getByRole('textbox', { name: /^Option/ })).toHaveCount(4);
  await expectOf(form.getByRole('textbox', { name: 'Option 3' })).toHaveAccessibleDescription(
    'This option already exists.',
  );
  await expectOf(send).toBeDisabled();
  await form.getByRole('textbox', { name: 'Option 3' }).fill('Sunday');
  await send.click();
  const bubble = page.getByRole('group', { name: /^You,/ }).filter({ hasText: 'Which day?' });
  await expectOf(bubble).toContainText(/Friday.*Saturday.*Sunday/s);
  await expectOf(page.getByRole('textbox', { name: 'Message' })).toBeFocused();
});

it('a filled poll asks before Escape or the cross closes it, and an option removed by keyboard keeps the focus', async () => {
  const page = await browser.open(server, ann, { at: `#/chats/${yard}` });
  const form = page.getByRole('dialog', { name: 'New poll' });
  const question = page.getByRole('alertdialog', { name: 'Close without saving?' });
  const option = (place: number) => form.getByRole('textbox', { name: `Option ${place}` });
  await page.getByRole('button', { name: 'Attach' }).click();
  await page.getByRole('menuitem', { name: 'Poll' }).click();
  await expectOf(form.getByRole('textbox', { name: 'Question' })).toBeFocused();
  for (const line of ['Which day?', 'Friday', 'Saturday', 'Sunday']) {
    await page.keyboard.insertText(line);
    if (line !== 'Sunday') await page.keyboard.press('Enter');
  }
  await page.keyboard.press('Escape');
  await expectOf(question.getByRole('button', { name: 'Stay' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expectOf(question).toHaveCount(0);
  await expectOf(option(3)).toBeFocused();
  await form.getByRole('button', { name: 'Remove option 3' }).press('Enter');
  await expectOf(option(2)).toBeFocused();
  await form.getByRole('button', { name: 'Close' }).click();
  await question.getByRole('button', { name: 'Stay' }).click();
  await expectOf(option(2)).toHaveValue('Saturday');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Close' }).press('Enter');
  await expectOf(form).toHaveCount(0);
  await expectOf(question).toHaveCount(0);
});

it('the focus stays in a poll that is voted in and closed by keyboard', async () => {
  const poll = { options: ['Tea', 'Coffee'], anonymous: true, multiple: true };
  await ann.call('dialogs.send', { dialog_id: yard, text: 'Which drink?', poll });
  const quiz = { options: ['Yes', 'No'], anonymous: true, correct: 0 };
  await ben.call('dialogs.send', { dialog_id: yard, text: 'Is it late?', poll: quiz });
  const page = await browser.open(server, ann, { at: `#/chats/${yard}` });
  const asked = page.getByRole('group', { name: /^You,/ }).filter({ hasText: 'Which drink?' });
  await asked.getByRole('checkbox', { name: 'Tea' }).press(' ');
  await asked.getByRole('button', { name: 'Vote' }).press('Enter');
  await expectOf(asked.getByRole('button', { name: 'Retract vote' })).toBeVisible();
  await expectOf(asked.locator(':focus').or(asked.and(page.locator(':focus')))).toHaveCount(1);
  await asked.getByRole('button', { name: 'Close poll' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close poll' }).press('Enter');
  await expectOf(asked.getByRole('status')).toContainText('closed');
  await expectOf(asked).toBeFocused();
  const other = page.getByRole('group', { name: /^Ben,/ }).filter({ hasText: 'Is it late?' });
  await other.getByRole('button', { name: 'Yes' }).press('Enter');
  await expectOf(other.getByRole('button', { name: 'Yes' })).toHaveCount(0);
  await expectOf(other).toBeFocused();
});
