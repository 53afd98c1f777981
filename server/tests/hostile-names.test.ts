import { role_ids } from '@waybill/domain/kit/actor'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '@waybill/domain/kit/calls/endpoint'
import { newProvider, type Caller, type Reply, type TestProvider } from '../dev/test-kit/provider.ts'
import { routes } from '../src/main/routes.ts'

/** Property names that every JavaScript object inherits. */
const hostile = ['constructor', '__proto__', 'toString', 'hasOwnProperty']

const endpoints: readonly Endpoint[] = routes
  .map(({ endpoint }) => endpoint)
  .filter(({ takes }) => takes !== 'bytes')

let p: TestProvider
let callers: Caller[]
beforeAll(async () => {
  p = await newProvider()
  callers = [await p.user(role_ids.system_administrator), await p.staff(), p.guest()]
})

/** Returns the input fields of an endpoint, plus those that every request may contain. */
const fieldsOf = ({ input }: Endpoint): string[] => [
  ...new Set([
    ...(input instanceof z.ZodObject ? Object.keys(input.shape) : []),
    'provider_id',
    'account_id',
    'request_username',
  ]),
]

/** Sends the request as the first caller who is allowed to make it, so that its input is decoded. */
async function request({ method, path }: Endpoint, query: string, body?: unknown): Promise<Reply> {
  let reply: Reply | undefined
  for (const caller of callers) {
    reply = await caller.http(method, path + query, body)
    if (![401, 403].includes(reply.status)) return reply
  }
  return reply as Reply
}

describe('inherited property names as input', () => {
  const lists = endpoints.filter((one) => one.method === 'GET' && fieldsOf(one).includes('order_by'))

  it('are tested with more than 15 sortable lists', () => expect(lists.length).toBeGreaterThan(15))

  it.each(lists)('are rejected with 400 as sort field of $path', async (list) => {
    for (const name of hostile) {
      const { status, body } = await request(list, `?order_by=${name}`)
      const { errors = [] } = body as { errors?: { field: string; message: string }[] }
      expect(status, name).toBe(400)
      expect(errors.find(({ field }) => field === 'order_by')?.message, name).toMatch(
        /^is not a field that a list can be sorted by/,
      )
    }
  })

  it.each(endpoints.filter(({ method }) => method === 'GET'))(
    'cause no server error in the query of $path',
    async (endpoint) => {
      for (const field of fieldsOf(endpoint))
        for (const name of hostile) {
          const query = `?${field}=${name}`
          expect((await request(endpoint, query)).status, query).toBeLessThan(500)
        }
    },
  )

  it.each(endpoints.filter(({ method }) => method === 'POST' || method === 'PATCH'))(
    'cause no server error in the body of $method $path, as a value and as a name',
    async (endpoint) => {
      for (const field of fieldsOf(endpoint))
        for (const name of hostile)
          for (const value of [`"${name}"`, `["${name}"]`, `{"${name}":"${name}"}`]) {
            const body = `{"${field}":${value}}`
            expect((await request(endpoint, '', body)).status, body).toBeLessThan(500)
          }
    },
  )
})
