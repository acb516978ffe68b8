import { english } from './conversations-en';
import { ukrainian } from './conversations-uk';
import { readScripts, type Deck, type Script } from './script';

/** The conversations of a deck. Throws where there is no such deck. */
export function scriptsOf(deck: Deck): readonly Script[] {
  const [language = '', about = ''] = deck.split(' ');
  const texts: Readonly<Record<string, string>> = language === 'en' ? english : ukrainian;
  const text = texts[about];
  if (text === undefined) throw new Error(`there is no deck ${deck}`);
  return readScripts(text, language === 'en' ? 'en' : 'uk');
}
