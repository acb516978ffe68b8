import { LazyComponent } from '../../ui';

/** The microphone beside an empty composer. */
export const voiceControl = new LazyComponent(() => import('./VoiceControl.svelte'));
