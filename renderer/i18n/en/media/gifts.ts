import { inEnglish } from '../../../../shared/texts/en/plural';

/** Gifts: those in a profile, and giving one. */
export const gifts = {
  title: 'Gifts',
  to: (name: string) => `${name}’s gifts`,
  yours: 'Your gifts',
  showAll: 'Show all',
  empty: 'Gifts you receive appear here.',
  /** Replaces the name of a hidden giver. */
  someone: 'Someone',
  from: (name: string) => `From ${name}`,
  /** One gift in one line of text. */
  line: (gift: string, giver: string, note: string) => `${gift} from ${giver}${note ? `: “${note}”` : ''}`,
  give: 'Give a gift',
  giveTitle: (name: string) => `A gift for ${name}`,
  choose: 'Choose a gift',
  yourCoins: (coins: number) => `You have ${inCoins(coins)}.`,
  cost: (coins: number) => inCoins(coins),
  giveFor: (coins: number) => `Give for ${inCoins(coins)}`,
  tooFew: (missing: number) =>
    `You need ${inEnglish(missing, { one: 'more coin', other: 'more coins' })} for this.`,
  /** How coins come, where there are too few. */
  daily: (coins: number) => `You get ${inCoins(coins)} every day you visit.`,
  byPromo: 'You can get coins with promo codes from the admins.',
  note: 'Note',
  noNote: (name: string) => `${name} doesn’t accept messages from you, so the gift goes without a note.`,
  shown: 'Visible to others',
  shownHint: (name: string) => `${name} always sees who it’s from.`,
  shownOptions: { all: 'My name and the note', name: 'Only my name', nothing: 'Hide my name' },
  given: (name: string) => `Gift sent to ${name}`,
  hasIt: (name: string) => `${name} already has this.`,
  refused: (name: string) => `Couldn’t give this to ${name}. You weren’t charged.`,
  /** Names of shop items by number. Other items keep the name that the host returns. */
  names: {} as Record<number, string>,
};

function inCoins(coins: number): string {
  return inEnglish(coins, { one: 'coin', other: 'coins' });
}
