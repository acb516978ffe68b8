import type { FastifyInstance } from 'fastify';
import { createHash } from 'node:crypto';
import { policyOf } from '../security-headers';

/**
 * The API reference at /docs, rendered from /openapi.json by Scalar. Its script has four megabytes and is loaded on
 * first use. Everything is served by this host, without Scalar's fonts, proxy or telemetry.
 */
export function serveReference(app: FastifyInstance): void {
  let loading: Promise<Reference> | undefined;
  const load = () => (loading ??= loadReference());

  app.get('/docs', async (_request, reply) => {
    const { page, policy } = await load();
    return reply
      .headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(page);
  });
  app.get(PROGRAM, async (_request, reply) => {
    const { program } = await load();
    return reply
      .header('cache-control', 'public, max-age=86400')
      .type('text/javascript; charset=utf-8')
      .send(program);
  });
}

interface Reference {
  page: string;
  program: Buffer;
  /** Content security policy that allows the page's inline script by hash. */
  policy: string;
}

const PROGRAM = '/docs/scalar.js';

/** Scalar's plugin registers routes of its own: it runs in a separate server that never listens and is queried once. */
async function loadReference(): Promise<Reference> {
  const [{ default: Fastify }, { default: scalar }] = await Promise.all([
    import('fastify'),
    import('@scalar/fastify-api-reference'),
  ]);
  const inner = Fastify();
  await inner.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      cdn: PROGRAM,
      pageTitle: 'Courtyard: interface',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
  const [page, program] = await Promise.all([inner.inject('/docs/'), inner.inject('/docs/js/scalar.js')]);
  await inner.close();
  return {
    page: page.body,
    program: program.rawPayload,
    policy: policyOf({ 'script-src': scriptSources(page.body) }),
  };
}

function scriptSources(page: string): string {
  const inline = [...page.matchAll(/<script[^>]*>([^]*?)<\/script>/g)]
    .map(([, script = '']) => script)
    .filter(Boolean);
  const hashes = inline.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  return ["'self'", ...hashes].join(' ');
}
