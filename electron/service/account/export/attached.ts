import type {
  Attachment,
  CalendarEvent,
  MessageModel,
  Poll,
  PostModel,
} from '../../../../shared/contract/records';
import { requirePerson } from '../../access/access';
import type { ReadContext } from '../../context';
import { photosOf } from '../../photos/records';
import { contentPath, linkTo } from './content-paths';
import { timeOf, type ListItem } from './page';
import { nameOf } from './section';

/**
 * Returns what the page of a message shows besides its text: attachments, with links to those that the export contains,
 * and its poll or event. `up` leads from the page to the start page's folder.
 */
export async function attachedOf(
  ctx: ReadContext,
  messages: readonly MessageModel[],
  up: string,
): Promise<(message: MessageModel) => ListItem[]> {
  const { id: person } = requirePerson(ctx);
  const photos = await photosOf(
    ctx,
    messages.flatMap((message) => message.Photos),
  );
  const pictureOf = (id: number): ListItem => {
    const photo = photos.get(id);
    if (photo?.Author !== person) return { text: 'Photo' };
    return { text: photo.Caption || 'Photo', to: linkTo(contentPath('photo', photo), up), isPicture: true };
  };
  return ({ Photos, Attachments, Repost, Poll: poll, Event: event, Sticker, Forwarded }) => [
    ...(Forwarded ? [{ text: `Forwarded from ${nameOf(Forwarded)}` }] : []),
    ...Photos.map(pictureOf),
    ...Attachments.map((attachment) => ({ text: nameOfAttachment(attachment), ...linkOf(attachment, up) })),
    ...(Repost ? [{ text: describePost(Repost) }] : []),
    ...(Sticker ? [{ text: `Sticker ${Sticker.Emoji.join('')}`.trim() }] : []),
    ...(poll ? poll.Options.map((option) => ({ text: describeOption(option) })) : []),
    ...(event ? [{ text: describeEvent(event) }] : []),
  ];
}

/** Returns the names of what is attached to a post. */
export function namesOfAttached({ Photos, Attachments, Repost }: PostModel): string[] {
  return [
    ...(Photos.length > 0 ? [Photos.length > 1 ? `${Photos.length} photos` : 'Photo'] : []),
    ...Attachments.map(nameOfAttachment),
    ...(Repost ? [describePost(Repost)] : []),
  ];
}

function nameOfAttachment({ Type, Item }: Attachment): string {
  if (!Item) return `Deleted ${Type}`;
  if ('Content' in Item) return describePost(Item);
  if ('Voice' in Item && Item.Voice) return 'Voice message';
  return 'Release' in Item && Item.Author ? `${Item.Author} – ${Item.Name}` : Item.Name || `Unnamed ${Type}`;
}

function linkOf({ Type, Item }: Attachment, up: string): { to?: string } {
  if (Type === 'post' || !Item || 'Content' in Item || !Item.Mine) return {};
  return { to: linkTo(contentPath(Type, Item), up) };
}

function describePost({ Author, Content }: PostModel): string {
  return `Post by ${nameOf(Author)}${Content ? `: ${Content}` : ''}`;
}

function describeOption({ Text, Votes, Mine }: Poll['Options'][number]): string {
  return `${Text}: ${Votes}${Mine ? ', with your vote' : ''}`;
}

function describeEvent({ Starts, Ends, Place, Description, Canceled }: CalendarEvent): string {
  const times = [timeOf(Starts), timeOf(Ends)].filter(Boolean).join(' to ');
  return [Canceled ? 'Cancelled' : '', times, Place, Description].filter(Boolean).join(', ');
}
