import { AppError, desk } from '../../api';
import { errorText } from '../../i18n/errors';
import { toasts } from '../../ui';

/** Changes how the program lives on this computer, and says so where that could not be kept. */
export async function changeDesk(change: Parameters<typeof desk.change>[0]): Promise<void> {
  await desk.change(change).catch(() => {
    toasts.show({ message: errorText(new AppError('server_error')), tone: 'danger' });
  });
}
