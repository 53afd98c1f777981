import { role_ids } from '@waybill/domain/kit/actor'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '@waybill/domain/kit/endpoint'
import { newProvider, type Caller, type Reply, type TestProvider } from '../../dev/test-kit/provider.ts'

/** What every object has without anybody having put it there. */
const hostile = ['constructor', '__proto__', 'toString', 'hasOwnProperty']

let p: TestProvider
let callers: Caller[]
let endpoints: Endpoint[]
beforeAll(async () => {
  p = await newProvider()
  callers = [await p.user(role_ids.system_administrator), await p.staff(), p.guest()]
  endpoints = p.runtime.runtime.routes
    .map(({ endpoint }) => endpoint)
    .filter(({ takes }) => takes !== 'bytes')
})

/** The fields an endpoint takes, with those that every call may name. */
const fieldsOf = ({ input }: Endpoint): string[] => [
  ...new Set([
    ...(input instanceof z.ZodObject ? Object.keys(input.shape) : []),
    'provider_id',
    'account_id',
    'request_username',
  ]),
]

/** Somebody's call who may make it, so that what it says is read. */
async function ask({ method, path }: Endpoint, query: string, body?: unknown): Promise<Reply> {
  let reply: Reply | undefined
  for (const caller of callers) {
    reply = await caller.http(method, path + query, body)
    if (![401, 403].includes(reply.status)) return reply
  }
  return reply as Reply
}

describe('names that every object has', () => {
  it('are no field to sort by: every list says so', async () => {
    const lists = endpoints.filter((one) => one.method === 'GET' && fieldsOf(one).includes('order_by'))
    expect(lists.length).toBeGreaterThan(15)
    const answers: string[] = []
    for (const list of lists)
      for (const name of hostile) {
        const { status, body } = await ask(list, `?order_by=${name}`)
        const { errors = [] } = body as { errors?: { field: string; message: string }[] }
        const said = errors.find(({ field }) => field === 'order_by')?.message
        if (status !== 400 || !said?.startsWith('is no field that a list can be sorted by'))
          answers.push(`${list.path} ${name}: ${status} ${said}`)
      }
    expect(answers).toEqual([])
  })

  it('are answered without a fault wherever a query names something', { timeout: 240_000 }, async () => {
    const faults: string[] = []
    for (const endpoint of endpoints.filter(({ method }) => method === 'GET'))
      for (const field of fieldsOf(endpoint))
        for (const name of hostile) {
          const reply = await ask(endpoint, `?${field}=${name}`)
          if (reply.status >= 500) faults.push(`${endpoint.path}?${field}=${name}: ${reply.status}`)
        }
    expect(faults).toEqual([])
  })

  it(
    'are answered without a fault wherever a body holds them, as a value and as a name',
    { timeout: 240_000 },
    async () => {
      const faults: string[] = []
      for (const endpoint of endpoints.filter(({ method }) => method === 'POST' || method === 'PATCH'))
        for (const field of fieldsOf(endpoint))
          for (const name of hostile)
            for (const value of [name, [name], `{"${name}":"${name}"}`]) {
              const text = typeof value === 'string' && value.startsWith('{') ? value : JSON.stringify(value)
              const reply = await ask(endpoint, '', `{"${field}":${text}}`)
              if (reply.status >= 500)
                faults.push(`${endpoint.method} ${endpoint.path} ${field}=${text}: ${reply.status}`)
            }
      expect(faults).toEqual([])
    },
  )
})
