import { createContext } from 'svelte';
import type { Output } from '../../../shared/contract';
import { PAGE_SIZES } from '../../../shared/limits';
import { addressOf } from '../../../shared/routes';
import { AppError, Attempt, call, on, PagedList } from '../../api';
import { m } from '../../i18n/index.svelte';
import { Deletions } from '../../common/deletions.svelte';

export type Report = Output<'admin.reports'>[number];
type ReportedItem = NonNullable<Report['Item']>;

/** The possible decisions on a report. Other clients may have stored different values. */
export const decisions = ['dismissed', 'warned', 'banned'] as const;
export type Decision = (typeof decisions)[number];

/** Returns the hash of a reported item in its place, or undefined if it has none that the person can open. */
export function addressOfItem(item: ReportedItem): string | undefined {
  const { ID: id, Post: postId, Dialog: dialogId, Thread: threadId } = item;
  if (!item.Visible) return undefined;
  switch (item.Type) {
    case 'message':
      return addressOf({ view: 'chats', dialogId, messageId: id, ...(threadId && { threadId }) });
    case 'dialog':
      return addressOf({ view: 'chats', dialogId });
    case 'post':
      return addressOf({ view: 'post', postId: id });
    case 'comment':
      return addressOf({ view: 'post', postId, commentId: id });
    case 'video':
      return addressOf({ view: 'videos', videoId: id });
    default:
      return undefined;
  }
}

/** The reports of the community: open ones and closed ones. */
export class Reports {
  readonly open = listOf(true);
  readonly closed = listOf(false);
  readonly deciding = new Attempt();
  readonly #deletions = new Deletions();

  /** How many open reports are loaded. */
  get count(): number {
    return this.open.items.length;
  }

  /**
   * Loads the open reports, and reloads what is shown when there may be a new one or another admin has closed one.
   * Returns a function that unsubscribes.
   */
  follow(): () => void {
    void this.open.load();
    const off = on((event) => {
      // Admins receive a `profile` event of the reported person when there is a new report, or one was closed.
      if (event.Type !== 'reset' && event.Type !== 'profile') return;
      this.open.loadSoon(RELOAD_DELAY_MS);
      if (this.closed.isLoaded) this.closed.loadSoon(RELOAD_DELAY_MS);
    });
    return () => {
      off();
      this.open.stop();
      this.closed.stop();
      this.#deletions.finish();
    };
  }

  /** Whether the caller may delete the reported item, and hasn't. Reactive. */
  isRemovable({ Item }: Report): boolean {
    return Item !== null && Item.Removable && !this.#deletions.has(Item.ID);
  }

  /** Deletes the reported item after ten seconds, during which this can be undone. */
  removeItem({ Item }: Report): void {
    if (!Item || !hasRemoval(Item.Type)) return;
    const remove = REMOVALS[Item.Type];
    this.#deletions.begin(Item.ID, m().community.reports.deletedItem[Item.Type], async () => {
      await remove(Item.ID);
      void this.open.load();
      void this.closed.load();
    });
  }

  /**
   * Closes a report. With `banned` the person is banned first; `note` is the reason. Returns true when the report is
   * closed, even if another admin closed it first (`deciding.error` is then `conflict`).
   */
  async decide(report: Report, decision: Decision, note: string): Promise<boolean> {
    const isDone = await this.deciding.run(async () => {
      if (decision === 'banned') {
        // Otherwise the person would be banned although another admin has decided something else.
        if (await this.#isClosed(report)) throw new AppError('conflict');
        await call('admin.ban', { user_id: report.User.ID, reason: note });
      }
      await call('admin.decideReport', { report_id: report.ID, decision, note });
    });
    const isClosed = isDone || this.deciding.error?.code === 'conflict';
    if (isClosed) {
      this.open.remove(report.ID);
      void this.closed.load();
    }
    return isClosed;
  }

  /** Asks the host whether a report is closed; false also if the loaded pages don't show it. */
  async #isClosed({ ID }: Report): Promise<boolean> {
    return (await this.open.load()) && !this.open.hasMore && !this.open.find(ID);
  }
}

/** How the items that administrators may delete are deleted. */
const REMOVALS = {
  message: (id: number) => call('dialogs.deleteMessage', { message_id: id }),
  post: (id: number) => call('posts.remove', { post_id: id }),
  comment: (id: number) => call('posts.removeComment', { comment_id: id }),
};

function hasRemoval(type: string): type is keyof typeof REMOVALS {
  return Object.hasOwn(REMOVALS, type);
}

function listOf(open: boolean): PagedList<Report> {
  return new PagedList({
    read: ({ page }) => call('admin.reports', { open, page }),
    keyOf: ({ ID }) => ID,
    size: PAGE_SIZES.admin,
  });
}

/** Debounce of the reload, in milliseconds. */
const RELOAD_DELAY_MS = 400;

/** Context with the reports, shared by the list of pages and the reports page. Set by Settings.svelte. */
export const [reportsHere, setReports] = createContext<Reports>();
