import type { Output, Parsed } from '../../../shared/contract';
import type { SharingState } from '../../sharing/sharing-state';
import { requireAdministrator, requireOwner } from '../access/access';
import { writeAuditEntry } from '../audit';
import type { Context, ReadContext } from '../context';
import type { TwoPhaseHandler } from '../dispatch';
import { updateSharingSettings } from './sharing-queries';

/** Returns whether and under which addresses the community is shared on the network. */
export function sharing(ctx: ReadContext): Output<'admin.sharing'> {
  requireAdministrator(ctx);
  return record(ctx);
}

/**
 * Opens or closes the network servers before storing the setting, because only then is it known whether they can open.
 */
export const share: TwoPhaseHandler<'admin.share'> = {
  joinsRepeats: true,
  prepare: async (preparation, input: Parsed<'admin.share'>, onRollback) => {
    requireOwner(preparation);
    const { on, port, plain } = input;
    const undo = await preparation.sharing.change({
      ...(on !== undefined && { on }),
      ...(port !== undefined && { port }),
      ...(plain !== undefined && { plain }),
    });
    onRollback(() => void undo());
    return async (ctx: Context) => {
      requireOwner(ctx);
      const settings = ctx.sharing.state;
      await updateSharingSettings(ctx.db, ctx.community.id, settings);
      const entry = {
        action: settings.on ? 'share' : 'unshare',
        reason: describeSettings(settings),
      } as const;
      await writeAuditEntry(ctx, entry);
      ctx.emit({
        type: 'community',
        scope: { kind: 'community', id: 0 },
        ref: { kind: 'community', id: ctx.community.id },
      });
      return record(ctx);
    };
  },
};

/** Checks from the host itself whether its addresses answer. Nothing is stored. */
export const checkSharing: TwoPhaseHandler<'admin.checkSharing'> = {
  joinsRepeats: true,
  prepare: async (preparation) => {
    requireAdministrator(preparation);
    const { sharing } = preparation;
    const addresses = await sharing.check();
    return (ctx: Context) => {
      requireAdministrator(ctx);
      const system = SYSTEMS.find((one) => one === process.platform) ?? 'other';
      return {
        Announced: sharing.announced ?? 'unwanted',
        System: system,
        Addresses: addresses.map(({ address, answers }) => ({ Address: address, Answers: answers })),
        Visitors: sharing.visitors.map(({ address, at, hasArrived }) => ({
          Address: address,
          Timestamp: at,
          Arrived: hasArrived,
        })),
      };
    };
  },
};

const SYSTEMS = ['linux', 'darwin', 'win32'] as const;

function record({ sharing, community }: ReadContext): Output<'admin.sharing'> {
  const { on, port, plain, fixed, isPossible, failure, addresses } = sharing.state;
  const { certificate } = sharing;
  return {
    On: on,
    Port: port,
    Plain: plain,
    Fixed: fixed,
    Possible: isPossible,
    Failure: failure ?? '',
    Key: community.key,
    Fingerprint: certificate?.fingerprint ?? '',
    Expires: certificate?.until ?? 0,
    Link: addresses[0]?.link ?? '',
    Addresses: addresses.map(({ address, link, plain: open, kind, network }) => ({
      Address: address,
      Link: link,
      Plain: open,
      Kind: kind,
      Network: network,
    })),
  };
}

function describeSettings({ on, port, plain }: SharingState): string {
  return on ? `https${plain ? ', http' : ''} :${port}` : '';
}
