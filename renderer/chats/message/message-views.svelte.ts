import { LazyComponent } from '../../ui';
import { loadStickerMessage } from '../../media/stickers/load';
import { loadEventView } from '../events/load';
import { loadPollView } from '../polls/load';
import { registerViewLoader } from './view-loaders';

// Once loaded, the views of what few messages have are rendered together with their message.

/** Polls of messages. */
export const pollView = new LazyComponent(loadPollView);
/** Calendar events of messages. */
export const eventView = new LazyComponent(loadEventView);
/** Links from messages to their threads. */
export const threadNote = new LazyComponent(() => import('../threads/ThreadNote.svelte'));
/** Stickers that were sent as messages. */
export const stickerView = new LazyComponent(loadStickerMessage);

registerViewLoader('Poll', () => pollView.load());
registerViewLoader('Event', () => eventView.load());
registerViewLoader('Replies', () => threadNote.load());
