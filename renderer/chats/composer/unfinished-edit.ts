import { parseJson } from '../../../shared/parse-json';
import { session } from '../../api';
import { readForTab, storeForTab } from '../../api/storage';

/** The changed text of a message that is being edited. */
export interface UnfinishedEdit {
  message: number;
  text: string;
}

/**
 * Returns the edit that was not finished in this tab before it was loaded again; null if there is none. `draft` is the
 * key under which the draft of the composer is stored.
 */
export function readUnfinishedEdit(draft: number): UnfinishedEdit | null {
  const stored = readForTab(keyOf(draft));
  return stored === null ? null : ((parseJson(stored) as UnfinishedEdit | undefined) ?? null);
}

/** Stores an unfinished edit until this tab is closed; null removes it. */
export function storeUnfinishedEdit(draft: number, edit: UnfinishedEdit | null): void {
  storeForTab(keyOf(draft), edit && JSON.stringify(edit));
}

function keyOf(draft: number): string {
  return `courtyard.edits.${session.id}.${draft}`;
}
