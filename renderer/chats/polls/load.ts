import { withHostingTexts } from '../../i18n/index.svelte';

/** Loads the poll of a message with its texts. */
export const loadPollView = () => withHostingTexts(() => import('./PollView.svelte'));

/** Loads the form of a new poll with its texts. */
export const loadPollForm = () => withHostingTexts(() => import('./NewPollForm.svelte'));
