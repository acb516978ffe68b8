import { powerMonitor } from 'electron';
import type { HandlersOf } from '../../doors/ipc-channels';
import { communityFrom } from './senders';

/** Returns to our pages how many seconds ago this computer was last used. */
export const idleHandlers: HandlersOf<'idleTime'> = {
  idleTime: (event) => {
    if (communityFrom(event) === null) throw new Error('only our own pages may ask this');
    return powerMonitor.getSystemIdleTime();
  },
};
