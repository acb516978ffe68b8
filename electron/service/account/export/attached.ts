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
import type { ExportLocale } from './export-locale';
import type { ListItem } from './page';
import { nameOf } from './section';

/**
 * Returns what the page of a message shows besides its text: attachments, with links to those that the export contains,
 * and its poll or event. `up` leads from the page to the start page's folder.
 */
export async function attachedOf(
  ctx: ReadContext,
  locale: ExportLocale,
  { messages, up }: { messages: readonly MessageModel[]; up: string },
): Promise<(message: MessageModel) => ListItem[]> {
  const { id: person } = requirePerson(ctx);
  const { texts, alerts } = locale;
  const photos = await photosOf(
    ctx,
    messages.flatMap((message) => message.Photos),
  );
  const pictureOf = (id: number): ListItem => {
    const photo = photos.get(id);
    if (photo?.Author !== person) return { text: alerts.photo };
    return {
      text: photo.Caption || alerts.photo,
      to: linkTo(contentPath('photo', photo), up),
      isPicture: true,
    };
  };
  return ({ Photos, Attachments, Repost, Poll: poll, Event: event, Sticker, Forwarded }) => [
    ...(Forwarded ? [{ text: texts.forwardedFrom(nameOf(Forwarded)) }] : []),
    ...Photos.map(pictureOf),
    ...Attachments.map((attachment) => ({
      text: nameOfAttachment(attachment, locale),
      ...linkOf(attachment, up),
    })),
    ...(Repost ? [{ text: describePost(Repost, locale) }] : []),
    ...(Sticker ? [{ text: alerts.sticker(Sticker.Emoji.join('')) }] : []),
    ...(poll ? poll.Options.map((option) => ({ text: describeOption(option, locale) })) : []),
    ...(event ? [{ text: describeEvent(event, locale) }] : []),
  ];
}

/** Returns the names of what is attached to a post. */
export function namesOfAttached({ Photos, Attachments, Repost }: PostModel, locale: ExportLocale): string[] {
  return [
    ...(Photos.length > 0
      ? [Photos.length > 1 ? locale.alerts.pictures(Photos.length, 0) : locale.alerts.photo]
      : []),
    ...Attachments.map((attachment) => nameOfAttachment(attachment, locale)),
    ...(Repost ? [describePost(Repost, locale)] : []),
  ];
}

function nameOfAttachment({ Type, Item }: Attachment, locale: ExportLocale): string {
  const { texts, alerts } = locale;
  if (!Item) return texts.deletedItem;
  if ('Content' in Item) return describePost(Item, locale);
  if ('Voice' in Item && Item.Voice) return alerts.attached.voice;
  return 'Release' in Item && Item.Author
    ? `${Item.Author} – ${Item.Name}`
    : Item.Name || alerts.attached[Type];
}

function linkOf({ Type, Item }: Attachment, up: string): { to?: string } {
  if (Type === 'post' || !Item || 'Content' in Item || !Item.Mine) return {};
  return { to: linkTo(contentPath(Type, Item), up) };
}

function describePost({ Author, Content }: PostModel, { texts }: ExportLocale): string {
  return [texts.postBy(nameOf(Author)), Content].filter(Boolean).join(': ');
}

function describeOption({ Text, Votes, Mine }: Poll['Options'][number], { texts }: ExportLocale): string {
  return `${Text}: ${[Votes, ...(Mine ? [texts.yourVote] : [])].join(', ')}`;
}

function describeEvent(
  { Starts, Ends, Place, Description, Canceled }: CalendarEvent,
  { texts, timeOf }: ExportLocale,
): string {
  const times = [timeOf(Starts), timeOf(Ends)].filter(Boolean).join(' – ');
  return [Canceled ? texts.canceled : '', times, Place, Description].filter(Boolean).join(', ');
}
