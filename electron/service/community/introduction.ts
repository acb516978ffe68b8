import type { Output } from '../../../shared/contract';
import type { Author } from '../../../shared/contract/records';
import { isBlockedEitherWay, requirePerson } from '../access/access';
import { listAdministrators } from '../admin/queries';
import type { ReadContext } from '../context';
import { findCommons, findMember, findPrivateDialog } from '../dialogs/queries';
import { authorsOf } from '../people/records';
import { postsOf } from '../posts/records';
import { findInviter, findWelcome } from './queries';

/**
 * Returns what a new member is shown first: the welcome post, who invited them, the group of everyone, and the admins.
 */
export async function introduction(ctx: ReadContext): Promise<Output<'community.introduction'>> {
  const { id: caller } = requirePerson(ctx);
  const welcome = await findWelcome(ctx.db);
  return {
    Inviter: await inviterOf(ctx, caller),
    Commons: await commonsFor(ctx, caller),
    Welcome: (await postsOf(ctx, [welcome])).get(welcome) ?? null,
    Hosts: await hosts(ctx),
  };
}

/** Returns who invited a person, unless the two have a chat, the inviter is gone, or a block separates them. */
async function inviterOf(ctx: ReadContext, person: number): Promise<Author | null> {
  const id = await findInviter(ctx.db, person);
  if (id === 0 || (await isBlockedEitherWay(ctx.db, person, id))) return null;
  if ((await findPrivateDialog(ctx.db, person, id)) !== undefined) return null;
  const [inviter] = await presentAuthors(ctx, [id]);
  return inviter ?? null;
}

async function commonsFor(ctx: ReadContext, person: number) {
  const commons = await findCommons(ctx.db);
  if (!commons) return null;
  const { id, name, members } = commons;
  const membership = await findMember(ctx.db, id, person);
  return { ID: id, Name: name, Members: members, Joined: membership !== undefined };
}

async function hosts(ctx: ReadContext): Promise<Author[]> {
  return presentAuthors(ctx, await listAdministrators(ctx.db));
}

async function presentAuthors(ctx: ReadContext, ids: readonly number[]): Promise<Author[]> {
  const authors = await authorsOf(ctx, ids);
  return ids.flatMap((id) => {
    const author = authors.get(id);
    return author && author.Ban === 0 && author.Deleted === 0 ? [author] : [];
  });
}
