import { app } from 'electron';
import { preferredLanguage } from '../../shared/locale/interface-languages';
import { TEXTS } from '../../shared/texts';
import type { ProgramTexts } from '../../shared/texts/program';

/** The texts of the program in the language of the system. */
export function programLabels(): ProgramTexts {
  return TEXTS[preferredLanguage([app.getLocale()])].program;
}
