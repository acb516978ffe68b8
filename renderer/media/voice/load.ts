import { LazyComponent } from '../../ui';

/** The control that records voice messages, loaded when it is first shown. */
export const voiceControl = new LazyComponent(() => import('./VoiceControl.svelte'));
