import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { billingApi } from '@waybill/domain/billing/api'
import { paymentsApi } from '@waybill/domain/payments/api'
import { autoTopUpApi } from '@waybill/domain/payments/auto-top-up-api'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { pgProgram, startThrowAwayCluster, type Cluster } from '../../scripts/postgres.ts'
import { brokenInvariants } from '../../server/dev/test-kit/database/invariants.ts'
import { startFakeGateways } from '../../server/dev/test-kit/fakes/gateways.ts'
import { jobOf } from '../../server/dev/test-kit/job.ts'
import { newProvider, type Caller, type TestProvider } from '../../server/dev/test-kit/provider.ts'
import { chargeCards } from '../../server/src/payments/auto-top-up/charge-cards.ts'
import { pollGateways } from '../../server/src/payments/poll-gateways.ts'
import { pollRefunds } from '../../server/src/payments/refunds/ask-refunds.ts'

const gateways = startFakeGateways()

describe.runIf(pgProgram('initdb'))(
  'a process killed after the gateway acted and before it stored that',
  () => {
    let cluster: Cluster
    let p: TestProvider
    let staff: Caller
    let customer: Caller
    let accountId: number

    beforeAll(async () => {
      const started = startThrowAwayCluster(['max_connections=120'])
      if (!started) throw new Error('PostgreSQL could not be started.')
      cluster = started
      process.env.TEST_DATABASE_URL = cluster.url
      p = await newProvider({ auto_topup_enabled: true })
      await gateways.take(p)
      accountId = (await p.given.account({ account_type: 'prepaid', credit_limit: 0 })).id
      customer = await p.owner(accountId)
      staff = await p.staff()
    })
    afterEach(() => {
      gateways.failWith(null)
      p.runtime.setNow(null)
    })
    afterAll(() => cluster.stop())

    const balance = async () => (await staff.send(billingApi.balance, { account_id: accountId })).balance
    const later = (minutes: number) => p.runtime.setNow(new Date(Date.now() + minutes * 60_000))

    /** Runs a job in a process and kills that when the gateway has done what it asked and has not answered. */
    async function killDuring(job: 'charge-cards' | 'outbox'): Promise<void> {
      gateways.failWith('silence')
      const { connectionString } = p.runtime.runtime.pool.options as { connectionString?: string }
      const before = gateways.unanswered()
      const program = path.join(import.meta.dirname, 'payment-job.ts')
      const child = spawn(process.execPath, [program, job, String(p.provider_id)], {
        stdio: 'inherit',
        env: { ...process.env, DATABASE_URL: connectionString, GATEWAYS_URL: gateways.url() },
      })
      const ended = once(child, 'close')
      await expect.poll(() => gateways.unanswered() - before, { timeout: 60_000 }).toBe(1)
      child.kill('SIGKILL')
      await ended
      gateways.failWith(null)
    }

    /** Completes what the killed process left in the outbox, as another process does once its lease has expired. */
    async function finishOutbox(): Promise<void> {
      await p.runtime.runtime.pool.query(
        'UPDATE outbox SET leased_until = NULL, lease_token = NULL, next_attempt_at = now()',
      )
      await p.settle()
    }

    async function atPayfast(pairs: object): Promise<string> {
      return gateways.sendForm(
        await customer.send(paymentsApi.payfastSignature, { key_value_pairs: [], ...pairs }),
      )
    }
    const topUp = () => atPayfast({ key_value_pairs: [{ name: 'amount', value: '200.00' }] })

    it('[PAY-054] posts the payment of a notification once', async () => {
      await gateways.notify(await topUp(), 'success')
      await killDuring('outbox')
      expect(await balance()).toBe(0)
      await finishOutbox()
      later(20)
      await pollGateways(await jobOf(p))
      expect(await balance()).toBe(200_00)
      expect(await p.inTransaction(brokenInvariants)).toEqual({})
    })

    it('returns a refund once', async () => {
      const before = await balance()
      await gateways.act(await topUp(), 'success')
      const [payment] = (await staff.send(paymentsApi.list, {})).payments
      await staff.send(paymentsApi.refund, { id: payment?.id ?? 0, amount: 50_00, reason: 'Booked twice' })
      await killDuring('outbox')
      await finishOutbox()
      later(20)
      await pollRefunds(await jobOf(p))
      expect(gateways.payments()[0]?.refunds.map(({ amount }) => amount)).toEqual([50_00])
      expect((await staff.send(paymentsApi.list, {})).payments[0]).toMatchObject({
        refund_state: 'confirmed',
        refunded: 50_00,
      })
      expect(await balance()).toBe(before + 150_00)
      expect(await p.inTransaction(brokenInvariants)).toEqual({})
    })

    it('charges a card for an automatic top-up once, and posts it', async () => {
      const before = await balance()
      await gateways.act(await atPayfast({ is_saved_card_setup: true }), 'success')
      const { cards } = await customer.send(autoTopUpApi.read, {})
      await customer.send(autoTopUpApi.save, {
        card_id: cards[0]?.id ?? 0,
        threshold: before + 1_00,
        amount: 300_00,
        monthly_limit: 900_00,
        is_accepted: true,
      })
      await p.settle()
      await killDuring('charge-cards')
      expect(await balance()).toBe(before)
      await chargeCards(await jobOf(p))
      later(20)
      await pollGateways(await jobOf(p))
      expect(gateways.payments().filter(({ amount }) => amount === 300_00)).toHaveLength(1)
      expect(await balance()).toBe(before + 300_00)
      await p.settle()
      expect(await p.inTransaction(brokenInvariants)).toEqual({})
    })
  },
)
