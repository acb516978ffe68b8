import { z } from 'zod';
import { codePoints } from '../characters/code-points';
import { isEmoji, isEmojiName } from '../emoji';
import { uploadFileName } from '../file-names';
import { HIDDEN_CONTROLS, isNotBlank } from '../characters/invisible';
import { LIMITS } from '../limits';
import { isTag } from './tags';

/**
 * Building blocks of input schemas. Paths and queries contain text, JSON bodies contain numbers; each block accepts
 * both, so that one schema serves all transports.
 */

/** A positive safe integer, or its decimal text. */
export const identifier = () => numberFrom(z.int().min(1)).meta({ type: 'integer', minimum: 1 });

/** Like `identifier`, with 0 for "none". */
export const identifierOrNone = () => numberFrom(z.int().min(0)).meta({ type: 'integer', minimum: 0 });

/** The ID of a photo in a body. Public clients send some of them negative: -12 is photo 12. */
const photoId = () => withoutSign(identifier());

/** Like `photoId`, with 0 for "none". */
export const photoIdOrNone = () => withoutSign(identifierOrNone());

export const photoIds = (max: number) => z.array(photoId()).max(max);

/** An integer within bounds, or its decimal text. */
export const integerBetween = (min: number, max: number) =>
  numberFrom(z.int().min(min).max(max)).meta({ type: 'integer', minimum: min, maximum: max });

/** The loudness of the parts of a recording, each one digit of base 32: 0 to 9, a to v. */
export const waveform = (max: number) =>
  z
    .string()
    .regex(/^[0-9a-v]+$/, 'must be digits of base 32')
    .max(max, `must be at most ${max} digits`);

/**
 * The version that an edit is based on: values of the record, by the keys with which this call would set them. If one
 * is different now, nothing is changed.
 */
export const seenVersion = () =>
  z.record(z.string().max(40), z.unknown()).optional().meta({ description: SEEN_VERSION });

/** The page of a list, from 0. */
export const page = () => identifierOrNone().default(0);

/** The item before which a list continues, newest first; 0 begins at the newest. Both keys mean the same. */
export const before = () => ({ last_id: identifierOrNone().default(0), lastId: otherLastId() });

/** The second spelling of `last_id`. */
export const otherLastId = () => identifierOrNone().optional().meta({ description: 'The same as last_id.' });

/** The number of items per page, with a default. */
export const limit = (defaultSize: number) => integerBetween(1, LIMITS.pageMax).default(defaultSize);

/** The number of items to answer with; all without it. */
export const limitOrAll = () => integerBetween(1, LIMITS.pageMax).optional();

/** true/false, 1/0, or their text. */
export const flag = () => z.preprocess(flagFrom, z.boolean()).meta({ type: 'boolean' });

/** Text up to `max` code points, without U+0000 and lone surrogates. */
export const text = (max: number) =>
  z
    .string()
    .refine((value) => !value.includes('\0'), 'must not contain null characters')
    .refine((value) => value.isWellFormed(), 'must be valid Unicode')
    .refine((value) => codePoints(value) <= max, `must be at most ${max} characters`)
    .meta({ type: 'string', maxLength: max });

/** Text with at least one visible character. */
export const nonBlankText = (max: number) =>
  text(max).refine(isNotBlank, 'must not be empty').meta({ type: 'string', minLength: 1, maxLength: max });

/**
 * A displayed name: trimmed, not blank, without control characters, and without the bidirectional overrides
 * (U+202A-202E, U+2066-2069) that could disguise it as another name.
 */
export const name = (max: number) =>
  text(max)
    .refine((value) => !HIDDEN_CONTROLS.test(value), 'must not contain control characters')
    .transform((value) => value.trim())
    .refine(isNotBlank, 'must not be empty')
    .meta({ type: 'string', minLength: 1, maxLength: max });

/** Like `name`, but may be empty. */
export const nameOrEmpty = (max: number) =>
  text(max)
    .refine((value) => !HIDDEN_CONTROLS.test(value), 'must not contain control characters')
    .transform((value) => value.trim())
    .meta({ type: 'string', maxLength: max });

