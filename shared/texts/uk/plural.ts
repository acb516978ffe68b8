import { INTERFACE_LANGUAGES } from '../../locale/interface-languages';
import { pluralIn } from '../../locale/plural';

const { counted, form } = pluralIn<'one' | 'few' | 'many'>(INTERFACE_LANGUAGES.uk.locale, 'few');

/** "1 учасник", "3 учасники", "48 учасників"; a fraction takes the form of few ("1,5 учасника" has none of its own). */
export const inUkrainian = counted;

/** The word alone that a count takes, for where the number stands apart from it. */
export const ukrainianForm = form;
