import type { InterfaceLanguage } from '../locale/interface-languages';
import { alertsInEnglish, type AlertTexts } from './en/alerts';
import { dataExport as dataExportInEnglish } from './en/data-export';
import { program as programInEnglish } from './en/program';
import type { DataExportTexts } from './data-export';
import type { ProgramTexts } from './program';
import { alertsInUkrainian } from './uk/alerts';
import { dataExport as dataExportInUkrainian } from './uk/data-export';
import { program as programInUkrainian } from './uk/program';

/** What the main process says by itself, in every language; the pages load theirs from `renderer/i18n/`. */
export const TEXTS: Record<
  InterfaceLanguage,
  { alerts: AlertTexts; program: ProgramTexts; dataExport: DataExportTexts }
> = {
  en: { alerts: alertsInEnglish, program: programInEnglish, dataExport: dataExportInEnglish },
  uk: { alerts: alertsInUkrainian, program: programInUkrainian, dataExport: dataExportInUkrainian },
};
