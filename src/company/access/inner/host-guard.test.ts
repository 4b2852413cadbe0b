import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { API_KEY, startTestServer, type TestServer } from '../server.testing.ts'

const headers = { authorization: `Bearer ${API_KEY}` }

describe('a service on loopback', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer('sqlite', {
      host: '127.0.0.2',
      publicUrl: 'https://Bills.example.org:8443',
    })
  })
  afterAll(() => server.close())

  test.each([
    ['localhost:3000', 200],
    ['LOCALHOST', 200],
    ['127.0.0.1:3000', 200],
    ['[::1]:3000', 200],
    ['127.0.0.2', 200],
    ['bills.example.org', 200],
    ['bills.example.org.:8443', 200],
    ['evil.example', 421],
    ['localhost.evil.example', 421],
    ['127.0.0.1.evil.example:3000', 421],
  ])('asked for as %j answers %i', async (host, status) => {
    const response = await server.send({ url: '/api/v1/read', headers: { ...headers, host } })
    expect(response.statusCode).toBe(status)
    if (status === 421) expect(response.json().code).toBe('misdirected_request')
  })

  test('answers 421 for pages and unknown addresses too', async () => {
    const response = await server.send({ url: '/nowhere', headers: { host: 'evil.example' } })
    expect(response.statusCode).toBe(421)
  })
})

test('a service that others reach answers by any name', async () => {
  const server = await startTestServer('sqlite', { host: '0.0.0.0' })
  const response = await server.send({
    url: '/api/v1/read',
    headers: { ...headers, host: 'any.example' },
  })
  expect(response.statusCode).toBe(200)
  await server.close()
})
