import type { Given } from '../../shared/client/given';
import type { DialogModel, UserModel } from '../../shared/contract/records';
import type { ContentFilter } from '../../shared/search';
import { call, me, session } from '../api';
import { dialogName, isBegun } from '../i18n/dialog';
import { m } from '../i18n/index.svelte';
import { personName } from '../i18n/person';
import { shortDate } from '../i18n/format';
import { conditionText, contentFilterOf, parseDay, startOfDay, type TypedCondition } from './operators';

/** A condition of a search that is understood. `text` is how it would be typed, and its key. */
export type Condition = { text: string } & (
  | { name: 'from'; id: number; label: string }
  | { name: 'in'; id: number; label: string }
  | { name: 'has'; filter: ContentFilter }
  | { name: 'before' | 'after'; day: string }
);

export function personCondition(person: UserModel): Condition {
  const text = conditionText('from', person.Link ? `@${person.Link}` : `u${person.ID}`);
  return { name: 'from', id: person.ID, label: personName(person), text };
}

export function dialogCondition(dialog: DialogModel): Condition {
  const text = conditionText('in', dialog.Link ? `@${dialog.Link}` : String(dialog.ID));
  return { name: 'in', id: dialog.ID, label: dialogName(dialog), text };
}

export function contentCondition(filter: ContentFilter): Condition {
  return { name: 'has', filter, text: conditionText('has', filter) };
}

export function dayCondition(name: 'before' | 'after', day: string): Condition {
  return { name, day, text: conditionText(name, day) };
}

/** Returns the value of a condition as its chip shows it. */
export function conditionLabel(condition: Condition): string {
  if (condition.name === 'has') return m().search.contents[condition.filter];
  if (condition.name === 'from' || condition.name === 'in') return condition.label;
  return shortDate(startOfDay(condition.day), 0);
}

/** Adds a condition; there is one of each name, but a message may be required to contain several things. */
export function withCondition(list: readonly Condition[], condition: Condition): Condition[] {
  const others = list.filter((one) =>
    condition.name === 'has' ? one.text !== condition.text : one.name !== condition.name,
  );
  return [...others, condition];
}

/** The input of the search call for some conditions. */
export function inputOf(conditions: readonly Condition[]): Given<'search.all'> {
  const has = conditions.flatMap((one) => (one.name === 'has' ? [one.filter] : []));
  const input: Given<'search.all'> = has.length ? { has } : {};
  for (const one of conditions) {
    if (one.name === 'from') input.from = String(one.id);
    else if (one.name === 'in') input.in = one.id;
    else if (one.name !== 'has') input[one.name] = startOfDay(one.day);
  }
  return input;
}

/** Resolves a typed condition; undefined if its value names nothing, or several people or chats. */
export async function resolveCondition({ name, value }: TypedCondition): Promise<Condition | undefined> {
  switch (name) {
    case 'has': {
      const filter = contentFilterOf(value);
      return filter && contentCondition(filter);
    }
    case 'before':
    case 'after': {
      const day = parseDay(value);
      return day === undefined ? undefined : dayCondition(name, day);
    }
    case 'from': {
      const person = theOnly(await findPeople(value), value, (one) => [one.Link, one.Name, personName(one)]);
      return person && personCondition(person);
    }
    case 'in': {
      const dialog = theOnly(await findOwnDialogs(value), value, (one) => [one.Link, dialogName(one)]);
      return dialog && dialogCondition(dialog);
    }
  }
}

/** Finds people by the beginning of a name, a tag or an ID; the caller too, as `me`. */
export async function findPeople(typed: string): Promise<UserModel[]> {
  const value = typed.trim();
  const self = me.person ? [me.person] : [];
  if (isSelf(value)) return self;
  const id = /^u(\d+)$/.exec(value)?.[1];
  if (id !== undefined) return Number(id) === session.id ? self : [await call('people.get', { user: value })];
  const query = value.replace(/^@/, '');
  const found = await call('people.find', { ...(query && { query }), limit: MAX_PEOPLE });
  const isOwn = (person: UserModel) =>
    [person.Link, ...personName(person).split(' ')].some((one) => startsWith(one, query));
  return [...self.filter(isOwn), ...found].slice(0, MAX_PEOPLE);
}

const MAX_PEOPLE = 6;

/** Finds the caller's chats by a part of the name, a tag or an ID. */
export async function findOwnDialogs(typed: string): Promise<DialogModel[]> {
  const value = typed.trim().replace(/^@/, '');
  const all = await call('dialogs.list', {});
  const byId = all.filter((dialog) => String(dialog.ID) === value);
  if (byId.length) return byId;
  return all
    .filter(isBegun)
    .filter((dialog) => dialog.Link === value.toLowerCase() || includes(dialogName(dialog), value));
}

function isSelf(value: string): boolean {
  return ['me', '@me', 'я', `u${session.id}`].includes(value.toLocaleLowerCase());
}

/** The one of this exact name, or the only one found. */
function theOnly<T>(found: readonly T[], value: string, namesOf: (one: T) => string[]): T | undefined {
  const name = value.replace(/^@/, '').toLocaleLowerCase();
  const exact = found.filter((one) => namesOf(one).some((own) => own.toLocaleLowerCase() === name));
  if (exact.length > 0) return exact.length === 1 ? exact[0] : undefined;
  return found.length === 1 ? found[0] : undefined;
}

function startsWith(text: string, beginning: string): boolean {
  return text.toLocaleLowerCase().startsWith(beginning.toLocaleLowerCase());
}

function includes(text: string, part: string): boolean {
  return text.toLocaleLowerCase().includes(part.toLocaleLowerCase());
}
