import type { Messages } from '../en';

export const welcome: Messages['welcome'] = {
  title: 'Місце для людей поруч',
  words: 'Воно живе на цьому комп’ютері та у вашій мережі. Більше ніхто не має копії.',
  signIn: 'Увійти',
};
