import type { IpcMain, WebContents } from 'electron';
import { z } from 'zod';
import { CHANNELS, findingActs, type Diagnosis, type FindingState } from '../../../shared/bridge';
import { KEY } from '../../discovery/announcement';
import { examine } from '../../discovery/diagnosis';
import { Finder } from '../../discovery/finder';
import { isAddress, MOST_ADDRESSES } from '../../remote/addresses';
import type { Machine } from '../../sharing/addresses';
import { communityFrom } from '../window/senders';

export interface FindingOptions {
  machine: Machine;
  /** Nothing is asked in the networks: nobody is found. */
  quiet: boolean;
}

/**
 * Searches the networks of a machine for pages of ours that ask for it, and looks for the broken link to a host. A search ends
 * with its page.
 */
export function answerFinding(ipc: IpcMain, { machine, quiet }: FindingOptions): void {
  const finder = new Finder({ machine });
  const watched = new WeakSet<WebContents>();

  ipc.handle(CHANNELS.find, (event, act: unknown): FindingState => {
    const known = findingActs.find((one) => one === act);
    if (communityFrom(event) === null || known === undefined) throw new Error('not answered');
    watch(event.sender);
    if (known === 'end' || (known === 'begin' && !quiet)) finder[known]();
    return finder.look();
  });

  ipc.handle(CHANNELS.examine, (event, host: unknown): Promise<Diagnosis> => {
    if (communityFrom(event) === null) throw new Error('not answered');
    return examine(Host.parse(host), { machine });
  });

  function watch(window: WebContents): void {
    if (watched.has(window)) return;
    watched.add(window);
    window.on('destroyed', () => finder.end());
    window.on('render-process-gone', () => finder.end());
  }
}

const Host = z.strictObject({
  addresses: z
    .array(z.string().max(300).refine(isAddress))
    .min(1)
    .max(100)
    .transform((all) => all.slice(0, MOST_ADDRESSES)),
  key: z.string().regex(KEY).nullable(),
});
