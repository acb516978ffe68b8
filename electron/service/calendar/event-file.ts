import type { Download } from '../../../shared/contract/media/download';
import type { ReadContext } from '../context';
import { formatIcs } from './icalendar';
import type { CalendarEventRow } from './queries';

/** Returns an event as a file for calendar programs. */
export function eventFile(ctx: ReadContext, title: string, event: CalendarEventRow): Download {
  const text = formatIcs({
    uid: `${event.message_id}@${ctx.community.id}.courtyard`,
    sequence: event.revision,
    changedAt: event.changed_at,
    starts: event.starts_at,
    ends: event.ends_at,
    title,
    place: event.place,
    description: event.description,
    isCanceled: event.canceled === 1,
  });
  const day = new Date(event.starts_at * 1000).toISOString().slice(0, 10);
  return { Name: `event-${day}.ics`, Type: 'text/calendar', Bytes: bytesOf(text) };
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
