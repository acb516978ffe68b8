import { z } from 'zod';
import { endpointOf, names, type Name } from '../../../shared/contract';
import { App, AppRequest } from '../../../shared/contract/apps';
import { Captcha } from '../../../shared/contract/account';
import { AdminPerson, AuditEntry, LocalMail, Report } from '../../../shared/contract/hosting/admin';
import { InvitePreview } from '../../../shared/contract/dialogs';
import type { Endpoint } from '../../../shared/contract/endpoint';
import { Folder } from '../../../shared/contract/media/files';
import { City, Country, Language, Region } from '../../../shared/contract/geo';
import { Backup, StoredAmount } from '../../../shared/contract/hosting/hosting';
import * as records from '../../../shared/contract/records';
import { Found } from '../../../shared/contract/search';

/** A part of the OpenAPI document. */
export type Json = Record<string, unknown>;
/** A schema of an object. */
export type JsonSchema = Json & { properties?: Record<string, Json>; required?: string[] };

/** Prefix of references to schemas. */
export const SCHEMAS = '#/components/schemas/';

/** A JSON body with this schema. */
export function json(schema: Json): Json {
  return { 'application/json': { schema } };
}

/** Input schema of an operation. */
export function inputSchema(endpoint: Endpoint): JsonSchema {
  return plain(z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' }));
}

/** Output schemas of all operations. */
export interface Outputs {
  /** Records that several outputs share. */
  shared: Record<string, Json>;
  of: (name: Name) => Json;
}

/** Describes each record once; outputs refer to it by name. */
export function describeOutputs(): Outputs {
  const registry = z.registry<{ id: string }>();
  const shared = new Map<z.ZodType, string>();
  for (const [id, schema] of Object.entries(RECORDS)) {
    if (!(schema instanceof z.ZodType)) continue;
    shared.set(schema, id);
    registry.add(schema, { id });
  }
  for (const name of names)
    if (!shared.has(endpointOf(name).output)) registry.add(endpointOf(name).output, { id: name });
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `${SCHEMAS}${id}`,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // Later versions may add keys to a record, so clients must not reject them.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return {
    shared: Object.fromEntries([...shared.values()].map((id) => [id, plain(schemas[id] ?? {})])),
    of: (name) => {
      const id = shared.get(endpointOf(name).output);
      return id === undefined ? plain(schemas[name] ?? {}) : { $ref: `${SCHEMAS}${id}` };
    },
  };
}

const RECORDS = {
  ...records,
  App,
  AppRequest,
  Captcha,
  Found,
  InvitePreview,
  AdminPerson,
  Report,
  AuditEntry,
  LocalMail,
  StoredAmount,
  Backup,
  Folder,
  Country,
  Region,
  City,
  Language,
};

/**
 * Removes a schema's own URL and definitions. Zod describes "any JSON value" recursively; the empty schema means the
 * same without definitions.
 */
function plain(schema: object): JsonSchema {
  const text = JSON.stringify(schema, (key, value: unknown) => {
    if (key === '$schema' || key === '$id' || key === '$defs') return undefined;
    return isRecursion(value) ? {} : value;
  });
  return JSON.parse(text) as JsonSchema;
}

function isRecursion(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('$ref' in value)) return false;
  return typeof value.$ref === 'string' && value.$ref.includes('$defs');
}
