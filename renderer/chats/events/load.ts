import { language } from '../../i18n/index.svelte';

/** Loads the event of a message with its texts. */
export async function loadEventView() {
  await language.loadHosting();
  return import('./EventView.svelte');
}

/** Loads the form of an event with its texts. */
export async function loadEventForm() {
  await language.loadHosting();
  return import('./EventForm.svelte');
}
