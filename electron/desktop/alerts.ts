import { Notification, type IpcMain, type WebContents } from 'electron';
import { z } from 'zod';
import { CHANNELS, type Alert, type AlertAnswer } from '../../shared/bridge';
import { communityAt, type ShownCommunity } from './scheme';
import { communityFrom } from './senders';

/**
 * Shows the notifications that our pages ask for, one for each tag, and tells the page what is done with them. `onchosen`
 * is told when one was chosen, and of which community: its window is wanted. Where another community is shown by then, its
 * pages are told nothing.
 */
export function showAlerts(ipc: IpcMain, onchosen: (community: ShownCommunity) => void): void {
  const shown = new Map<string, Notification>();

  ipc.on(CHANNELS.alert, (event, asked: unknown) => {
    const alert = AlertShape.safeParse(asked);
    const community = communityFrom(event);
    if (!alert.success || community === null || !Notification.isSupported()) return;
    end(alert.data.tag);
    show(alert.data, event.sender, community);
  });
  ipc.on(CHANNELS.endAlert, (event, tag: unknown) => {
    if (communityFrom(event) !== null) end(String(tag));
  });

  function show(alert: Alert, page: WebContents, community: ShownCommunity): void {
    const { tag, title, body, isSilent, answerWords } = alert;
    const answer = (said: AlertAnswer) => {
      end(tag);
      if (!page.isDestroyed() && communityAt(page.getURL()) === community)
        page.send(CHANNELS.alertAnswer, said);
    };
    const notification = new Notification({
      title,
      body,
      silent: isSilent,
      ...(answerWords !== null && { hasReply: true, replyPlaceholder: answerWords }),
    });
    notification.on('click', () => {
      onchosen(community);
      answer({ tag });
    });
    notification.on('reply', ({ reply }) => answer({ tag, words: reply }));
    // One that nobody holds is forgotten with what it would tell; one that was shown long enough still stands in a list.
    shown.set(tag, notification);
    const [oldest] = shown.keys();
    if (shown.size > MOST && oldest !== undefined) end(oldest);
    notification.show();
  }

  function end(tag: string): void {
    const notification = shown.get(tag);
    shown.delete(tag);
    notification?.close();
  }
}

/** Systems show a few lines; more would only be work. */
const AlertShape = z.object({
  tag: z.string().max(100),
  title: z.string().max(200),
  body: z.string().max(1000),
  isSilent: z.boolean(),
  answerWords: z.string().max(100).nullable(),
});

/** How many stand at once; the oldest makes room. */
const MOST = 20;
