import { createContext } from 'svelte';
import type { Output } from '../../../shared/contract';
import { PAGE_SIZES } from '../../../shared/limits';
import { Attempt, call, on, PagedList } from '../../api';

export type Report = Output<'admin.reports'>[number];

/** What can come of a report; other programs may have written other words. */
export const decisions = ['dismissed', 'warned', 'banned'] as const;
export type Decision = (typeof decisions)[number];

/** What people reported: those that wait for a decision, and those that have one. */
export class Reports {
  readonly open = listOf(true);
  readonly closed = listOf(false);
  readonly deciding = new Attempt();

  /** How many are open, as far as they were read. */
  get count(): number {
    return this.open.items.length;
  }

  /** Reads the open ones, and again when one was made; gives the way to stop. */
  follow(): () => void {
    void this.open.load();
    const off = on((event) => {
      // A new report is told to admins as a change of whom it is about.
      if (event.Type === 'reset' || event.Type === 'profile') this.open.loadSoon(RELOAD_AFTER);
    });
    return () => {
      off();
      this.open.stop();
    };
  }

  /**
   * Closes a report; with `banned` the person is banned first, for the reason in `note`. True when it is closed, by whomever
   * (`deciding.error` is `conflict` where another admin was quicker).
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

/** Milliseconds. */
const RELOAD_AFTER = 400;

/** The reports that the list of pages counts and the page of reports shows; set by Settings.svelte. */
export const [reportsHere, setReports] = createContext<Reports>();
