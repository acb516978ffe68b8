import type { Output, Parsed } from '../../../shared/contract';
import { requireLetter, requireMailReader, type StoredLetter } from '../access/administration';
import { codeIn, maskCode } from '../mail/emails';
import { updateCodeSeen } from '../account/queries';
import { writeAuditEntry } from '../audit';
import { hashCode } from '../codes';
import type { Context, ReadContext } from '../context';
import { listMail } from '../mail/queries';
import { notifySecurity } from '../notifications/notifications';

/** Returns the community's local mailbox, newest first, with account codes masked; empty if SMTP is configured. */
export async function listLetters(
  ctx: ReadContext,
  input: Parsed<'admin.mail'>,
): Promise<Output<'admin.mail'>> {
  const reader = requireMailReader(ctx);
  if (ctx.settings.smtp !== null) return [];
  const { page, limit } = input;
  const rows = await listMail(ctx.db, reader, page * limit, limit);
  return rows.map((row) => {
    const isMasked = row.person_id !== 0 && codeIn(row.body) !== undefined;
    return { ...record(row), Text: isMasked ? maskCode(row.body) : row.body, Masked: isMasked };
  });
}

/** Returns the full text of an email. Writes an audit log entry, and notifies the person whose code is in it. */
export async function openLetter(
  ctx: Context,
  { mail_id }: Parsed<'admin.openLetter'>,
): Promise<Output<'admin.openLetter'>> {
  const letter = await requireLetter(ctx, mail_id);
  const { id: by } = requireMailReader(ctx);
  const { person_id: person, recipient } = letter;
  await writeAuditEntry(ctx, { action: 'read_letter', person, reason: recipient });
  const code = codeIn(letter.body);
  if (person !== 0 && code !== undefined) {
    await updateCodeSeen(ctx.db, hashCode(code), by);
    await notifySecurity(ctx, { person, user: by, type: 'code_read' });
  }
  return { ...record(letter), Text: letter.body, Masked: false };
}

function record(letter: StoredLetter) {
  return {
    ID: letter.id,
    To: letter.recipient,
    Subject: letter.subject,
    Timestamp: letter.created_at,
  };
}
