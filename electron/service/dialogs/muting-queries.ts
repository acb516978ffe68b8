import { sql, type RawBuilder, type SqlBool } from 'kysely';

/** SQL condition on a row of `member`: it is not muted, or its mute has ended. One that ends at 0 never ends. */
export function isUnmuted(now: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`(member.muted = 0 OR (member.muted_until > 0 AND member.muted_until <= ${now}))`;
}
