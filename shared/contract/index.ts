import type { z } from 'zod';
import { account } from './account';
import { admin } from './admin';
import { community } from './community';
import { dialogs } from './dialogs';
import type { Download } from './download';
import type { Endpoint } from './endpoint';
import { files } from './files';
import { messages } from './messages';
import { music } from './music';
import { peopleEntries } from './people';
import { posts } from './posts';
import { search } from './search';
import { photos } from './photos';
import { shop } from './shop';
import { videos } from './videos';

/** Every name that can be called. Handlers, routes, typed clients, the reference page and the tests' loops come from it. */
export const contract = {
  ...account,
  ...peopleEntries,
  ...shop,
  ...dialogs,
  ...messages,
  ...files,
  ...search,
  ...photos,
  ...posts,
  ...music,
  ...videos,
  ...community,
  ...admin,
} as const;

/** The names of all operations, `noun.verb`. */
export type Name = keyof typeof contract;

/** What a caller may give: texts for numbers, defaults left out. */
export type Input<N extends Name> = z.input<(typeof contract)[N]['input']>;

/** What a handler receives: checked, converted, defaults filled in. */
export type Parsed<N extends Name> = z.output<(typeof contract)[N]['input']>;

/** What a call answers. */
export type Output<N extends Name> = z.output<(typeof contract)[N]['output']>;

/** The names of calls that answer with a file. */
export type DownloadName = { [N in Name]: Output<N> extends Download ? N : never }[Name];

/** All names, in the order of the contract. */
export const names = Object.keys(contract) as Name[];

/** The entry of a name, without its particular types. */
export function endpointOf(name: Name): Endpoint {
  return contract[name];
}

/** Whether a text names an operation. */
export function isName(value: string): value is Name {
  return Object.hasOwn(contract, value);
}
