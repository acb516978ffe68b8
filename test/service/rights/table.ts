import type { Row } from './answers';
import { accountRows } from './account';
import { appsRows } from './apps';
import { administrationRows } from './administration';
import { contentRows } from './content';
import { dialogsRows } from './dialogs';
import { mediaRows } from './media';
import { messagesRows } from './messages';
import { peopleRows } from './people';
import { postsRows } from './posts';
import { stickersRows } from './stickers';
import { syncRows } from './sync';

/** Every entry of the contract, some for more than one thing. */
export const rows: Row[] = [
  ...accountRows,
  ...appsRows,
  ...peopleRows,
  ...dialogsRows,
  ...messagesRows,
  ...contentRows,
  ...postsRows,
  ...mediaRows,
  ...stickersRows,
  ...syncRows,
  ...administrationRows,
];
