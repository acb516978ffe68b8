import { vi } from 'vitest';
import { me } from '../../../renderer/api';
import { language } from '../../../renderer/i18n/index.svelte';
import { toasts } from '../../../renderer/ui';
import { Draft, MessageModel, UserModel } from '../../../shared/contract/records';
import { fakeHost, signIn } from '../../support/hosts/fake-host';
import { recordOf } from '../record-of';

/** The number of the person who is signed in. */
export const ME = 1;

/** The page of a person who has just signed in, with nothing stored on the device. Give it to `beforeEach`. */
export async function openPage(): Promise<void> {
  toasts.expireAll();
  localStorage.clear();
  sessionStorage.clear();
  await Promise.all([signIn(ME), language.begin()]);
  answerForDrafts();
  await language.loadHosting();
}

/** No folders and no drafts of other devices; what is saved is there then. */
function answerForDrafts(): void {
  fakeHost.answer('dialogs.folders', () => []);
  fakeHost.answer('dialogs.drafts', () => []);
  fakeHost.answer('dialogs.saveDraft', ({ dialog_id, text, replyTo }) =>
    recordOf(Draft, {
      Dialog: Number(dialog_id),
      Text: String(text ?? ''),
      ReplyTo: replyTo ? recordOf(MessageModel, { ID: Number(replyTo) }) : null,
    }),
  );
}

/** Makes the signed-in person known, as the host has them. */
export async function readOwnPerson(fields: Partial<UserModel> = {}): Promise<void> {
  fakeHost.answer('people.me', () => recordOf(UserModel, { ID: ME, ...fields }));
  await me.load();
}

/** Waits for everything that needs no time: answers that were given already, and the events that waited for them. */
export async function settled(): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(1);
    else await new Promise((resolve) => setTimeout(resolve));
  }
}

const ROUNDS = 4;

/** The texts of the toasts that are shown, oldest first. */
export function toastTexts(): string[] {
  return toasts.all.map(({ options }) => options.message);
}

/** Presses Undo of the newest toast that has it. */
export function undo(): void {
  if (!toasts.undoLast()) throw new Error('No toast offers Undo.');
}

/** An answer that comes when the test lets it. */
export function heldAnswer<T>() {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<T>();
  return {
    /** The answer for `fakeHost.answer`. */
    handler: () => {
      asked.resolve();
      return answer.promise;
    },
    /** Resolves once the call was made. */
    asked: asked.promise,
    give: answer.resolve,
    refuse: answer.reject,
  };
}
