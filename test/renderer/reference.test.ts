import { chromium } from '@playwright/test';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { CHROMIUM_ARGUMENTS, provideChromium } from '../support/browser/chromium';
import { door } from '../doors/http/http-door';

/** Milliseconds that each step of it may take: it is a large page for a busy machine. */
const TIME = 280_000;

it('/docs shows the interface and tries a call, within its policy and without external requests', async () => {
  const { app } = await door();
  await app.listen({ port: 0, host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const browser = await chromium.launch({
    executablePath: provideChromium(),
    args: CHROMIUM_ARGUMENTS,
    timeout: TIME,
  });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  page.setDefaultTimeout(TIME);
  const asked: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('console', (message) => {
    if (/policy/i.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));

  await page.goto(`${origin}/docs`);
  await page.getByRole('heading', { name: 'A proof-of-work challenge' }).first().waitFor();
  await page
    .getByRole('button', { name: /Test Request/ })
    .first()
    .click();
  await page.getByRole('button', { name: /^Send/ }).first().click();
  await page.getByText('200 OK').waitFor();

  expect(asked).toEqual(expect.arrayContaining([`${origin}/openapi.json`, `${origin}/captcha`]));
  // What lies inside the page itself (data:, blob:) asks nobody.
  expect(asked.filter((url) => /^(https?|wss?):/.test(url) && !url.startsWith(`${origin}/`))).toEqual([]);
  expect(complaints).toEqual([]);
});
