/**
 * The functions of SQLite that queries use, for PostgreSQL, so that the queries are the same. The first group are SQL
 * functions that the planner puts into the query itself.
 */
export const FUNCTIONS = `
  CREATE OR REPLACE FUNCTION max(a bigint, b bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$ SELECT CASE WHEN a < b THEN b ELSE a END $$;
  CREATE OR REPLACE FUNCTION min(a bigint, b bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$ SELECT CASE WHEN b < a THEN b ELSE a END $$;
  CREATE OR REPLACE FUNCTION iif(condition boolean, a bigint, b bigint) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT CASE WHEN condition THEN a ELSE b END $$;
  CREATE OR REPLACE FUNCTION instr(text text, part text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$ SELECT strpos(text, part)::bigint $$;
  CREATE OR REPLACE FUNCTION unhex(digits text) RETURNS bytea LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$ SELECT decode(digits, 'hex') $$;

  /* value: the numbers of a JSON array; atom: its strings and numbers as text. */
  CREATE OR REPLACE FUNCTION json_each(list text) RETURNS TABLE (key bigint, value bigint, atom text)
    LANGUAGE sql IMMUTABLE PARALLEL SAFE ROWS 10 AS $$
      SELECT place - 1,
        CASE WHEN json_typeof(element) = 'number' THEN (element #>> '{}')::bigint END,
        element #>> '{}'
      FROM json_array_elements(list::json) WITH ORDINALITY AS elements (element, place)
    $$;

  CREATE OR REPLACE FUNCTION json_member(object text, name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$ SELECT object::json ->> name $$;
  DO $$ BEGIN
    CREATE OPERATOR ->> (LEFTARG = text, RIGHTARG = text, FUNCTION = json_member);
  EXCEPTION WHEN duplicate_function THEN NULL; END $$;

  CREATE OR REPLACE FUNCTION json_list(numbers bigint[]) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$ SELECT array_to_json(numbers)::text $$;
  DO $$ BEGIN
    CREATE AGGREGATE json_group_array (bigint)
      (SFUNC = array_append, STYPE = bigint[], INITCOND = '{}', FINALFUNC = json_list);
  EXCEPTION WHEN duplicate_function THEN NULL; END $$;
  DO $$ BEGIN
    CREATE AGGREGATE max (boolean) (SFUNC = boolor_statefunc, STYPE = boolean, PARALLEL = SAFE);
  EXCEPTION WHEN duplicate_function THEN NULL; END $$;
`;
