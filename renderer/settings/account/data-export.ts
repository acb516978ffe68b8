import { AppError, download } from '../../api';
import { language } from '../../i18n/index.svelte';

/**
 * Downloads an export of the account, with pages in the language and the time zone of this device; in UTC if the host
 * doesn't know the zone. Returns false if the person cancelled. Throws like `call`.
 */
export async function exportData(): Promise<boolean> {
  const lang = language.realCode;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  try {
    return await download('account.export', { lang, timeZone });
  } catch (error) {
    // Zones are added each year, and an older host must not keep people from their data.
    if (!(error instanceof AppError) || error.fields?.['timeZone'] === undefined) throw error;
    return download('account.export', { lang, timeZone: 'UTC' });
  }
}
