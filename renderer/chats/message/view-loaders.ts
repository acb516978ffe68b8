import type { MessageModel } from '../../../shared/contract/records';

/** A part of messages whose view is loaded when the first message with it comes. */
type LazyPart = 'Poll' | 'Event' | 'Replies';

const loaders = new Map<LazyPart, () => Promise<void>>();

/** Sets what loads the view of a part. Not imported here: these views import the state of conversations. */
export function registerViewLoader(part: LazyPart, load: () => Promise<void>): void {
  loaders.set(part, load);
}

/** Loads the views that messages need, so that nothing moves when they are shown. */
export async function loadViewsOf(messages: readonly MessageModel[]): Promise<void> {
  const needed = [...loaders].filter(([part]) => messages.some((message) => message[part]));
  await Promise.all(needed.map(([, load]) => load()));
}
