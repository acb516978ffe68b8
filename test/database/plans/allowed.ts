/** A step of a plan that looks at more than it seeks, or sorts, and why that is bounded where it stands. */
export interface Allowed {
  /** The whole line of the plan. */
  step: RegExp;
  /** The queries in which it may stand. */
  sql: RegExp;
  why: string;
}

export const allowed: Allowed[] = [
  {
    step: /^SCAN (json_each|present|asked|newest|ids|times|days|kinds|items|people|counts) VIRTUAL/,
    sql: /./,
    why: 'a list that is given with the query',
  },
  { step: /^SCAN CONSTANT ROW$/, sql: /./, why: 'one row' },
  {
    step: /^SCAN \d+-ROW VALUES CLAUSE$/,
    sql: /^insert into "(poll_(option|vote)|dialog_folder_item)"/,
    why: 'as many as a poll has options, or a folder dialogs',
  },
  {
    step: /^SCAN \w+_search VIRTUAL TABLE INDEX \d+:(=|M\d<?>?)$/,
    sql: /./,
    why: 'a lookup in a full-text index',
  },
  {
    step: /^SCAN temp\.\w+_search_words VIRTUAL TABLE INDEX \d+:$/,
    sql: /WHERE term >= \? LIMIT 1$/,
    why: 'the next word of a full-text index',
  },
  {
    step: /^(SCAN search_backfill|USE TEMP B-TREE FOR ORDER BY)$/,
    sql: /from "search_backfill"/,
    why: 'seven rows at most, and none after an update is complete',
  },
  {
    step: /^SCAN counted$/,
    sql: /limit 10000\) as counted\)/,
    why: 'as many rows as are counted',
  },
  {
    step: /^USE TEMP B-TREE FOR ORDER BY$/,
    sql: /FROM person_search\s+CROSS JOIN member/,
    why: 'the members of a dialog who have a name',
  },
  { step: /^SCAN (community|sqlite_sequence)$/, sql: /./, why: 'one row' },
  {
    step: /^SCAN (child|key VIRTUAL TABLE INDEX 0:)$/,
    sql: /pragma_foreign_key_list/,
    why: 'the tables of the schema, once at each start',
  },
  {
    step: /^SCAN (poll|calendar_event)\b/,
    sql: /^select "message_id" from "(poll|calendar_event)" limit \?$/,
    why: 'as many polls or events as are remembered',
  },
  {
    step: /^SCAN sticker_pack$/,
    sql: /order by "sticker_pack"\."id" desc limit \? offset \?$/,
    why: 'the list of everybody’s packs walks back from the newest as far as its page',
  },
  {
    step: /^USE TEMP B-TREE FOR ORDER BY$/,
    sql: /FROM sticker_pack WHERE person_id = \?\s+UNION ALL/,
    why: 'as many packs as a person may make and add',
  },
  {
    step: /^USE TEMP B-TREE FOR (GROUP|ORDER) BY$/,
    sql: /from "event" left join "person" .* group by/,
    why: 'what only a former host has, while its administrators look at it',
  },
  {
    step: /^USE TEMP B-TREE FOR ORDER BY$/,
    sql: /inner join "calendar_event" on .* order by "calendar_event"\."starts_at"/,
    why: 'as many events as take place within two months in the dialogs of a person',
  },
  { step: /^SCAN removed_post$/, sql: /limit \?$/, why: 'the first one' },
  { step: /^SCAN closed_dialog$/, sql: /limit \?$/, why: 'the first one' },
  { step: /^SCAN event$/, sql: /^select "seq" from "event" order by "seq" limit \?$/, why: 'the first one' },

  {
    step: /^SCAN (person|report|act|mail)$/,
    sql: /order by "id" desc limit \? offset \?$/,
    why: 'the lists of administrators walk back from the newest as far as their page',
  },
  {
    step: /^SCAN newest$/,
    sql: /^delete from "mail" where "id" <= \(select [^]* limit \? offset \?\)/,
    why: 'the newest letters, as many as are kept',
  },
  {
    step: /^SCAN registration USING COVERING INDEX registration_expiry$/,
    sql: /^select "expires_at" from "registration" order by "expires_at" limit \? offset \?$/,
    why: 'those who wait for their codes, as many as may',
  },
  {
    step: /^SCAN person USING INDEX person_(popular|name)$/,
    sql: /INDEXED BY person_(popular|name) [^]* LIMIT \? OFFSET \?/,
    why: 'the list of everybody walks its own order as far as its page',
  },
  {
    step: /^SCAN dialog USING COVERING INDEX dialog_(popular|name)$/,
    sql: /^\s*SELECT id FROM dialog WHERE [^]* LIMIT \? OFFSET \?/,
    why: 'the list of public dialogs walks its own order as far as its page, and an index holds all that is asked',
  },
  {
    step: /^SCAN (person|event)$/,
    sql: /^UPDATE (person|event) SET [^]*>= \?$/,
    why: 'times that a clock which was ahead has left, once after it was set right',
  },
  {
    step: /^(SCAN written|USE TEMP B-TREE FOR GROUP BY)$/,
    sql: /^UPDATE (person|post) SET (posts|comments) = [^]* AS written/,
    why: 'what one person wrote, when they are banned or no longer',
  },
  {
    step: /^(SCAN (followed|heads|oldest|own|\(subquery-\d+\))|USE TEMP B-TREE FOR ORDER BY)$/,
    sql: /^\s*WITH heads AS MATERIALIZED/,
    why: 'the people one person subscribed to, then at most a page of them and of the posts of each',
  },
  {
    step: /^USE TEMP B-TREE FOR (LAST TERM OF )?ORDER BY$/,
    sql: /where role <> 'member' .* order by "role" desc, "id"$/,
    why: 'the administrators',
  },
  { step: /^SCAN shared$/, sql: /json_group_array\(dialog_id\) FROM/, why: 'five dialogs at most' },
  {
    step: /^SCAN matches$/,
    sql: /ORDER BY (person|dialog|track)_search\.rowid DESC LIMIT \?\s*\) AS matches/,
    why: 'the newest candidates of a search',
  },

  {
    step: /^USE TEMP B-TREE FOR ORDER BY$/,
    sql: /ORDER BY (person|dialog|track)_search\.rowid DESC LIMIT \?\s*\) AS matches\s*ORDER BY/,
    why: 'the newest candidates of a search',
  },
  { step: /^USE TEMP B-TREE FOR ORDER BY$/, sql: /FROM json_each\(\?\) AS present/, why: 'who is here now' },
  {
    step: /^USE TEMP B-TREE FOR ORDER BY$/,
    sql: /from "reaction" [^]* group by "message_id", "emoji"/,
    why: 'twenty emoji at most on each message of a page',
  },
  {
    step: /^USE TEMP B-TREE FOR ORDER BY$/,
    sql: /order by ("member"\."archived", "member"\."pinned_at" desc, )?max\(dialog\.last_message_id, dialog\.id\) desc( limit \?)?$/,
    why: 'the dialogs of one person, which are listed whole or sorted for their beginning',
  },
  {
    step: /^USE TEMP B-TREE FOR ORDER BY$/,
    sql: /from "gift" where "person_id" = \? group by "item"/,
    why: 'the things of the shop',
  },
  {
    step: /^(SCAN promo USING INDEX promo_age|USE TEMP B-TREE FOR LAST TERM OF ORDER BY)$/,
    sql: /from "promo" order by "created_at" desc, "code" limit \?/,
    why: 'there can be only so many promo codes',
  },
  {
    step: /^USE TEMP B-TREE FOR LAST TERM OF ORDER BY$/,
    sql: /from "link" [^]* order by "message_id" desc, "position"/,
    why: 'ten links at most of one message',
  },
];
