import type { z } from 'zod';
import { account } from './account';
import { admin } from './hosting/admin';
import { apps } from './apps';
import { calendar } from './calendar';
import { community } from './community';
import { dialogFolders } from './dialog-folders';
import { drafts } from './drafts';
import { dialogs } from './dialogs';
import type { Download } from './media/download';
import type { Endpoint } from './endpoint';
import { files } from './media/files';
import { geo } from './geo';
import { hosting } from './hosting/hosting';
import { messages } from './messages';
import { music } from './media/music';
import { peopleEntries } from './people';
import { polls } from './polls';
import { posts } from './posts';
import { restore } from './hosting/restore';
import { search } from './search';
import { photos } from './media/photos';
import { shop } from './shop';
import { standby } from './hosting/standby';
import { stickers } from './media/stickers';
import { sync } from './sync';
import { videos } from './media/videos';

/**
 * All endpoints. Handlers, routes, typed clients, the reference page and loops in tests are derived from this table.
 */
export const contract = {
  ...account,
  ...apps,
  ...peopleEntries,
  ...shop,
  ...dialogs,
  ...dialogFolders,
  ...drafts,
  ...messages,
  ...polls,
  ...calendar,
  ...files,
  ...search,
  ...photos,
  ...posts,
  ...stickers,
  ...music,
  ...videos,
  ...community,
  ...geo,
  ...sync,
  ...admin,
  ...hosting,
  ...restore,
  ...standby,
} as const;

/** The name of an endpoint, `noun.verb`. */
export type Name = keyof typeof contract;

/** The input a caller may send: numbers may be text, defaults may be omitted. */
export type Input<N extends Name> = z.input<(typeof contract)[N]['input']>;

/** The input a handler receives: validated, converted, with defaults. */
export type Parsed<N extends Name> = z.output<(typeof contract)[N]['input']>;

/** The result of a call. */
export type Output<N extends Name> = z.output<(typeof contract)[N]['output']>;

/** Endpoints that return a file. */
export type DownloadName = { [N in Name]: Output<N> extends Download ? N : never }[Name];

/** All names, in the order of the contract. */
export const names = Object.keys(contract) as Name[];

/** Returns an endpoint without its specific types. */
export function endpointOf(name: Name): Endpoint {
  return contract[name];
}

/** Whether a text is the name of an endpoint. */
export function isName(value: string): value is Name {
  return Object.hasOwn(contract, value);
}
