import { z } from 'zod';
import {
  alertOf,
  dialogOfEvent,
  dismissedTagOf,
  tagOfDialog,
  type AlertDialog,
} from '../../shared/alerts/rules';
import { isInterfaceLanguage } from '../../shared/locale/interface-languages';
import { TEXTS } from '../../shared/texts';
import type { AlertTexts } from '../../shared/texts/en/alerts';
import type { Alert } from '../../shared/alerts/alert';
import type { ChosenAlerts } from '../../shared/bridge';
import type { ServerEvent } from '../../shared/client/event-client';
import { newKey } from '../../shared/client/idempotency-key';
import { retryCall } from '../../shared/client/retry';
import { DialogModel, MessageModel, Notification } from '../../shared/contract/records';
import type { Session } from '../service';
import type { CommunityApi } from './event-transport';

/** The person whose notifications RemoteAlerts shows, and how. */
export interface RemoteAlertsOptions {
  community: CommunityApi;
  session: Session;
  /** ID of the signed-in person. */
  person: number;
  /** The person's alert settings for the community; null before its pages were opened, then no alerts are shown. */
  choices: () => ChosenAlerts | null;
  /** The community's name. */
  name: () => Promise<string>;
  show: (alert: Alert) => void;
  end: (tag: string) => void;
}

/** Shows system notifications for a community that isn't displayed, by the same rules as its own pages. */
export class RemoteAlerts {
  readonly #options: RemoteAlertsOptions;
  /** Dialogs with recent messages. */
  readonly #dialogs = new Map<number, AlertDialog>();
  #queue: Promise<void> = Promise.resolve();
  #queued = 0;

  constructor(options: RemoteAlertsOptions) {
    this.#options = options;
  }

  /** Handles an event; events are processed in order. Data from a remote host is validated first. */
  handle(event: ServerEvent): void {
    const parsed = AlertEvent.safeParse(event);
    if (!parsed.success || this.#queued >= MAX_QUEUED) return;
    this.#queued++;
    this.#queue = this.#queue
      .then(() => this.#process(parsed.data))
      // If the host is offline, its events arrive again after the reconnect.
      .catch(() => undefined)
      .finally(() => this.#queued--);
  }

  async #process(event: z.infer<typeof AlertEvent>): Promise<void> {
    const { person, choices, name, show, end } = this.#options;
    const seenTag =
      event.Type === 'dialog_delete' ? tagOfDialog(event.Dialog) : dismissedTagOf(event, person);
    if (seenTag !== null) end(seenTag);
    this.#updateDialogs(event);
    if (event.Type !== 'message' && event.Type !== 'notification') return;
    const chosen = choices();
    if (!chosen?.isOn) return;
    const dialogId = dialogOfEvent(event, person);
    const dialog = dialogId === null ? undefined : await this.#loadDialog(dialogId);
    const alert = alertOf(event, dialog, {
      person,
      choices: chosen,
      texts: textsOf(chosen),
      community: await name(),
      isElsewhere: true,
      now: new Date(),
    });
    if (alert) show(alert);
  }

  #updateDialogs(event: z.infer<typeof AlertEvent>): void {
    if (event.Type === 'reset') this.#dialogs.clear();
    else if (event.Type === 'dialog_delete') this.#dialogs.delete(event.Dialog);
    else if (event.Type === 'dialog' && this.#dialogs.has(event.Dialog.ID))
      this.#dialogs.set(event.Dialog.ID, event.Dialog);
  }

  /** Loads a dialog, because muted dialogs show no alerts. Throws AppError if that fails. */
  async #loadDialog(id: number): Promise<AlertDialog> {
    const known = this.#dialogs.get(id);
    if (known) return known;
    const { community, session } = this.#options;
    const dialog = DialogModel.parse(await community.call(session, 'dialogs.get', { dialog_id: id }));
    if (this.#dialogs.size >= MAX_DIALOGS) this.#dialogs.clear();
    this.#dialogs.set(id, dialog);
    return dialog;
  }
}

/**
 * Sends a reply that was typed into a notification, with a few retries. Returns null, or an alert that tells the
 * person it could not be sent.
 */
export async function sendReply(
  community: CommunityApi,
  session: Session,
  { dialog, text, chosen, name }: { dialog: number; text: string; chosen: ChosenAlerts; name: string },
): Promise<Alert | null> {
  const key = newKey();
  try {
    await retryCall(() => community.call(session, 'dialogs.send', { dialog_id: dialog, text }, key), {});
    return null;
  } catch {
    const words = textsOf(chosen);
    return {
      tag: tagOfDialog(dialog),
      title: name,
      body: words.unsent(chosen.showsText ? text.slice(0, MAX_SHOWN_LENGTH) : ''),
      isSilent: !chosen.sounds,
      answerText: words.answer,
    };
  }
}

const AlertEvent = z.discriminatedUnion('Type', [
  z.object({ Type: z.literal('message'), Message: MessageModel }),
  z.object({ Type: z.literal('notification'), Notification }),
  z.object({ Type: z.literal('read'), Dialog: z.number(), User: z.number(), Message: z.number() }),
  z.object({ Type: z.literal('dialog'), Dialog: DialogModel }),
  z.object({ Type: z.literal('dialog_delete'), Dialog: z.number() }),
  z.object({ Type: z.literal('reset') }),
]);

/** Limits on queued events and cached dialogs, because a host may send any amount. */
const MAX_QUEUED = 500;
const MAX_DIALOGS = 1000;
/** Characters of an unsent reply that the alert shows. */
const MAX_SHOWN_LENGTH = 280;

/** In the language chosen in the community's pages. */
function textsOf({ language }: ChosenAlerts): AlertTexts {
  return TEXTS[isInterfaceLanguage(language) ? language : 'en'].alerts;
}
