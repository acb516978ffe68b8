import { LazyComponent } from '../../ui';

/** The control that records voice messages. Its code is loaded on its own. */
export const voiceControl = new LazyComponent(() => import('./VoiceControl.svelte'));
