import type { Bridge } from '../../shared/channels';
import type { FileDownload } from '../../shared/downloads';
import { percent } from '../i18n/format';
import { m } from '../i18n/index.svelte';
import { toasts } from '../ui';
import { downloadText } from './text';

/**
 * Shows the downloads of the desktop app, and failed drags out of it, as toasts, until the returned function is called.
 */
export function followDownloads(
  bridge: Pick<Bridge, 'downloads' | 'onDownloads' | 'onDragFailed'> | undefined = window.courtyard,
): () => void {
  if (!bridge) return () => undefined;
  const shown = new DownloadToasts(bridge);
  const off = bridge.onDownloads((downloads) => shown.update(downloads));
  const offDrags = bridge.onDragFailed((failure) =>
    toasts.show({ message: downloadText().drag[failure], tone: 'danger' }),
  );
  void bridge.downloads({ action: 'look' }).then((downloads) => shown.begin(downloads));
  return () => {
    off();
    offDrags();
    shown.close();
  };
}

/** One toast for all that is running, then one for what was saved and one for what has failed. */
class DownloadToasts {
  readonly #bridge: Pick<Bridge, 'downloads'>;
  #all = $state.raw<readonly FileDownload[]>([]);
  /** Those whose end was shown, or was shown by the pages before these. */
  readonly #reported = new Set<number>();
  /** Those for which the toast of what is running was shown. */
  readonly #begun = new Set<number>();
  #closeRunning: (() => void) | undefined;

  constructor(bridge: Pick<Bridge, 'downloads'>) {
    this.#bridge = bridge;
  }

  /** Takes what the program did before these pages were there. */
  begin(downloads: readonly FileDownload[]): void {
    if (this.#all.length > 0) return;
    for (const { id, state } of downloads) if (state !== 'running') this.#reported.add(id);
    this.update(downloads);
  }

  update(downloads: readonly FileDownload[]): void {
    this.#all = downloads;
    const running = this.#running;
    if (running.some(({ id }) => !this.#begun.has(id))) this.#showRunning();
    for (const { id } of running) this.#begun.add(id);
    if (running.length > 0) return;
    this.close();
    const ended = downloads.filter(({ id }) => !this.#reported.has(id));
    for (const { id } of ended) this.#reported.add(id);
    this.#showDone(ended.filter(({ state }) => state === 'done'));
    this.#showFailed(ended.filter(({ state }) => state === 'failed' || state === 'disk_full'));
  }

  /** Removes the toast of what is running. */
  close(): void {
    this.#closeRunning?.();
    this.#closeRunning = undefined;
  }

  get #running(): FileDownload[] {
    return this.#all.filter(({ state }) => state === 'running');
  }

  #showRunning(): void {
    if (this.#closeRunning) return;
    const message = () => this.#progress();
    this.#closeRunning = toasts.show({
      get message() {
        return message();
      },
      action: { label: m().common.cancel, run: () => this.#cancel() },
      time: Infinity,
      onexpire: () => (this.#closeRunning = undefined),
    });
  }

  #progress(): string {
    const running = this.#running;
    const [first] = running;
    const t = downloadText();
    const text = running.length > 1 ? t.runningSeveral(running.length) : t.running(first?.name ?? '');
    const counted = this.#all.filter(({ state }) => state === 'running' || state === 'done');
    if (counted.length === 0 || counted.some(({ size }) => size === 0)) return text;
    const sum = (key: 'received' | 'size') => counted.reduce((all, one) => all + one[key], 0);
    return `${text} · ${percent(sum('received') / sum('size'))}`;
  }

  #cancel(): void {
    for (const { id } of this.#running) void this.#bridge.downloads({ action: 'cancel', id });
  }

  #showDone(done: readonly FileDownload[]): void {
    const last = done.at(-1);
    if (!last) return;
    const t = downloadText();
    toasts.show({
      message: done.length > 1 ? t.doneSeveral(done.length) : t.done(last.name),
      action: {
        label: t.reveal,
        run: () => void this.#bridge.downloads({ action: 'reveal', id: last.id }),
      },
    });
  }

  #showFailed(failed: readonly FileDownload[]): void {
    const [first] = failed;
    if (!first) return;
    const t = downloadText();
    const reason = failed.length > 1 ? t.failedSeveral(failed.length) : t.failed(first.name);
    const isFull = failed.some(({ state }) => state === 'disk_full');
    toasts.show({ message: isFull ? t.diskFull : reason, tone: 'danger' });
  }
}
