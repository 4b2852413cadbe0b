/** Answers every GET with the same bytes: what a page of the service is compared with. */
import { readFileSync } from 'node:fs'
import fastify from 'fastify'

const { BENCH_BYTES = '', PORT = '0' } = process.env
const bytes = readFileSync(BENCH_BYTES, 'utf8')
const app = fastify()
app.get('/readyz', async () => ({ status: 'ok' }))
app.get('/bytes', async (_request, reply) => reply.type('application/json').send(bytes))
await app.listen({ port: Number(PORT), host: '127.0.0.1' })
