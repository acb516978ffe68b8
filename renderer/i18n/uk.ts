import { alertsInUkrainian as alerts } from '../../shared/texts/uk/alerts';
import type { Messages } from './en';
import { chats } from './uk/chats/chats';
import { common } from './uk/common';
import { communities } from './uk/communities';
import { discover } from './uk/discover';
import { files } from './uk/media/files';
import { nearbyCommunities } from './uk/nearby-communities';
import { gifts } from './uk/media/gifts';
import { media } from './uk/media/media';
import { music } from './uk/media/music';
import { outbox } from './uk/outbox';
import { people } from './uk/people';
import { player } from './uk/media/player';
import { posts } from './uk/posts';
import { scheduling } from './uk/scheduling';
import { search } from './uk/search';
import { shell } from './uk/shell';
import { uploads } from './uk/media/uploads';
import { videos } from './uk/media/videos';
import { welcome } from './uk/welcome';

/** All Ukrainian texts of the interface. */
export const uk: Messages = {
  alerts,
  common,
  shell,
  chats,
  welcome,
  communities,
  nearbyCommunities,
  outbox,
  people,
  discover,
  music,
  posts,
  scheduling,
  search,
  media,
  gifts,
  uploads,
  files,
  player,
  videos,
};
