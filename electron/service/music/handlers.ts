import type { Name } from '../../../shared/contract';
import type { Handlers } from '../dispatch';
import { followHandlers } from './follows';
import { playlistHandlers } from './playlists';
import { trackHandlers } from './tracks';
import { upload } from './upload';

/** Handlers of the music library: uploads, tracks, playlists, and playlists of others that a person follows. */
export const musicHandlers = {
  'music.upload': { prepare: upload },
  ...trackHandlers,
  ...playlistHandlers,
  ...followHandlers,
} satisfies Pick<Handlers, Extract<Name, `music.${string}`>>;
