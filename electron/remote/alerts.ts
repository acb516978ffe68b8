import { z } from 'zod';
import { alertOf, dialogBehind, seenIn, tagOfDialog, type AlertDialog } from '../../shared/alerts/rules';
import { isInterfaceLanguage } from '../../shared/interface-languages';
import { TEXTS } from '../../shared/texts';
import type { AlertWords } from '../../shared/texts/en/alerts';
import type { Alert, ChosenAlerts } from '../../shared/bridge';
import type { Heard } from '../../shared/client/line';
import { newKey, persist } from '../../shared/client/persist';
import { DialogModel, MessageModel, Notification } from '../../shared/contract/records';
import type { Session } from '../service';
import type { Asked } from './event-watch';

export interface AlerterOptions {
  community: Asked;
  session: Session;
  /** The person's own identifier. */
  person: number;
  /** What holds for the community now; null where its pages have not said yet, and nothing is told. */
  choices: () => ChosenAlerts | null;
  /** What the community is called. */
  name: () => Promise<string>;
  show: (alert: Alert) => void;
  end: (tag: string) => void;
}

/** Tells what is new in a community that nobody looks at now, by the rules of its own pages. */
export class Alerter {
  readonly #options: AlerterOptions;
  /** Those that something was said in. */
  readonly #dialogs = new Map<number, AlertDialog>();
  #turn: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(options: AlerterOptions) {
    this.#options = options;
  }

  /** Takes what came over the line, one after the other; of a host elsewhere nothing is certain. */
  hear(heard: Heard): void {
    const told = Told.safeParse(heard);
    if (!told.success || this.#waiting >= MOST_WAITING) return;
    this.#waiting++;
    this.#turn = this.#turn
      .then(() => this.#tell(told.data))
      // A host that is away by now is heard again later.
      .catch(() => undefined)
      .finally(() => this.#waiting--);
  }

  async #tell(heard: z.infer<typeof Told>): Promise<void> {
    const { person, choices, name, show, end } = this.#options;
    const seen = heard.Type === 'dialog_delete' ? tagOfDialog(heard.Dialog) : seenIn(heard, person);
    if (seen !== null) end(seen);
    this.#learn(heard);
    if (heard.Type !== 'message' && heard.Type !== 'notification') return;
    const chosen = choices();
    if (!chosen?.isOn) return;
    const behind = dialogBehind(heard, person);
    const dialog = behind === null ? undefined : await this.#find(behind);
    const alert = alertOf(heard, dialog, {
      person,
      choices: chosen,
      words: wordsOf(chosen),
      community: await name(),
      isElsewhere: true,
      now: new Date(),
    });
    if (alert) show(alert);
  }

  #learn(heard: z.infer<typeof Told>): void {
    if (heard.Type === 'reset') this.#dialogs.clear();
    else if (heard.Type === 'dialog_delete') this.#dialogs.delete(heard.Dialog);
    else if (heard.Type === 'dialog' && this.#dialogs.has(heard.Dialog.ID))
      this.#dialogs.set(heard.Dialog.ID, heard.Dialog);
  }

  /** Whether it is muted has to be known. Throws AppError where it can't be. */
  async #find(id: number): Promise<AlertDialog> {
    const known = this.#dialogs.get(id);
    if (known) return known;
    const { community, session } = this.#options;
    const dialog = DialogModel.parse(await community.call(session, 'dialogs.get', { dialog_id: id }));
    if (this.#dialogs.size >= MOST_KNOWN) this.#dialogs.clear();
    this.#dialogs.set(id, dialog);
    return dialog;
  }
}

/**
 * Sends an answer that was written into a notification; tried a few times. Gives null, or what tells the person that it could
 * not be sent.
 */
export async function sendAnswer(
  community: Asked,
  session: Session,
  { dialog, text, chosen, name }: { dialog: number; text: string; chosen: ChosenAlerts; name: string },
): Promise<Alert | null> {
  const key = newKey();
  try {
    await persist(() => community.call(session, 'dialogs.send', { dialog_id: dialog, text }, key), {});
    return null;
  } catch {
    const words = wordsOf(chosen);
    return {
      tag: tagOfDialog(dialog),
      title: name,
      body: words.unsent(chosen.showsWords ? text.slice(0, MOST_SHOWN) : ''),
      isSilent: !chosen.sounds,
      answerWords: words.answer,
    };
  }
}

const Told = z.discriminatedUnion('Type', [
  z.object({ Type: z.literal('message'), Message: MessageModel }),
  z.object({ Type: z.literal('notification'), Notification }),
  z.object({ Type: z.literal('read'), Dialog: z.number(), User: z.number(), Message: z.number() }),
  z.object({ Type: z.literal('dialog'), Dialog: DialogModel }),
  z.object({ Type: z.literal('dialog_delete'), Dialog: z.number() }),
  z.object({ Type: z.literal('reset') }),
]);

/** Events that wait to be told, and dialogs that are known: a host may say as much as it likes. */
const MOST_WAITING = 500;
const MOST_KNOWN = 1000;
/** Characters of an answer that was not sent. */
const MOST_SHOWN = 280;

/** In the language of the pages that chose. */
function wordsOf({ language }: ChosenAlerts): AlertWords {
  return TEXTS[isInterfaceLanguage(language) ? language : 'en'].alerts;
}
