import { app } from 'electron';
import { preferredLanguage, type InterfaceLanguage } from '../../shared/locale/interface-languages';
import { TEXTS } from '../../shared/texts';
import type { ProgramTexts } from '../../shared/texts/program';

/** The language of the program: that of the system, if it has its texts. */
export function programLanguage(): InterfaceLanguage {
  return preferredLanguage([app.getLocale()]);
}

/** The texts of the program in its language. */
export function programLabels(): ProgramTexts {
  return TEXTS[programLanguage()].program;
}
