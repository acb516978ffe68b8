import type { InterfaceLanguage } from '../locale/interface-languages';
import { alertsInEnglish, type AlertTexts } from './en/alerts';
import { program as programInEnglish } from './en/program';
import type { ProgramTexts } from './program';
import { alertsInUkrainian } from './uk/alerts';
import { program as programInUkrainian } from './uk/program';

/** What the main process says by itself, in every language; the pages load theirs from `renderer/i18n/`. */
export const TEXTS: Record<InterfaceLanguage, { alerts: AlertTexts; program: ProgramTexts }> = {
  en: { alerts: alertsInEnglish, program: programInEnglish },
  uk: { alerts: alertsInUkrainian, program: programInUkrainian },
};
