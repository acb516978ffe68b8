import { afterAll, beforeAll, expect, it } from 'vitest';
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

it('an event is created in a chat, answered by two people at once, and found in the calendar by keyboard', async () => {
  const page = await browser.open(server, ann, { at: `#/chats/${yard}` });
  await page.getByRole('button', { name: 'Attach' }).click();
  await page.getByRole('menuitem', { name: 'Event' }).click();
  const form = page.getByRole('dialog', { name: 'New event' });
  await form.getByRole('textbox', { name: 'Title' }).fill('Garden day');
  await form.getByLabel('Place').fill('Behind the house');
  await form.getByRole('button', { name: 'Create event' }).click();
  const bubble = page.getByRole('group', { name: /^You,/ }).filter({ hasText: 'Garden day' });
  await expectOf(bubble.getByText('Behind the house')).toBeVisible();

  const [message] = await ben.call('dialogs.messages', { dialog_id: yard, limit: 1 });
  await ben.call('dialogs.answerEvent', { message_id: message?.ID ?? 0, answer: 'going' });
  await expectOf(bubble.getByRole('button', { name: '1 going' })).toBeVisible();
  const maybe = bubble.getByRole('button', { name: 'Maybe', exact: true });
  await maybe.press('Enter');
  await expectOf(maybe).toHaveAttribute('aria-pressed', 'true');
  await expectOf(maybe).toBeFocused();
  await bubble.getByRole('button', { name: '1 going · 1 maybe' }).click();
  await expectOf(page.getByRole('dialog', { name: 'Who answered' })).toContainText(/Ben.*Ann/s);
  await page.keyboard.press('Escape');
  const saving = page.waitForEvent('download');
  await bubble.getByRole('button', { name: 'Add to calendar' }).click();
  expect((await saving).suggestedFilename()).toMatch(/^event-.*\.ics$/);

  await page.getByRole('button', { name: 'Calendar of events' }).click();
  await page.getByRole('gridcell', { selected: true }).getByRole('button').press('ArrowRight');
  await expectOf(page.getByRole('gridcell', { selected: true }).getByRole('button')).toBeFocused();
  await page.keyboard.press('PageDown');
  await page.getByRole('button', { name: 'Today' }).click();
  await page.getByRole('gridcell', { selected: true }).getByRole('button').press('ArrowRight');
  const found = page.getByRole('link', { name: /Garden day/ });
  await expectOf(found).toContainText('Maybe');
  await found.click();
  await expectOf(bubble).toBeVisible();
  await bubble.getByRole('button', { name: 'Cancel event' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel event' }).press('Enter');
  await expectOf(bubble.getByText('Cancelled')).toBeVisible();
  await expectOf(bubble.getByRole('button', { name: 'Add to calendar' })).toHaveCount(0);
  await expectOf(bubble.getByRole('button', { name: '1 going · 1 maybe' })).toBeFocused();
});

it('links in the place and the description of an event open', async () => {
  const page = await browser.open(server, ann, { at: `#/chats/${yard}` });
  await ben.call('dialogs.send', {
    dialog_id: yard,
    text: 'Meeting of the house',
    event: {
      starts: Math.floor(Date.now() / 1000) + 86_400,
      place: 'https://meet.example/house',
      description: 'Agenda:\nhttps://example.com/agenda',
    },
  });
  const bubble = page.getByRole('group', { name: /^Ben,/ }).filter({ hasText: 'Meeting of the house' });
  await expectOf(bubble.getByRole('link', { name: 'https://meet.example/house' })).toBeVisible();
  await expectOf(bubble.getByRole('link', { name: 'https://example.com/agenda' })).toHaveAttribute(
    'href',
    'https://example.com/agenda',
  );
});

it('a new event is written without the mouse: Enter goes to the next field and creates nothing', async () => {
  const page = await browser.open(server, ann, { at: `#/chats/${yard}` });
  await page.getByRole('button', { name: 'Attach' }).click();
  await page.getByRole('menuitem', { name: 'Event' }).click();
  const form = page.getByRole('dialog', { name: 'New event' });
  await expectOf(form.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await page.keyboard.insertText('Bread day');
  for (const next of ['Starts', 'Ends', 'Place', 'Description']) {
    await page.keyboard.press('Enter');
    await expectOf(form.getByLabel(next)).toBeFocused();
  }
  await page.keyboard.press('Control+Enter');
  await expectOf(page.getByRole('group', { name: /^You,/ }).filter({ hasText: 'Bread day' })).toHaveCount(1);
});
