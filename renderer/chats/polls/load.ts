import { language } from '../../i18n/index.svelte';

/** Loads the poll of a message with its texts. */
export async function loadPollView() {
  await language.loadHosting();
  return import('./PollView.svelte');
}

/** Loads the form of a new poll with its texts. */
export async function loadPollForm() {
  await language.loadHosting();
  return import('./NewPollForm.svelte');
}
