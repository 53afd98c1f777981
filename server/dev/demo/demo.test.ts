import { accountsApi } from '@waybill/domain/accounts/api'
import { spendable } from '@waybill/domain/accounts/affordability'
import { systemActor } from '@waybill/domain/kit/actor'
import fs from 'node:fs'
import { describe, expect, it } from 'vitest'
import { callHandler } from '../call-handler.ts'
import { asSystem } from '../../src/main/install.ts'
import { brokenInvariants } from '../test-kit/database/invariants.ts'
import { openTestRuntime, type TestRuntime } from '../test-kit/runtime.ts'
import { booking } from '../test-kit/provider.ts'
import { demoFile } from '../../src/main/demo-file.ts'
import { openDemo } from './index.ts'

interface DemoFile {
  provider_id: number
  account_id: number
  users: { role: string; email: string; password: string }[]
  api_keys: { account: string; admin: string }
}

const readDemo = ({ runtime }: TestRuntime) =>
  JSON.parse(fs.readFileSync(demoFile(runtime.data_dir), 'utf8')) as DemoFile

/** Sends an HTTP request like a script does. */
async function post(own: TestRuntime, path: string, token: string, body: object) {
  const reply = await own.http.app.inject({
    method: 'POST',
    url: path,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    payload: JSON.stringify(body),
  })
  return { status: reply.statusCode, body: reply.json<Record<string, never>>() }
}

/**
 * Requests a quote and books, for `accountId` or the caller’s account. Returns the status of the quote, whether its
 * rates are not empty, and the status of the booking.
 */
async function quoteAndBook(own: TestRuntime, token: string, accountId: number | undefined) {
  const sent = { ...booking(), account_id: accountId }
  const quoted = await post(own, '/rates', token, sent)
  const booked = await post(own, '/shipments', token, sent)
  return [quoted.status, (quoted.body.rates as unknown[] | undefined)?.length !== 0, booked.status]
}

/** Roles that may book. Finance, hub, sales, proof-of-delivery, auditor and driver roles may not. */
const booking_roles = [
  'administrator',
  'operations-manager',
  'controller',
  'customer-service',
  'kiosk-operator',
  'system-administrator',
  'account-owner',
  'account-user',
  'account-user-no-billing',
]

describe('demo company', () => {
  it(
    'lets its API keys and all booking roles book before and after the history is filled, and breaks no invariant',
    { timeout: 300_000 },
    async () => {
      const own = await openTestRuntime()
      const filling = await openDemo(own.runtime, () => undefined, { shipments: 500 })
      const { provider_id, account_id, users, api_keys } = readDemo(own)
      const everybodyBooks = async () => {
        expect(await quoteAndBook(own, api_keys.account, undefined)).toEqual([200, true, 200])
        expect(await quoteAndBook(own, api_keys.admin, account_id)).toEqual([200, true, 200])
        const rejected: string[] = []
        for (const { role, email, password } of users) {
          const signedIn = await post(own, '/login', '', { email, password, provider_id })
          const ofAccount = role.startsWith('account') ? undefined : account_id
          const answers = await quoteAndBook(own, signedIn.body.access_token ?? '', ofAccount)
          if (answers.join() !== '200,true,200') rejected.push(`${role} ${answers.join()}`)
        }
        expect(
          rejected.map((one) => one.split(' ')[0]).filter((role) => booking_roles.includes(role ?? '')),
        ).toEqual([])
      }
      await everybodyBooks()
      await filling?.done
      await everybodyBooks()
      const { accounts } = await callHandler(own.runtime, systemActor(provider_id), accountsApi.list, {
        limit: 100,
      })
      for (const account of accounts.filter((one) => one.account_type !== 'guest'))
        expect([account.name, spendable(account) > 500_000]).toEqual([account.name, true])
      const { rows } = await own.runtime.pool.query<{ shipments: number }>(
        "SELECT count(*)::int AS shipments FROM shipment WHERE status = 'cancelled'",
      )
      expect(rows[0]?.shipments).toBeGreaterThan(0)
      await own.outbox.drain()
      const broken = await asSystem(own.runtime, provider_id, brokenInvariants)
      expect(Object.entries(broken).map(([name, found]) => [name, found.length, found.slice(0, 2)])).toEqual(
        [],
      )
      const { rows: stored } = await own.runtime.pool.query<{ rows_broken: number }>(
        'SELECT rows_broken::int FROM invariant_result',
      )
      expect(new Set(stored.map(({ rows_broken }) => rows_broken))).toEqual(new Set([0]))
      await own.close()
    },
  )
})
