import { createContext } from 'svelte';
import type { Output } from '../../../shared/contract';
import { PAGE_SIZES } from '../../../shared/limits';
import { Attempt, call, on, PagedList } from '../../api';

export type Report = Output<'admin.reports'>[number];

/** The possible decisions on a report. Other clients may have stored different values. */
export const decisions = ['dismissed', 'warned', 'banned'] as const;
export type Decision = (typeof decisions)[number];

/** The reports of the community: open ones and closed ones. */
export class Reports {
  readonly open = listOf(true);
  readonly closed = listOf(false);
  readonly deciding = new Attempt();

  /** How many open reports are loaded. */
  get count(): number {
    return this.open.items.length;
  }

  /** Loads the open reports and reloads them when a new one may have arrived. Returns a function that unsubscribes. */
  follow(): () => void {
    void this.open.load();
    const off = on((event) => {
      // Admins receive a `profile` event of the reported person when there is a new report.
      if (event.Type === 'reset' || event.Type === 'profile') this.open.loadSoon(RELOAD_AFTER);
    });
    return () => {
      off();
      this.open.stop();
    };
  }

  /**
   * Closes a report. With `banned` the person is banned first; `note` is the reason. Returns true when the report is
   * closed, even if another admin closed it first (`deciding.error` is then `conflict`).
   */
  async decide(report: Report, decision: Decision, note: string): Promise<boolean> {
    const isDone = await this.deciding.run(async () => {
      if (decision === 'banned') await call('admin.ban', { user_id: report.User.ID, reason: note });
      await call('admin.decideReport', { report_id: report.ID, decision, note });
    });
    const isClosed = isDone || this.deciding.error?.code === 'conflict';
    if (isClosed) {
      this.open.remove(report.ID);
      void this.closed.load();
    }
    return isClosed;
  }
}

function listOf(open: boolean): PagedList<Report> {
  return new PagedList({
    read: ({ page }) => call('admin.reports', { open, page }),
    keyOf: ({ ID }) => ID,
    size: PAGE_SIZES.admin,
  });
}

/** Debounce of the reload, in milliseconds. */
const RELOAD_AFTER = 400;

/** Context with the reports, shared by the list of pages and the reports page. Set by Settings.svelte. */
export const [reportsHere, setReports] = createContext<Reports>();
