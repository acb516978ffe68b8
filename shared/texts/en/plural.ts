import { INTERFACE_LANGUAGES } from '../../locale/interface-languages';
import { pluralIn } from '../../locale/plural';

const { counted } = pluralIn<'one' | 'other'>(INTERFACE_LANGUAGES.en.locale, 'other');

/** "1 member", "48 members". */
export const inEnglish = counted;
