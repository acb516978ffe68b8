import { isName } from '../../shared/contract';
import type { CommandRow } from './queries';
import { uploadPartOf } from './queued-calls';

/** What `heldKeys` asks about commands. */
export interface HeldCommandOptions {
  /** Whether the bytes of a command are not at the host yet. */
  isUnsentUpload: (key: string) => boolean;
  /** The keys of the commands that a command refers to. */
  referencesOf: (n: number) => readonly string[];
}

/**
 * Returns the keys of those pending commands that wait for the bytes of an upload. A command waits with the upload that
 * it refers to, and so does what belongs behind it: further messages to the same dialog, or calls of the same area.
 */
export function heldKeys(
  commands: readonly CommandRow[],
  { isUnsentUpload, referencesOf }: HeldCommandOptions,
): Set<string> {
  const held = new Set<string>();
  const heldAreas = new Set<string>();
  for (const command of commands) {
    // Uploads are independent of each other.
    const area = isUpload(command) ? null : areaOf(command);
    const isHeld =
      isUnsentUpload(command.key) ||
      (area !== null && heldAreas.has(area)) ||
      referencesOf(command.n).some((key) => held.has(key));
    if (!isHeld) continue;
    held.add(command.key);
    if (area !== null) heldAreas.add(area);
  }
  return held;
}

function isUpload({ name }: CommandRow): boolean {
  return isName(name) && uploadPartOf(name) !== null;
}

/** Commands of one area keep their order. */
function areaOf({ name, input }: CommandRow): string {
  const [area = ''] = name.split('.');
  if (area !== 'dialogs') return area;
  const { dialog_id: dialog } = JSON.parse(input) as { dialog_id?: unknown };
  return `dialog ${JSON.stringify(dialog)}`;
}
