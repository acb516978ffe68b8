import type { TestServer } from './server';
import type { TestPerson } from './service';

/** Sends messages at once, from several sessions because each has a rate limit; resolves to their IDs. */
export async function sendMany(
  server: TestServer,
  person: TestPerson,
  dialog: number,
  texts: readonly string[],
): Promise<number[]> {
  const ids: number[] = [];
  for (let from = 0; from < texts.length; from += BURST) {
    const writer = server.now.as(await server.now.signIn(person.email, person.password), person);
    const sent = texts
      .slice(from, from + BURST)
      .map((text) => writer.call('dialogs.send', { dialog_id: dialog, text }));
    ids.push(...(await Promise.all(sent)).map(({ ID }) => ID));
  }
  return ids;
}

const BURST = 150;

/** Marks all messages of a dialog as read. */
export async function readAll(person: TestPerson, dialog: number): Promise<void> {
  const [last] = await person.call('dialogs.messages', { dialog_id: dialog, limit: 1 });
  await person.call('dialogs.read', { dialog_id: dialog, message: last!.ID });
}