/** Like `nameOrEmpty`, with line breaks. */
export const linesOrEmpty = (max: number) =>
  text(max)
    .transform((value) => value.replace(/\r\n?/g, '\n'))
    .refine(
      (value) => !HIDDEN_CONTROLS.test(value.replaceAll('\n', '')),
      'must not contain control characters',
    )
    .transform((value) => value.trim())
    .meta({ type: 'string', maxLength: max });

/** An email address, lower-cased. */
export const email = () =>
  text(LIMITS.email)
    .transform((value) => value.trim().toLowerCase())
    .pipe(z.email('must be an e-mail address'))
    .meta({ type: 'string', format: 'email' });

/** A new password: 8 to 256 characters (OWASP ASVS 5.0, 6.2.1 and 6.2.9). */
export const newPassword = () =>
  text(LIMITS.passwordMax)
    .refine(
      (value) => codePoints(value) >= LIMITS.passwordMin,
      `must be at least ${LIMITS.passwordMin} characters`,
    )
    .meta({ type: 'string', minLength: LIMITS.passwordMin, maxLength: LIMITS.passwordMax });

/** An existing password, which is only verified. */
export const password = () => text(LIMITS.passwordMax);

/** A code as people type it: spaces, dashes and case are ignored. */
export const code = () =>
  text(100)
    .transform((value) => value.replace(/[\s-]/g, '').toUpperCase())
    .meta({ type: 'string' });

/** A code that may be omitted or empty. */
export const optionalCode = () =>
  z
    .preprocess((value) => (value === '' ? undefined : value), code().optional())
    .meta({ type: 'string' })
    .optional();

/** A code chosen by a person: at least 4 letters or digits. */
export const customCode = (max: number) =>
  code()
    .refine((value) => /^[\p{L}\p{N}]*$/u.test(value), 'must contain only letters and digits')
    .refine((value) => value.length >= 4 && value.length <= max, `must be 4 to ${max} letters or digits`)
    .meta({ type: 'string', minLength: 4, maxLength: max });

/** A reference to a person: a tag, an ID, `u` followed by an ID, or `@me`. */
export const personReference = () =>
  z
    .union([z.int().min(1), z.string().min(1).max(64)])
    .transform(String)
    .refine(isPersonReference, 'must be a tag, an ID or @me')
    .meta({ type: 'string' });

/** A person's ID, or `@me`. */
export const personId = () =>
  z
    .union([z.int().min(1), z.string().regex(/^(@me|\d{1,16})$/, 'must be an ID or @me')])
    .transform(String)
    .refine((value) => value === '@me' || isPositiveSafe(Number(value)), 'must be an ID or @me')
    .meta({ type: 'string' });

/** A tag: 3 to 32 of a-z, 0-9, dot and underscore, starting with a letter; not `u` followed by digits, nor `me`. */
export const tag = () =>
  text(LIMITS.tagMax)
    .transform((value) => value.trim().replace(/^@/, '').toLowerCase())
    .refine(isTag, 'must be 3 to 32 letters, digits, dots or underscores')
    .meta({ type: 'string' });

/** The words of a search. */
export const mask = () => nonBlankText(LIMITS.mask);

/** The ID of a finished resumable upload, as the last part of its `Location`. */
export const uploadId = () =>
  z.string('is required').regex(UPLOAD_ID, 'must be the name of an upload').meta({ type: 'string' });

/**
 * A file name of 1 to 255 bytes of UTF-8; of a path only the last segment. '' if nothing valid is left: the file is
 * then named by its ID.
 */
export const fileName = () =>
  text(LIMITS.filePath)
    .min(1, 'must not be empty')
    .transform(uploadFileName)
    .refine((value) => utf8Length(value) <= LIMITS.fileName, `must be at most ${LIMITS.fileName} bytes`)
    .meta({ type: 'string', minLength: 1, maxLength: LIMITS.fileName });

