import { dialogName } from '../i18n/dialog';
import { m } from '../i18n/index.svelte';
import { presenceOf, personName } from '../i18n/person';
import { shortDate } from '../i18n/format';
import {
  contentCondition,
  dayCondition,
  dialogCondition,
  findOwnDialogs,
  findPeople,
  personCondition,
  type Condition,
} from './conditions';
import type { HitPicture } from './results/hits';
import { contentFiltersFor, dayText, parseDay, startOfDay, type TypedCondition } from './operators';

/** A suggestion for the value of a condition that is being typed. */
export interface Completion {
  condition: Condition;
  title: string;
  detail: string;
  picture?: HitPicture;
}

/** The suggestions for the condition at the end of the text; people and chats are loaded as it is typed. */
export class Completions {
  #typed = $state.raw<TypedCondition>();
  #list = $state.raw<readonly Completion[]>([]);
  #state = $state<'idle' | 'loading' | 'done'>('idle');
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts requests, so that a late answer is not shown. */
  #requested = 0;

  /** The condition that is being typed. */
  get typed(): TypedCondition | undefined {
    return this.#typed;
  }
  get list(): readonly Completion[] {
    return this.#list;
  }
  get isLoading(): boolean {
    return this.#state === 'loading';
  }

  /** Suggests values for a condition; undefined to stop. */
  follow(typed: TypedCondition | undefined): void {
    clearTimeout(this.#timer);
    const asked = ++this.#requested;
    if (typed?.name !== this.#typed?.name) this.#list = [];
    this.#typed = typed;
    if (!typed) {
      this.#state = 'idle';
      return;
    }
    const { name, value } = typed;
    if (name === 'has') this.#show(contents(value));
    else if (name !== 'from' && name !== 'in') this.#show(days(name, value));
    else {
      this.#state = 'loading';
      this.#timer = setTimeout(
        () => void this.#load(name, value, asked),
        this.#list.length ? DEBOUNCE_MS : 0,
      );
    }
  }

  async #load(name: 'from' | 'in', value: string, asked: number): Promise<void> {
    const list = await (name === 'from' ? people(value) : dialogs(value)).catch(() => []);
    if (asked === this.#requested) this.#show(list);
  }

  #show(list: readonly Completion[]): void {
    this.#list = list;
    this.#state = 'done';
  }
}

async function people(value: string): Promise<Completion[]> {
  return (await findPeople(value)).map((person) => ({
    condition: personCondition(person),
    title: personName(person),
    detail: person.Link ? `@${person.Link}` : '',
    picture: {
      id: person.ID,
      name: personName(person),
      photo: person.Avatar,
      shape: 'round',
      presence: presenceOf(person.Online),
    },
  }));
}

async function dialogs(value: string): Promise<Completion[]> {
  return (await findOwnDialogs(value)).slice(0, MAX_DIALOGS).map((dialog) => ({
    condition: dialogCondition(dialog),
    title: dialogName(dialog),
    detail: dialog.Type === 'private' ? '' : m().common.members(dialog.Members),
    picture: {
      id: (dialog.Type === 'private' && dialog.DialogDude?.ID) || dialog.ID,
      name: dialogName(dialog),
      photo: dialog.Type === 'private' ? (dialog.DialogDude?.Avatar ?? 0) : dialog.Avatar,
      shape: dialog.Type === 'private' ? 'round' : 'square',
      presence: undefined,
    },
  }));
}

function contents(value: string): Completion[] {
  return contentFiltersFor(value).map((filter) => ({
    condition: contentCondition(filter),
    title: m().search.contents[filter],
    detail: `has:${filter}`,
  }));
}

/** Days often searched from, and the one that is typed. */
function days(name: 'before' | 'after', value: string): Completion[] {
  const t = m().search.days;
  const now = new Date();
  const ago = (back: number) => dayText(new Date(now.getFullYear(), now.getMonth(), now.getDate() - back));
  const usual: [title: string, day: string][] = [
    [t.today, ago(0)],
    [t.yesterday, ago(1)],
    [t.week, ago(7)],
    [t.month, ago(30)],
    [t.year, dayText(new Date(now.getFullYear(), 0, 1))],
  ];
  const typed = parseDay(value);
  const matching = typed
    ? [[shortDate(startOfDay(typed), 0), typed] as const]
    : usual.filter(([title, day]) => day.startsWith(value) || title.toLocaleLowerCase().startsWith(value));
  return matching.map(([title, day]) => ({ condition: dayCondition(name, day), title, detail: day }));
}

/** Debounce delay in milliseconds. */
const DEBOUNCE_MS = 150;
const MAX_DIALOGS = 8;
