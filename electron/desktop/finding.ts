import type { IpcMain, WebContents } from 'electron';
import { CHANNELS, findingActs, type FindingState } from '../../shared/bridge';
import { Finder } from '../finding/finder';
import type { Machine } from '../sharing/addresses';
import { communityFrom } from './senders';

/** Searches the networks of a machine for pages of ours that ask for it; it ends with the page. */
export function answerFinding(ipc: IpcMain, machine: Machine): void {
  const finder = new Finder({ machine });
  const watched = new WeakSet<WebContents>();

  ipc.handle(CHANNELS.find, (event, act: unknown): FindingState => {
    const known = findingActs.find((one) => one === act);
    if (communityFrom(event) === null || known === undefined) throw new Error('not answered');
    watch(event.sender);
    if (known !== 'look') finder[known]();
    return finder.look();
  });

  function watch(window: WebContents): void {
    if (watched.has(window)) return;
    watched.add(window);
    window.on('destroyed', () => finder.end());
    window.on('render-process-gone', () => finder.end());
  }
}
