import { INTERFACE_LANGUAGES } from '../../interface-languages';
import { pluralIn } from '../../plural';

const { counted } = pluralIn<'one' | 'other'>(INTERFACE_LANGUAGES.en.locale, 'other');

/** "1 member", "48 members". */
export const inEnglish = counted;
