import '../../api/jitless';
import { ProfileChanges } from '../../../shared/contract/account';

/**
 * Returns what is wrong with changes of a profile by the rules of the host, as texts by field. The rules are loaded
 * after the page: they are as large as it.
 */
export function faultsIn(changes: object): Record<string, string> {
  const issues = ProfileChanges.safeParse(changes).error?.issues ?? [];
  return Object.fromEntries(issues.map((issue) => [String(issue.path[0]), issue.message]));
}
