import highlighter from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import go from 'highlight.js/lib/languages/go';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';

/** What a part of code is, as far as it has a colour of its own. */
export type CodeKind = 'plain' | 'keyword' | 'name' | 'text' | 'value' | 'note';

/** A piece of highlighted code: its text, and what it is. */
export interface CodePart {
  kind: CodeKind;
  text: string;
}

/**
 * Splits code into parts by what they are. Without a known language it is detected, and the code stays plain if that is
 * uncertain. The parts together are always the code itself.
 */
export function highlight(code: string, language: string): CodePart[] {
  const asked = language.toLowerCase();
  if (highlighter.getLanguage(asked)) {
    const { value } = highlighter.highlight(code, { language: asked, ignoreIllegals: true });
    return partsOf(value);
  }
  const { value, relevance } = highlighter.highlightAuto(code, DETECTED);
  return relevance >= CERTAIN ? partsOf(value) : [{ kind: 'plain', text: code }];
}

const LANGUAGES = {
  ...{ bash, cpp, csharp, css, diff, go, ini, java, json, kotlin, php, python, rust, sql, typescript },
  ...{ xml, yaml },
};
for (const [name, language] of Object.entries(LANGUAGES)) highlighter.registerLanguage(name, language);
highlighter.registerAliases(['js', 'javascript', 'jsx', 'mjs'], { languageName: 'typescript' });
highlighter.registerAliases(['c', 'h'], { languageName: 'cpp' });
highlighter.registerAliases(['shell', 'console'], { languageName: 'bash' });

/** Prose looks like some of the others. */
const DETECTED = ['cpp', 'css', 'go', 'java', 'json', 'php', 'python', 'rust', 'sql', 'typescript', 'xml'];
/** Below this, a detected language is a guess. */
const CERTAIN = 7;

/** The kinds by the first word of the highlighter's classes; the rest is plain. */
const KINDS: Record<string, CodeKind> = {
  keyword: 'keyword',
  'selector-tag': 'keyword',
  'template-tag': 'keyword',
  tag: 'keyword',
  name: 'keyword',
  deletion: 'keyword',
  title: 'name',
  type: 'name',
  class: 'name',
  built_in: 'name',
  attr: 'name',
  attribute: 'name',
  property: 'name',
  section: 'name',
  'selector-class': 'name',
  'selector-id': 'name',
  string: 'text',
  regexp: 'text',
  addition: 'text',
  number: 'value',
  literal: 'value',
  symbol: 'value',
  variable: 'value',
  'template-variable': 'value',
  comment: 'note',
  quote: 'note',
  meta: 'note',
  doctag: 'note',
};

/** Reads the markup of the highlighter, which is escaped text in nested spans, so that none of it is used as markup. */
function partsOf(markup: string): CodePart[] {
  const parts: CodePart[] = [];
  const kinds: CodeKind[] = [];
  for (const [, classes, text] of markup.matchAll(/<span class="([^"]*)">|<\/span>|([^<]+)/g)) {
    if (text !== undefined) parts.push({ kind: kinds.at(-1) ?? 'plain', text: unescaped(text) });
    else if (classes !== undefined) kinds.push(kindOf(classes) ?? kinds.at(-1) ?? 'plain');
    else kinds.pop();
  }
  return parts;
}

function kindOf(classes: string): CodeKind | undefined {
  return KINDS[classes.split(' ', 1)[0]?.replace('hljs-', '') ?? ''];
}

function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => CHARACTERS[name] ?? '');
}

const CHARACTERS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
