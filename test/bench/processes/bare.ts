import Fastify from 'fastify';

/** The floor for start times: Fastify with one route and no database. */
const app = Fastify();
app.get('/health', () => ({ ok: true }));
const url = await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`ready at ${url}\n`);
process.on('SIGTERM', () => process.exit(0));
