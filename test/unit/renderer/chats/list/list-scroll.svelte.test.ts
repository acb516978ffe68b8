// @vitest-environment happy-dom
import type { VirtualizerHandle } from 'virtua/svelte';
import { expect, test } from 'vitest';
import type { Row } from '../../../../../renderer/chats/conversation/rows';
import type { OpenDialog } from '../../../../../renderer/chats/dialogs/recent-dialogs';
import { ListScroll } from '../../../../../renderer/chats/list/list-scroll.svelte';
import { UNREAD } from '../../../../../renderer/chats/list/scroll-goal';

test('a list that its person leaves while it scrolls to the unread messages ends quietly', async () => {
  const rows = [{ key: '1', hasUnreadLine: true, message: null } as Row];
  const conversation = { rows, goal: UNREAD, reached: () => {}, run: { messages: [], hasNewer: false } };
  const scroll = new ListScroll({ conversation, sizes: undefined } as unknown as OpenDialog);
  scroll.view = document.createElement('div');
  scroll.list = { getItemOffset: () => 0, getScrollSize: () => 64 } as unknown as VirtualizerHandle;
  const gone = scroll.go();
  scroll.close();
  // Svelte gives null to what was bound to elements and components that it removed.
  Object.assign(scroll, { view: null, list: null });
  await expect(gone).resolves.toBeUndefined();
});
