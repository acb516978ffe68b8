import { alertsInEnglish as alerts } from '../../shared/texts/en/alerts';
import { chats } from './en/chats/chats';
import { common } from './en/common';
import { communities } from './en/communities';
import { discover } from './en/discover';
import { files } from './en/media/files';
import { nearbyCommunities } from './en/nearby-communities';
import { gifts } from './en/media/gifts';
import { media } from './en/media/media';
import { music } from './en/media/music';
import { outbox } from './en/outbox';
import { people } from './en/people';
import { player } from './en/media/player';
import { posts } from './en/posts';
import { scheduling } from './en/scheduling';
import { search } from './en/search';
import { shell } from './en/shell';
import { uploads } from './en/media/uploads';
import { videos } from './en/media/videos';
import { welcome } from './en/welcome';

/** All English texts of the interface, one file for each feature. The other languages must match them. */
export const en = {
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

/** The type that every language must match: the same keys, and the same parameters where a message is a function. */
export type Messages = typeof en;
