import type { OutboxItem } from '../../../shared/bridge';
import type { Input, Name, Output } from '../../../shared/contract';
import type { DialogModel } from '../../../shared/contract/records';

type Read = <N extends Name>(name: N, input: Input<N>) => Promise<Output<N> | undefined>;

/**
 * Returns the names of the places where things were meant to go, by key: of a chat, or of the person whose wall it is.
 * What can't be found has none.
 */
export async function findPlaces(items: readonly OutboxItem[], read: Read): Promise<Record<string, string>> {
  const places: Record<string, string> = {};
  for (const { key, input } of items) {
    const place = await placeOf(input, read).catch(() => '');
    if (place) places[key] = place;
  }
  return places;
}

async function placeOf(input: OutboxItem['input'], read: Read): Promise<string> {
  const dialog = input['dialog_id'] ?? (await dialogOfMessage(Number(input['message_id'] ?? 0), read));
  if (dialog) return nameOfDialog(await read('dialogs.get', { dialog_id: Number(dialog) }));
  const post = Number(input['post_id'] ?? 0);
  if (post) return fullName((await read('posts.get', { post_id: post }))?.Author);
  const user = input['user'];
  return typeof user === 'string' || typeof user === 'number'
    ? fullName(await read('people.get', { user }))
    : '';
}

async function dialogOfMessage(message_id: number, read: Read): Promise<number> {
  return message_id ? ((await read('dialogs.message', { message_id }))?.Dialog.ID ?? 0) : 0;
}

function nameOfDialog(dialog: DialogModel | undefined): string {
  return dialog ? dialog.Name || fullName(dialog.DialogDude) : '';
}

function fullName(person: { Name: string; Surname: string } | null | undefined): string {
  return person ? `${person.Name} ${person.Surname}`.trim() : '';
}
