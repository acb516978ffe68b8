import { INTERFACE_LANGUAGES, type InterfaceLanguage } from '../../../../shared/locale/interface-languages';
import { TEXTS } from '../../../../shared/texts';
import type { DataExportTexts } from '../../../../shared/texts/data-export';
import type { AlertTexts } from '../../../../shared/texts/en/alerts';

/** How the pages of an export are written: their language, and the time zone of all times in them. */
export interface ExportLocale {
  lang: InterfaceLanguage;
  /** Its name in the IANA database. */
  timeZone: string;
  texts: DataExportTexts;
  alerts: AlertTexts;
  /** Formats Unix seconds for people; "" for 0. */
  timeOf: (seconds: number) => string;
}

/** Returns the texts and the time format of a language and a time zone. */
export function exportLocale({ lang, timeZone }: Pick<ExportLocale, 'lang' | 'timeZone'>): ExportLocale {
  const { locale } = INTERFACE_LANGUAGES[lang];
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return {
    lang,
    timeZone,
    texts: TEXTS[lang].dataExport,
    alerts: TEXTS[lang].alerts,
    timeOf: (seconds) => (seconds === 0 ? '' : format.format(seconds * 1000)),
  };
}
