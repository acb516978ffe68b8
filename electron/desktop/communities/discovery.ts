import type { WebContents } from 'electron';
import { z } from 'zod';
import { findingActions, type Diagnosis, type FindingState } from '../../../shared/bridge';
import type { HandlersOf } from '../../doors/ipc-channels';
import { KEY_PATTERN } from '../../discovery/announcement';
import { diagnose } from '../../discovery/diagnosis';
import { CommunityFinder } from '../../discovery/community-finder';
import { isAddress, MAX_ADDRESSES } from '../../remote/addresses';
import type { Machine } from '../../sharing/reachable-addresses';
import { communityFrom } from '../window/senders';

/** How pages may search the networks of this machine. */
export interface FindingOptions {
  machine: Machine;
  /** No network searches: nothing is found. */
  quiet: boolean;
}

/**
 * Handles pages' requests to search the networks for communities and to diagnose a connection. A search ends with its
 * page.
 */
export function discoveryHandlers({ machine, quiet }: FindingOptions): HandlersOf<'find' | 'diagnose'> {
  const finder = new CommunityFinder({ machine });
  const watched = new WeakSet<WebContents>();

  return { find, diagnose: diagnoseHost };

  function find(...[event, action]: Parameters<HandlersOf<'find'>['find']>): FindingState {
    const known = findingActions.find((one) => one === action);
    if (communityFrom(event) === null || known === undefined) throw new Error('not answered');
    watch(event.sender);
    if (known === 'end') finder.stop();
    if (known === 'begin' && !quiet) finder.start();
    return finder.poll();
  }

  function diagnoseHost(
    ...[event, host]: Parameters<HandlersOf<'diagnose'>['diagnose']>
  ): Promise<Diagnosis> {
    if (communityFrom(event) === null) throw new Error('not answered');
    return diagnose(Host.parse(host), { machine });
  }

  function watch(window: WebContents): void {
    if (watched.has(window)) return;
    watched.add(window);
    window.on('destroyed', () => finder.stop());
    window.on('render-process-gone', () => finder.stop());
  }
}

const Host = z.strictObject({
  addresses: z
    .array(z.string().max(300).refine(isAddress))
    .min(1)
    .max(100)
    .transform((all) => all.slice(0, MAX_ADDRESSES)),
  key: z.string().regex(KEY_PATTERN).nullable(),
});
