import { IdempotentCalls } from '../../api';
import { errorText } from '../../i18n/errors';
import { fullTime } from '../../i18n/format';
import { m } from '../../i18n/index.svelte';
import { inputOf } from '../../media/attachments/tray/stored-attachments';
import { isNothingFocused, toasts } from '../../ui';
import type { Composer } from '../composer/composer.svelte';

/** Outlives the view: the message may be scheduled again after another dialog was shown. */
const once = new IdempotentCalls();

/** Schedules the message in a composer. If the host refuses it, it comes back into the input. */
export async function scheduleMessage(composer: Composer, timestamp: number): Promise<void> {
  await composer.tray.ready();
  const written = composer.take();
  if (!written) return void toasts.show({ message: m().media.attaching.failed, tone: 'danger' });
  const { text, replyTo, attached } = written;
  try {
    await once.call('dialogs.send', {
      ...composer.target,
      text,
      ...(replyTo && { replyTo: replyTo.id }),
      ...inputOf(attached),
      timestamp,
    });
    toasts.show({ message: m().scheduling.scheduledFor(fullTime(timestamp)) });
    // The clock that was pressed may be gone.
    if (isNothingFocused()) composer.focus();
  } catch (error) {
    composer.restore(written);
    toasts.show({ message: errorText(error), tone: 'danger' });
  }
}
