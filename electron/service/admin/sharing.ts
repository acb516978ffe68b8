import type { Output, Parsed } from '../../../shared/contract';
import type { SharingState } from '../../sharing/state';
import { requireAdministrator, requireOwner } from '../access/access';
import { writeAuditEntry } from '../audit';
import type { Context, ReadContext } from '../context';
import type { TwoPhaseHandler } from '../dispatch';
import { updateWish } from './sharing-queries';

/** Whether the community is shared on the network, and by which addresses. */
export function sharing(ctx: ReadContext): Output<'admin.sharing'> {
  requireAdministrator(ctx);
  return record(ctx);
}

/** The doors are opened or closed before it is stored: only then is known whether they can be. */
export const share: TwoPhaseHandler<'admin.share'> = {
  joinsRepeats: true,
  prepare: async (outside, input: Parsed<'admin.share'>, otherwise) => {
    requireOwner(outside);
    const { on, port, plain } = input;
    const undo = await outside.sharing.change({
      ...(on !== undefined && { on }),
      ...(port !== undefined && { port }),
      ...(plain !== undefined && { plain }),
    });
    otherwise(() => void undo());
    return async (ctx: Context) => {
      requireOwner(ctx);
      const wish = ctx.sharing.state;
      await updateWish(ctx.db, ctx.community.id, wish);
      const act = { act: wish.on ? 'share' : 'unshare', reason: wordsOf(wish) } as const;
      await writeAuditEntry(ctx, act);
      ctx.emit({
        type: 'community',
        scope: { kind: 'community', id: 0 },
        ref: { kind: 'community', id: ctx.community.id },
      });
      return record(ctx);
    };
  },
};

/** The host goes to its own door outside of the transaction; nothing is stored. */
export const checkSharing: TwoPhaseHandler<'admin.checkSharing'> = {
  joinsRepeats: true,
  prepare: async (outside) => {
    requireAdministrator(outside);
    const { sharing } = outside;
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

function wordsOf({ on, port, plain }: SharingState): string {
  return on ? `https${plain ? ', http' : ''} :${port}` : '';
}
