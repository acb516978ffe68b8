import { accountHandlers } from './account/handlers';
import { adminHandlers } from './admin/handlers';
import { appHandlers } from './apps/handlers';
import { calendarHandlers } from './calendar/handlers';
import { communityHandlers } from './community/handlers';
import { dialogHandlers } from './dialogs/handlers';
import type { Handlers } from './dispatch';
import { fileHandlers } from './files/handlers';
import { geoHandlers } from './geo/handlers';
import { messageHandlers } from './messages/handlers';
import { musicHandlers } from './music/handlers';
import { peopleHandlers } from './people/handlers';
import { photoHandlers } from './photos/handlers';
import { postHandlers } from './posts/handlers';
import { searchHandlers } from './search/handlers';
import { shopHandlers } from './shop/handlers';
import { stickerHandlers } from './stickers/handlers';
import { syncHandlers } from './sync/handlers';
import { videoHandlers } from './videos/handlers';

/** The handlers of all endpoints. The compiler requires one for each name of the contract. */
export const handlers = {
  ...accountHandlers,
  ...appHandlers,
  ...peopleHandlers,
  ...shopHandlers,
  ...dialogHandlers,
  ...messageHandlers,
  ...calendarHandlers,
  ...fileHandlers,
  ...searchHandlers,
  ...photoHandlers,
  ...postHandlers,
  ...stickerHandlers,
  ...musicHandlers,
  ...videoHandlers,
  ...communityHandlers,
  ...geoHandlers,
  ...syncHandlers,
  ...adminHandlers,
} satisfies Handlers;