/** A folder of files, "" or like "Flat/Bills"; spaces and slashes around segments are ignored. */
export const folder = () =>
  text(LIMITS.folder)
    .transform((value) =>
      value
        .split('/')
        .map((segment) => segment.trim())
        .filter(Boolean)
        .join('/'),
    )
    .refine((value) => !HIDDEN_CONTROLS.test(value), 'must not contain control characters')
    .meta({ type: 'string', maxLength: LIMITS.folder });

/** Several identifiers in a URL, separated by commas. */
export const identifierList = (max: number) =>
  z
    .preprocess(
      (value) => (typeof value === 'string' ? value.split(',') : value),
      z.array(identifier()).min(1).max(max),
    )
    .meta({ type: 'string', description: 'Identifiers, separated by commas.' });

/** Some of a set of names; in a URL separated by commas. */
export const listOfNames = <const T extends readonly [string, ...string[]]>(names: T) =>
  z
    .preprocess(
      (value) => (typeof value === 'string' ? value.split(',') : value),
      z.array(z.enum(names)).min(1),
    )
    .meta({ type: 'string', description: `Of ${names.join(', ')}, separated by commas.` });

export const identifiers = (max: number) => z.array(identifier()).max(max);

/** Identifiers without duplicates. */
export const uniqueIdentifiers = (max: number) =>
  identifiers(max)
    .check(({ value, issues }) => {
      const seen = new Set<number>();
      const repeated = value.findIndex((id) => {
        const isRepeated = seen.has(id);
        seen.add(id);
        return isRepeated;
      });
      if (repeated === -1) return;
      issues.push({ code: 'custom', message: 'is a duplicate', path: [repeated], input: value });
    })
    .meta({ uniqueItems: true });

/** One emoji as Unicode recommends for interchange, or its name between colons, like `:thumbsup:`. */
export const emoji = () =>
  z
    .string()
    .max(LIMITS.emojiName)
    .refine((value) => isEmoji(value) || isEmojiName(value), 'must be a single emoji')
    .meta({ type: 'string' });

/** One to `max` different emoji of a sticker, separated by spaces. */
export const stickerEmoji = (max: number) =>
  z
    .string()
    .max(LIMITS.emojiName * max)
    .transform((value) => [...new Set(value.split(/\s+/).filter(Boolean))])
    .refine((all) => all.length >= 1 && all.length <= max, `must be 1 to ${max} emoji`)
    .refine((all) => all.every(isEmoji), 'must be emoji, separated by spaces')
    .meta({ type: 'string' });

/** The length of a text in bytes of UTF-8. */
function utf8Length(value: string): number {
  return new TextEncoder().encode(value).length;
}

const UPLOAD_ID = /^[A-Za-z0-9_-]{16,64}$/;
/** Also reads the tags that nobody can choose. */
const TAG_LIKE = /^[a-z][a-z0-9_.]{2,31}$/;

function numberFrom<T extends z.ZodType<number>>(schema: T) {
  return z.preprocess(
    (value) => (typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value),
    schema,
  );
}

/** Makes a number, or its decimal text, positive before it is validated. */
function withoutSign<T extends z.ZodType<number>>(schema: T) {
  const positive = z.unknown().transform((value) => {
    if (typeof value === 'number') return Math.abs(value);
    return typeof value === 'string' ? value.replace(/^-(?=\d)/, '') : value;
  });
  // Unlike z.preprocess, a pipe does not add the bounds of `schema` to the published schema of the input.
  return positive.pipe(schema).meta({
    type: 'integer',
    description: 'The ID of a photo; a negative one means the same photo.',
  });
}

function flagFrom(value: unknown): unknown {
  if (value === 1 || value === '1' || value === 'true') return true;
  if (value === 0 || value === '0' || value === 'false') return false;
  return value;
}

function isPositiveSafe(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}

function isPersonReference(value: string): boolean {
  if (value === '@me') return true;
  const digits = /^u?(\d+)$/i.exec(value)?.[1];
  if (digits !== undefined) return isPositiveSafe(Number(digits));
  return TAG_LIKE.test(value.replace(/^@/, '').toLowerCase());
}

const SEEN_VERSION =
  'The values on which this edit is based, by the keys of this call. If one was changed meanwhile, the answer is version_conflict.';
