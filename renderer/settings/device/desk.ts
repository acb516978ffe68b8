import { AppError, desk } from '../../api';
import { errorText } from '../../i18n/errors';
import { toasts } from '../../ui';

/** Changes a desktop setting of the program. Shows a toast when it could not be saved. */
export async function changeDesk(change: Parameters<typeof desk.change>[0]): Promise<void> {
  await desk.change(change).catch(() => {
    toasts.show({ message: errorText(new AppError('server_error')), tone: 'danger' });
  });
}
