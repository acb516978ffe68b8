import type { Name } from '../../../shared/contract';
import type { TestService } from '../../support/service';
import type { SignedIn, World } from './world';

/** What a call is given; `caller` is `ann` where nobody is signed in. */
export type Given = (world: World, caller: SignedIn | 'ann', t: TestService) => unknown;

/** The HTTP status that each caller gets, in the order of CALLERS. */
export type Answers = readonly number[];

/** An entry of the contract: what it is about, what it is given, who gets what. */
export interface Row {
  name: Name;
  of: string;
  given: Given;
  answers: Answers;
}

//               nobody stranger member admin blocked banned owner
export const ANYONE = /*  */ [200, 200, 200, 200, 200, 200, 200];
export const SIGNED_IN = /**/ [401, 200, 200, 200, 200, 403, 200];
export const NOT_BLOCKED = [401, 200, 200, 200, 404, 403, 200];
export const NOBODY = /*  */ [401, 403, 403, 403, 403, 403, 403];
export const UNKNOWN = /* */ [401, 404, 404, 404, 404, 403, 404];
export const IN_YARD = /* */ [401, 404, 200, 200, 200, 403, 200];
export const YARD_ADMINS = [401, 404, 403, 200, 403, 403, 200];
export const YARD_OWNER = [401, 404, 403, 403, 403, 403, 200];
export const IN_SQUARE = /**/ [401, 403, 403, 403, 403, 403, 200];
export const NEWS_ADMINS = [401, 403, 403, 200, 403, 403, 200];
export const IN_DUET = /* */ [401, 404, 404, 404, 200, 403, 404];
export const BLOCKED_LINE = [401, 404, 404, 404, 403, 403, 404];
export const ADMINS = /*  */ [401, 403, 403, 200, 403, 403, 200];
/** The owner alone knows that it exists; administrators are told that it does not. */
export const OWNER_ONLY_KNOWS = [401, 403, 403, 404, 403, 403, 200];
export const OWNER = /*   */ [401, 403, 403, 403, 403, 403, 200];

export const nothing: Given = () => ({});
export const ann: Given = (w) => ({ user: w.ann.id });
export const sky: Given = (w) => ({ user: w.sky });
export const yard: Given = (w) => ({ dialog_id: w.yard });
export const annsMessage: Given = (w) => ({ message_id: w.annsMessage, text: 'Bye', emoji: '👍' });
export const duet: Given = (w) => ({ dialog_id: w.duet, text: 'Hi', message: w.duetMessages.ann });

/** Only some keys of what others are given: a GET takes no unknown ones. */
export function only(given: Given, ...keys: string[]): Given {
  return async (...args) => {
    const input = Object.entries((await given(...args)) as object);
    return Object.fromEntries(input.filter(([key]) => keys.includes(key)));
  };
}

export function row(name: Name, of: string, given: Given, answers: Answers): Row {
  return { name, of, given, answers };
}
