import { alertOf, dialogOfEvent, dismissedTagOf, targetOf } from '../../shared/alerts/rules';
import type { AlertAnswer } from '../../shared/bridge';
import { alerts, on, currentCommunity, session, type ServerEvent } from '../api';
import { ownChats } from '../chats';
import { m } from '../i18n/index.svelte';
import { router } from '../router.svelte';
import { routeAt } from '../../shared/route-parsing';

/**
 * Shows system notifications while the window has no focus. The desktop app itself notifies about communities that are
 * not shown, by the same rules. Returns a function that stops.
 */
export function followAlerts(): () => void {
  const stops = [on(handle), alerts.onAnswer(answer)];
  return () => stops.forEach((stop) => stop());
}

function handle(event: ServerEvent): void {
  const seen = dismissedTagOf(event, session.id);
  if (seen !== null) return alerts.end(seen);
  if (document.hasFocus()) return;
  const behind = dialogOfEvent(event, session.id);
  const dialog = behind === null ? undefined : ownChats.now?.dialogs.find(behind);
  const alert = alertOf(event, dialog, {
    person: session.id,
    choices: alerts.choices,
    texts: m().alerts,
    community: currentCommunity.name,
    isElsewhere: false,
    now: new Date(),
  });
  if (alert) alerts.show(alert);
}

function answer({ tag, text }: AlertAnswer): void {
  const { hash: place, dialog } = targetOf(tag);
  if (text === undefined) return router.go(routeAt(place));
  if (dialog !== null && text.trim())
    ownChats.now?.outbox.send(dialog, { text: text.trim(), replyTo: null, attached: [] });
}
