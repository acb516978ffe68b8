import type { DialogModel, UserModel } from '../../../shared/contract/records';
import { Attempt, call, session } from '../../api';
import { dialogName, isBegun, isSaved, mayWrite } from '../../i18n/dialog';
import { m } from '../../i18n/index.svelte';
import { personName } from '../../i18n/person';

/** Where a message can be sent: a chat, or a person, with a new private chat. */
export interface Target {
  key: string;
  name: string;
  /** Whether it is the chat with oneself. */
  isSaved: boolean;
  avatar: { id: number; photo: number; shape: 'round' | 'square' };
  /** The chat; undefined if it isn't begun yet. */
  dialog: number | undefined;
  /** The other person; undefined in groups and channels. */
  person: number | undefined;
}

/** The chats and people to which one can send, narrowed by a name. */
export class Targets {
  readonly loading = new Attempt();
  #dialogs = $state.raw<readonly DialogModel[]>([]);
  #people = $state.raw<readonly UserModel[]>([]);
  #query = $state('');
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly #found = $derived.by(() => {
    const query = this.#query.trim().toLocaleLowerCase();
    const own = [savedTarget(this.#dialogs.find(isSaved)), ...this.#dialogs.filter(isOther).map(ofDialog)];
    const chats = own.filter(({ name }) => name.toLocaleLowerCase().includes(query));
    const known = new Set(own.map(({ person }) => person));
    return [...chats, ...this.#people.filter(({ ID }) => !known.has(ID)).map(ofPerson)];
  });

  /** The name to search for. People are searched at the host. */
  get query(): string {
    return this.#query;
  }
  set query(query: string) {
    this.#query = query;
    clearTimeout(this.#timer);
    this.#people = [];
    const name = query.trim();
    if (name) this.#timer = setTimeout(() => void this.#findPeople(name), DEBOUNCE_MS);
  }

  /** Saved messages, then the chats in which the person may write, then other people who match `query`. */
  get found(): readonly Target[] {
    return this.#found;
  }

  /** Loads the chats. */
  async load(): Promise<void> {
    await this.loading.run(async () => {
      this.#dialogs = (await call('dialogs.list')).filter((dialog) => isBegun(dialog) && mayWrite(dialog));
    });
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  async #findPeople(query: string): Promise<void> {
    // Chats can be chosen all the same while the host is away.
    const people = await call('people.find', { query, limit: MAX_RESULTS }).catch(() => []);
    if (query === this.#query.trim()) this.#people = people.filter(({ Deleted }) => !Deleted);
  }
}

/** Returns the chat with oneself as a target; it is begun when it is first used. */
export function savedTarget(dialog: DialogModel | undefined): Target {
  const { id } = session;
  return {
    ...{ key: 'saved', name: m().chats.saved, isSaved: true, dialog: dialog?.ID, person: id },
    avatar: { id, photo: 0, shape: 'round' },
  };
}

/** Returns the ID of a target's chat, which is begun if there is none. Throws AppError. */
export async function dialogOf({ dialog, person }: Target): Promise<number> {
  if (dialog !== undefined || person === undefined) return dialog ?? 0;
  return (await call('dialogs.createPrivate', { user_id: person })).ID;
}

/** Debounce delay in milliseconds. */
const DEBOUNCE_MS = 200;
const MAX_RESULTS = 30;

function isOther(dialog: DialogModel): boolean {
  return !isSaved(dialog);
}

function ofDialog(dialog: DialogModel): Target {
  const dude = dialog.Type === 'private' ? dialog.DialogDude : null;
  return {
    ...{ key: `chat ${dialog.ID}`, name: dialogName(dialog), isSaved: false },
    ...{ dialog: dialog.ID, person: dude?.ID },
    avatar: {
      id: dude?.ID ?? dialog.ID,
      photo: dude ? dude.Avatar : dialog.Avatar,
      shape: dialog.Type === 'private' ? 'round' : 'square',
    },
  };
}

function ofPerson(person: UserModel): Target {
  return {
    ...{ key: `person ${person.ID}`, name: personName(person), isSaved: false },
    ...{ dialog: undefined, person: person.ID },
    avatar: { id: person.ID, photo: person.Avatar, shape: 'round' },
  };
}
