import type { WebContents } from 'electron';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { AppError } from '../../../shared/errors';
import { isRemoteCommunityId } from '../../remote/addresses';
import type { Settings } from '../../settings/settings';
import type { CommunityManager } from '../communities/community-manager';
import type { SessionStore } from '../communities/session-store';
import { startPictureUtility } from '../picture-process';
import type { ShownCommunity } from '../window/scheme';
import { StandbyChannel } from './standby-channel';
import { StandbyCopies } from './standby-copies';
import { startStandbyUtility } from './utility-process';

/** What DesktopStandby needs to run standby processes and to show them to pages. */
export interface DesktopStandbyOptions {
  settings: Settings;
  /** Folder of the program's own files. */
  userData: string;
  /** Path of the built standby-process.ts. */
  modulePath: string;
  communities: Pick<CommunityManager, 'keyOf' | 'serviceOf' | 'tryAddresses'>;
  sessions: SessionStore;
  /** The program's name in the person's list of devices. */
  client: string;
  page: () => WebContents | null;
  logger: Logger;
}

/** The copies of communities hosted elsewhere that this program keeps, and the communities that it hosts from them. */
export class DesktopStandby {
  readonly #copies: StandbyCopies;
  readonly #channel: StandbyChannel;

  constructor(options: DesktopStandbyOptions) {
    const { settings, userData, modulePath, communities, page, logger } = options;
    this.#copies = new StandbyCopies({
      folder: join(userData, 'standbys'),
      modulePath,
      start: startStandbyUtility,
      startPictures: startPictureUtility,
      flags: flagsOf(settings),
      log: settings.log,
      onChange: (key) => this.#channel.announce(key),
      // This window is a guest of the community as before, and must find it here.
      onHosting: (key, addresses) => void communities.tryAddresses(key, addresses),
      logger,
    });
    this.#channel = new StandbyChannel({
      copies: this.#copies,
      keyOf: (community) => (isRemoteCommunityId(community) ? communities.keyOf(community) : null),
      isOwner: (community) => isOwner(community, options),
      page,
      logger,
    });
  }

  get handlers(): StandbyChannel['handlers'] {
    return this.#channel.handlers;
  }

  /** Starts the processes of all copies. */
  begin(): void {
    this.#copies.begin();
  }

  /**
   * A community is left: its copy is deleted, apart from what only this computer has. Throws `conflict` while this
   * computer hosts it.
   */
  async leave(key: string): Promise<void> {
    if (this.#copies.isHost(key)) throw new AppError('conflict', HOSTED_HERE);
    await this.#copies.remove(key);
  }

  /** Ends all processes. */
  close(): Promise<void> {
    return this.#copies.close();
  }
}

const HOSTED_HERE =
  'This computer hosts the community, so you can’t leave it here. Move it to another computer first.';

/** Settings of this computer rather than of a community. */
function flagsOf({ log, quiet, hosts }: Settings): string[] {
  const names = hosts.length > 0 ? ['--hosts', hosts.join(',')] : [];
  return ['--port', '0', '--log', log, ...(quiet ? ['--quiet'] : []), ...names];
}

/** Answered from the replica while the host is away. */
async function isOwner(
  community: ShownCommunity,
  { communities, sessions, client }: DesktopStandbyOptions,
): Promise<boolean> {
  const token = sessions.of(community)?.token;
  const service = isRemoteCommunityId(community) ? communities.serviceOf(community) : null;
  if (token === undefined || !service) return false;
  const { Role } = await service.call({ token, address: '', userAgent: client }, 'people.me', {});
  return Role === 'owner';
}
