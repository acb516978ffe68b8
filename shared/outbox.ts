import type { Name } from './contract';

/** Returns the field of a queued call's input that holds the text a person wrote; null if it has none. */
export function textFieldOf(name: string, input: Record<string, unknown>): string | null {
  const fields = TEXT_FIELDS[name as Name] ?? [];
  return fields.find((field) => typeof input[field] === 'string') ?? null;
}

/** Of several fields the service uses the first. */
const TEXT_FIELDS: Partial<Record<Name, readonly string[]>> = {
  'dialogs.send': ['text'],
  'dialogs.editMessage': ['text'],
  'dialogs.update': ['name'],
  'posts.create': ['content', 'text'],
  'posts.edit': ['content', 'text'],
  'posts.comment': ['content'],
  'music.createPlaylist': ['name'],
  'music.updatePlaylist': ['name'],
  'music.updateTrack': ['name'],
  'photos.update': ['caption'],
  'files.update': ['name'],
  'videos.update': ['name'],
};
