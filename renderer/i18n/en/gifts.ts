import { inEnglish } from '../../../shared/plural';

/** Gifts: those on a person's page, and giving one. */
export const gifts = {
  title: 'Gifts',
  to: (name: string) => `Gifts to ${name}`,
  yours: 'Your gifts',
  showAll: 'Show all',
  empty: 'What others give you stands here.',
  /** Who gave it, where that is hidden. */
  somebody: 'Somebody',
  from: (name: string) => `From ${name}`,
  /** One gift in one line. */
  line: (gift: string, giver: string, note: string) => `${gift} from ${giver}${note ? `: “${note}”` : ''}`,
  give: 'Give a gift',
  giveTitle: (name: string) => `A gift for ${name}`,
  choose: 'What to give',
  yourCoins: (coins: number) => `You have ${inCoins(coins)}.`,
  cost: (coins: number) => inCoins(coins),
  giveFor: (coins: number) => `Give for ${inCoins(coins)}`,
  tooFew: (missing: number) =>
    `You need ${inEnglish(missing, { one: 'more coin', other: 'more coins' })} for this.`,
  note: 'Note',
  noNote: (name: string) => `${name} takes no messages from you, so it goes without a note.`,
  shown: 'What others see',
  shownHint: (name: string) => `${name} sees who it is from.`,
  shownOptions: { all: 'My name and the note', name: 'Only my name', nothing: 'Hide my name' },
  given: (name: string) => `${name} has your gift`,
  hasIt: (name: string) => `${name} has this already.`,
  refused: (name: string) => `This can’t be given to ${name} now. Nothing was paid.`,
  /** The things of the shop by their numbers; others have the name that the host gives them. */
  names: {} as Record<number, string>,
};

function inCoins(coins: number): string {
  return inEnglish(coins, { one: 'coin', other: 'coins' });
}
