import { createContext } from 'svelte';

/**
 * The `tabindex` of controls inside a message (roving tabindex): 0 only while the message contains the focus, so that
 * Tab passes a long conversation in one step.
 */
export const [tabStopHere, setTabStop] = createContext<() => 0 | -1>();
