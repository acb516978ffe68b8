import { z } from 'zod';
import { invalid } from '../../../shared/errors';
import { LIFETIMES } from '../../../shared/limits';
import type { Output } from '../../../shared/contract';
import { parseJson } from '../../../shared/parse-json';
import { isWithinLifetime } from '../codes';
import type { ReadContext } from '../context';

/**
 * Creates a proof-of-work challenge, valid until the host restarts. Its expiry is in the signed `data.expires` (Unix
 * seconds) instead of `expiresAt`, which the library would compare with the system clock.
 */
export async function createCaptcha(ctx: ReadContext): Promise<Output<'account.captcha'>> {
  const [{ createChallenge }, { deriveKey }] = await loadLibrary();
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: ctx.settings.captchaCost,
    data: { expires: ctx.now() + LIFETIMES.captcha },
    deriveKey,
    hmacSignatureSecret: ctx.captchaSecret,
  });
  return { ...challenge, parameters: { ...challenge.parameters } };
}

/**
 * Verifies a solved challenge, base64 of JSON `{ challenge, solution }`, and returns its signature without consuming
 * it. Throws `validation_error` for `captcha`.
 */
export async function checkCaptcha(ctx: ReadContext, answer: string | undefined): Promise<string> {
  if (!answer) throw invalid('captcha', 'is required');
  const solved = SolvedCaptcha.safeParse(parseAnswer(answer));
  if (!solved.success) throw invalid('captcha', 'must be base64 of JSON { challenge, solution }');
  const { challenge, solution } = solved.data;
  const [{ verifySolution }, { deriveKey }] = await loadLibrary();
  const { verified } = await verifySolution({
    challenge,
    solution,
    deriveKey,
    hmacSignatureSecret: ctx.captchaSecret,
  });
  if (!verified) throw invalid('captcha', 'is not solved correctly; request a new one');
  if (!isWithinLifetime(challenge.parameters.data.expires, ctx.now(), LIFETIMES.captcha))
    throw invalid('captcha', 'has expired; request a new one');
  return challenge.signature;
}

/** Consumes a verified challenge. Throws `validation_error` for `captcha` if it was used before. */
export function consumeCaptcha(ctx: ReadContext, signature: string): void {
  if (!ctx.ephemeral.useCaptcha(signature)) throw invalid('captcha', 'was used; request a new one');
}

/** Loaded for the first challenge, not at each start. */
const loadLibrary = () => Promise.all([import('altcha-lib'), import('altcha-lib/algorithms/pbkdf2')]);

/** What `createChallenge` returns. Strict, so that only signed fields are read. */
const SolvedCaptcha = z.object({
  challenge: z.object({
    parameters: z.strictObject({
      algorithm: z.literal('PBKDF2/SHA-256'),
      nonce: z.string(),
      salt: z.string(),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      data: z.strictObject({ expires: z.number() }),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});

function parseAnswer(answer: string): unknown {
  return parseJson(Buffer.from(answer, 'base64').toString());
}
