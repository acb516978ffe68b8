import { sql, type RawBuilder, type SqlBool } from 'kysely';

/** SQL condition on a row of `member`: it is not muted, or its mute has ended. One that ends at 0 never ends. */
export function isUnmuted(now: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`(member.muted = 0 OR (member.muted_until > 0 AND member.muted_until <= ${now}))`;
}

/**
 * SQL: when the mute of a row of `member` ends; 0 if it isn't muted, and the greatest number if the mute never ends.
 */
export const unmutedAt = sql<number>`CASE WHEN member.muted = 0 THEN 0
  WHEN member.muted_until = 0 THEN ${sql.lit(Number.MAX_SAFE_INTEGER)} ELSE member.muted_until END`;
