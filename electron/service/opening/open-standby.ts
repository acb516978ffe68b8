import { fingerprintOf } from '../../identity/fingerprint';
import { THIS_MACHINE } from '../../sharing/reachable-addresses';
import type { NetworkSharing } from '../../sharing/sharing';
import { urlsOf } from '../../sharing/sharing-state';
import { untilHosted } from '../../standby/succession/former-host';
import { hostAgain } from '../../standby/succession/host-again';
import type { Successor } from '../../standby/succession/successor';
import { PreviousHost } from '../../standby/succession/previous-host';
import { StandbyHost } from '../../standby/host/standby-host';
import type { StandbyHostOptions } from '../../standby/host/standby-host-options';
import { sumStoredContents } from '../../standby/queries';
import { findCommunity } from '../community/queries';
import { listReferencedHashes, prepareNewestContent } from '../content/content-queries';
import { saveUnreplicated, UNREPLICATED_FILE } from '../events/unreplicated';
import type { ServiceOptions } from '../service';

type Parts = Pick<
  StandbyHostOptions,
  | 'store'
  | 'gate'
  | 'content'
  | 'keys'
  | 'term'
  | 'seq'
  | 'onDurable'
  | 'community'
  | 'onBackupsOverdue'
  | 'now'
  | 'logger'
> & { sharing: NetworkSharing; termSeq: number };

/** Creates the host's side of the standby, and the functions that begin and end its work. */
export function openStandby(
  { settings, machine, rejoin, restart }: ServiceOptions,
  { sharing, termSeq, ...parts }: Parts,
) {
  const { store } = parts;
  let ownUrl: string | null = null;
  let newestContent: (() => number) | undefined;
  const standby = new StandbyHost({
    ...parts,
    // Asked after every commit, few of which store a content.
    listing: {
      list: async (after) =>
        (newestContent ??= prepareNewestContent(store.writer.raw))() > after
          ? store.read((db) => listReferencedHashes(db, after))
          : [],
      total: () => store.read(sumStoredContents),
    },
    rejoin: rejoin ?? null,
    hosts: settings.hosts ?? [],
    machine: machine ?? THIS_MACHINE,
    port: settings.standbyPort ?? null,
    name: async () => (await store.read(findCommunity)).name,
    urls: (isSameMachine) => urlsOf(sharing.state.addresses, isSameMachine ? ownUrl : null),
  });
  const previous = new PreviousHost({
    folder: store.folder,
    key: fingerprintOf(parts.keys.publicKey),
    seq: termSeq,
    certificate: () => standby.certificate(),
    describe: (socket) => standby.describe(socket),
    isConnected: (certificate) => standby.isConnected(certificate),
    logger: parts.logger,
  });
  let restarting: NodeJS.Timeout | undefined;
  if (restart && store.folder !== '')
    parts.gate.hostAgain = async () => {
      if (restarting !== undefined) return;
      const isWitnessGone = () => standby.witness.state.status === 'gone';
      await hostAgain({ ...parts, key: fingerprintOf(parts.keys.publicKey), isWitnessGone });
      // The answer goes out first.
      restarting = setTimeout(restart, RESTART_MS);
    };
  let reviewing: Promise<void> = Promise.resolve();
  void parts.gate.takenOver.then((successor) => {
    reviewing = reviewUnreplicated(successor).catch((error: unknown) =>
      parts.logger.error({ err: error }, 'what only this host has could not be listed'),
    );
  });
  const beginStandby = async (url?: string) => {
    ownUrl = url ?? null;
    await standby.reload();
    if (parts.gate.successor === null) previous.begin();
  };
  const closeStandby = async () => {
    clearTimeout(restarting);
    await reviewing;
    await previous.close();
    await standby.close();
  };
  const untilMoved = async (signal: AbortSignal) => {
    await parts.gate.moved;
    await untilHosted(parts.gate, fingerprintOf(parts.keys.publicKey), signal);
  };
  return { standby, beginStandby, closeStandby, untilMoved };

  /** Message texts are for the file only, never for the log. */
  async function reviewUnreplicated(successor: Successor): Promise<void> {
    if (store.folder === '') return;
    const { texts, others } = await saveUnreplicated(store, successor);
    if (texts + others === 0)
      return parts.logger.info(
        { host: successor.name },
        'this host is read-only: the community is hosted on another machine, which has everything from here',
      );
    parts.logger.warn(
      { host: successor.name, file: UNREPLICATED_FILE, messagesAndPosts: texts, otherChanges: others },
      'this host is read-only: the community is hosted on another machine, and only this one has what the file lists',
    );
  }
}

/** Milliseconds until the community restarts: by then the answer has reached the one who asked. */
const RESTART_MS = 500;
