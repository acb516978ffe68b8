import { withHostingTexts } from '../../i18n/index.svelte';

/** Loads the event of a message with its texts. */
export const loadEventView = () => withHostingTexts(() => import('./EventView.svelte'));

/** Loads the form of an event with its texts. */
export const loadEventForm = () => withHostingTexts(() => import('./EventForm.svelte'));
