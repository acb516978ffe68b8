import type { OutboxItem } from '../../api';
import { hostingText } from '../../i18n/index.svelte';

/** What the two versions of an edit differ in. */
export interface Conflict {
  /** Texts, with both versions. */
  texts: { label: string; mine: string; theirs: string }[];
  /** The labels of values that are no text. */
  others: string[];
}

/** Returns what an edit and the version that its host has differ in; null if it was not refused for that. */
export function conflictOf({ input, error }: OutboxItem): Conflict | null {
  if (error?.detail !== 'version_conflict') return null;
  const differing = Object.entries(error.current ?? {}).filter(
    ([key, theirs]) => JSON.stringify(theirs) !== JSON.stringify(input[key]),
  );
  const isText = ([key, theirs]: [string, unknown]) =>
    typeof theirs === 'string' && typeof input[key] === 'string';
  return {
    texts: differing
      .filter(isText)
      .map(([key, theirs]) => ({ label: labelOf(key), mine: String(input[key]), theirs: String(theirs) })),
    others: [...new Set(differing.filter((one) => !isText(one)).map(([key]) => labelOf(key)))],
  };
}

function labelOf(key: string): string {
  const labels: Partial<Record<string, string>> = hostingText().conflicts.values;
  return labels[key] ?? hostingText().conflicts.values.other;
}
