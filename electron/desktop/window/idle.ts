import { powerMonitor } from 'electron';
import type { HandlersOf } from '../../doors/ipc-channels';
import { communityFrom } from './senders';

/** Answers our pages for how many seconds nobody has used this computer. */
export const idleHandlers: HandlersOf<'idleTime'> = {
  idleTime: (event) => {
    if (communityFrom(event) === null) throw new Error('only our own pages may ask this');
    return powerMonitor.getSystemIdleTime();
  },
};
