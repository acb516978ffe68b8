import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ERROR_STATUS } from '../../../shared/errors';
import type { Frame } from '../../../shared/events';

const page = (name: string) => readFileSync(join(import.meta.dirname, '../../../shared', name), 'utf8');

/** The rows of a page's tables, each a list of cells. */
const rowsOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').map((cell) => cell.trim()));

it('every error code is documented with its status', () => {
  const rows = rowsOf(page('API.md')).map(([, status, detail]) => `${status} ${detail}`);
  for (const [code, status] of Object.entries(ERROR_STATUS)) expect(rows).toContain(`${status} \`${code}\``);
});

it('every frame is documented', () => {
  const documented = rowsOf(page('client/EVENTS.md')).flatMap(([, frames = '']) =>
    [...frames.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  expect(documented).toEqual(expect.arrayContaining(Object.keys(FRAMES)));
});

/** The compiler demands all of them. */
const FRAMES: Record<Frame['Type'], true> = {
  hello: true,
  reset: true,
  durable: true,
  subscribed: true,
  unsubscribed: true,
  error: true,
  message: true,
  thread_message: true,
  thread: true,
  message_edit: true,
  message_delete: true,
  message_reaction: true,
  message_poll: true,
  message_calendar: true,
  message_pin: true,
  read: true,
  dialog: true,
  dialog_folder: true,
  draft: true,
  dialog_delete: true,
  member: true,
  file: true,
  photo: true,
  post: true,
  post_edit: true,
  post_delete: true,
  comment: true,
  comment_delete: true,
  like: true,
  track: true,
  playlist: true,
  video: true,
  stickers: true,
  scheduled_message: true,
  scheduled_post: true,
  notification: true,
  notification_delete: true,
  profile: true,
  community: true,
  typing: true,
  online: true,
};
