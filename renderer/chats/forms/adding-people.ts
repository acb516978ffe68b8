import type { UserModel } from '../../../shared/contract/records';
import type { ErrorCode } from '../../../shared/errors';
import { AppError, call } from '../../api';
import { errorText } from '../../i18n/errors';
import { nameList } from '../../i18n/format';
import { m } from '../../i18n/index.svelte';
import { toasts } from '../../ui';
import { personName } from '../names';
import { sidePanelText } from '../panel/side-panel-text';

/**
 * Adds people to a group or channel and returns how many were added. Skips those the host refuses, such as people
 * who blocked the caller; a toast for each reason names them.
 */
export async function addPeople(dialogId: number, people: Iterable<UserModel>): Promise<number> {
  const refusals = new Map<ErrorCode, { error: unknown; names: string[] }>();
  let added = 0;
  for (const person of people) {
    try {
      await call('dialogs.join', { dialog_id: dialogId, user_id: String(person.ID) });
      added++;
    } catch (error) {
      const code = error instanceof AppError ? error.code : 'server_error';
      const refusal = refusals.get(code) ?? { error, names: [] };
      refusal.names.push(personName(person));
      refusals.set(code, refusal);
    }
  }
  // They are members already.
  refusals.delete('conflict');
  const { lineOf } = m().chats;
  for (const [code, { error, names }] of refusals) {
    const listed = nameList(names);
    const message =
      code === 'access_denied' ? sidePanelText().notAdded(listed) : lineOf(listed, errorText(error));
    toasts.show({ message, tone: 'danger' });
  }
  return added;
}
