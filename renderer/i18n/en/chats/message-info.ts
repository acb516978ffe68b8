import { inEnglish } from '../../../../shared/texts/en/plural';

/** The windows about messages: who reacted to one, who read it, what isn't forwarded. */
export const messageInfo = {
  readers: (count: number) => `Read by ${count}`,
  noReaders: 'No one has read it yet',
  now: 'Now',
  noText: 'No text',
  noVersions: 'Earlier versions weren’t saved',
  noReactions: 'No reactions yet',
  notForwarded: (count: number) =>
    `${inEnglish(count, { one: 'message', other: 'messages' })} won’t be sent: polls and events can’t be forwarded.`,
};
