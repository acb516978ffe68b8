import { createContext } from 'svelte';

/**
 * Whether what can be pressed in a message may be reached by Tab: only from the message itself, so that a long
 * conversation is passed in one step.
 */
export const [tabStopHere, setTabStop] = createContext<() => 0 | -1>();
