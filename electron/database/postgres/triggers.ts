/** The triggers of the migrations in PostgreSQL's syntax, by name. */
export const triggers: Readonly<Record<string, string>> = {
  content_stored: trigger(
    'content_stored',
    'AFTER INSERT ON content',
    `INSERT INTO storage VALUES (NEW.person_id, '', 1, NEW.size), (0, NEW.kind, 1, NEW.size)
       ON CONFLICT (person_id, kind) DO UPDATE SET
         items = storage.items + 1, bytes = storage.bytes + excluded.bytes;`,
  ),
  content_removed: trigger(
    'content_removed',
    'AFTER DELETE ON content',
    `UPDATE storage SET items = items - 1, bytes = bytes - OLD.size WHERE person_id = OLD.person_id AND kind = '';
     UPDATE storage SET items = items - 1, bytes = bytes - OLD.size WHERE person_id = 0 AND kind = OLD.kind;`,
  ),
  command_stored: trigger(
    'command_stored',
    'AFTER INSERT ON command',
    `INSERT INTO command_use VALUES (NEW.person_id, NEW.created_at / 86400, 1, length(NEW.result))
       ON CONFLICT (person_id, day) DO UPDATE SET
         items = command_use.items + 1, bytes = command_use.bytes + excluded.bytes;`,
  ),
  command_removed: trigger(
    'command_removed',
    'AFTER DELETE ON command',
    `UPDATE command_use SET items = items - 1, bytes = bytes - length(OLD.result)
       WHERE person_id = OLD.person_id AND day = OLD.created_at / 86400;
     DELETE FROM command_use
       WHERE person_id = OLD.person_id AND day = OLD.created_at / 86400 AND items = 0;`,
  ),
  message_attached: trigger(
    'message_attached',
    'AFTER INSERT ON attachment',
    `UPDATE message SET is_plain = 0 WHERE dialog_id = NEW.dialog_id AND id = NEW.message_id AND is_plain = 1;`,
  ),
  message_reacted: trigger(
    'message_reacted',
    'AFTER INSERT ON reaction',
    `UPDATE message SET is_plain = 0
       WHERE dialog_id = (SELECT dialog_id FROM message_place WHERE id = NEW.message_id) AND id = NEW.message_id
         AND is_plain = 1;`,
  ),
};

function trigger(name: string, event: string, body: string): string {
  return `
    CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} RETURN NULL; END $$;
    CREATE TRIGGER ${name} ${event} FOR EACH ROW EXECUTE FUNCTION ${name}();`;
}
