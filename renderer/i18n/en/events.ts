import { inEnglish } from '../../../shared/texts/en/plural';

/** Events in chats, and their calendar. */
export const events = {
  new: 'New event',
  change: 'Edit event',
  title: 'Title',
  starts: 'Starts',
  ends: 'Ends (optional)',
  place: 'Place (optional)',
  description: 'Description (optional)',
  create: 'Create event',
  save: 'Save changes',
  note: 'Everyone who answered will be notified if the time or place changes.',
  past: 'Choose a time in the future.',
  tooFar: 'Choose a time within two years.',
  endsBefore: 'Choose a time after the start.',
  endsLate: 'An event can last 31 days at most.',
  canceled: 'Cancelled',
  over: 'This event is over',
  answer: 'Your answer',
  answers: { going: 'Going', maybe: 'Maybe', declined: 'Can’t go' },
  counts: {
    going: (count: number) => `${count} going`,
    maybe: (count: number) => `${count} maybe`,
    declined: (count: number) => `${count} can’t go`,
  },
  nobodyYet: 'No answers yet',
  whoAnswered: 'Who answered',
  goingPeople: (count: number) => inEnglish(count, { one: 'person is going', other: 'people are going' }),
  more: (count: number) => `and ${count} more`,
  file: 'Add to calendar',
  edit: 'Edit',
  canceling: {
    title: 'Cancel this event?',
    description: 'Everyone who answered “Going” or “Maybe” is notified. This can’t be undone.',
    confirmLabel: 'Cancel event',
    cancelLabel: 'Keep event',
  },
  calendar: {
    title: 'Events',
    today: 'Today',
    day: (date: string, count: number) =>
      count ? `${date}, ${inEnglish(count, { one: 'event', other: 'events' })}` : date,
    none: 'No events on this day',
    noneText: 'Create one in any chat: the clip beside the message field, then “Event”.',
    open: (title: string) => `Open “${title}” in its chat`,
  },
};
