import type { Locator, Page } from '@playwright/test';

/** The input in which the message of the open chat is written. */
export const messageInput = (page: Page): Locator => page.getByRole('textbox', { name: 'Message' });

/** The list of messages of the open chat; its name contains that of the chat. */
export const messageList = (page: Page): Locator => page.getByRole('region', { name: /^Messages in/ });

/** The first message of the open chat that contains a text. */
export const messageWith = (page: Page, text: string): Locator =>
  messageList(page).getByRole('group').filter({ hasText: text }).first();

/** A chat in the list of chats. */
export const chatInList = (page: Page, name: string): Locator =>
  page.getByRole('list', { name: 'Your chats' }).getByRole('link').filter({ hasText: name });

/** Sends a message to the open chat. */
export async function sendMessage(page: Page, text: string): Promise<void> {
  await messageInput(page).fill(text);
  await messageInput(page).press('Enter');
}

/** Chooses an entry of the menu that the right button opens over an element. */
export async function chooseFromMenu(page: Page, over: Locator, entry: string): Promise<void> {
  await over.click({ button: 'right' });
  await page.getByRole('menuitem', { name: entry }).first().click();
}
