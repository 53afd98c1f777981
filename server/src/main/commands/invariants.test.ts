import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { billingApi } from '@waybill/domain/billing/api'
import { reportApi } from '@waybill/domain/reports/report-api'
import { day_ms } from '@waybill/domain/kit/dates/durations'
import { toRand } from '@waybill/domain/kit/money'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bootProduct } from '../../../dev/test-kit/boot.ts'
import type { Running } from '../boot.ts'
import { installProvider } from '../install.ts'
import { schedules } from '../schedules.ts'
import { jobOf } from '../../../dev/test-kit/job.ts'
import { newProvider, type TestProvider } from '../../../dev/test-kit/provider.ts'
import { inPlatformTransaction } from '../../db/platform-transaction.ts'
import { enterStatus, lockShipment } from '../../shipments/index.ts'
import { checkInvariants, invariants, invariantSchedule } from '../../ops/invariants/index.ts'
import { brokenInvariants } from '../../../dev/test-kit/database/invariants.ts'

/** Changes data outside the application, with triggers and foreign keys disabled. */
async function damage(p: TestProvider, statement: string): Promise<void> {
  await p.runtime.runtime.pool.query(
    `SET session_replication_role = replica; ${statement}; RESET session_replication_role`,
  )
}
const brokenOf = async (p: TestProvider) =>
  Object.keys(await p.inTransaction(brokenInvariants)).map((name) => Number.parseInt(name, 10))

const ofProvider = (p: TestProvider) => `provider_id = ${p.provider_id}`

describe('data invariants', () => {
  it('are twenty-one, each with a name, meaning and remedy, and are checked once a day', () => {
    expect(invariants.map(({ number }) => number)).toEqual(Array.from({ length: 21 }, (_, at) => at + 1))
    for (const { name, means, remedy } of invariants)
      for (const text of [name, means, remedy]) expect(text).not.toBe('')
    expect(schedules.find(({ name }) => name === 'invariants')?.every_ms).toBe(86_400_000)
  })

  const of = ofProvider
  it.each([
    [
      1,
      (p: TestProvider) =>
        `UPDATE ledger_entry SET amount = amount + 1 WHERE ${of(p)} AND ledger_account = 'customer-balance'`,
    ],
    [2, (p: TestProvider) => `UPDATE account_balance SET balance = balance + 1 WHERE ${of(p)}`],
    [
      3,
      (p: TestProvider) => `DELETE FROM ledger_entry WHERE ${of(p)} AND ledger_account = 'customer-balance'`,
    ],
    [
      4,
      (p: TestProvider) =>
        `UPDATE ledger_entry SET account_id = account_id + 100000 WHERE ${of(p)} AND account_id IS NOT NULL`,
    ],
    [11, (p: TestProvider) => `UPDATE shipment SET status = 'cancelled' WHERE ${of(p)}`],
    [
      14,
      (p: TestProvider) => `DELETE FROM audit_event WHERE ${of(p)} AND table_name = 'billing_transaction'`,
    ],
    [15, (p: TestProvider) => `UPDATE parcel SET status = 'in-transit' WHERE ${of(p)}`],
    [
      17,
      (p: TestProvider) =>
        `INSERT INTO outbox (provider_id, event, listener, payload, request_id, next_attempt_at) VALUES (${p.provider_id}, 'x', 'nobody', '{}', 'x', now() - interval '5 minutes')`,
    ],
  ])('report invariant %i when data violates it', async (number, statement) => {
    const p = await newProvider()
    await p.given.shipment()
    await p.settle()
    expect(await brokenOf(p)).toEqual([])
    await damage(p, statement(p))
    expect(await brokenOf(p)).toContain(number)
    await p.runtime.runtime.pool.query(`DELETE FROM outbox WHERE listener = 'nobody'`)
  })

  it('report a table without foreign keys that are limited to one provider', async () => {
    const p = await newProvider()
    const { pool } = p.runtime.runtime
    await pool.query('CREATE TABLE stray (provider_id integer, account_id bigint)')
    expect(await brokenOf(p)).toEqual([18])
    await pool.query('DROP TABLE stray')
    expect(await brokenOf(p)).toEqual([])
  })

  it('store the number of broken rows and log broken invariants as errors', async () => {
    const p = await newProvider()
    await p.given.shipment()
    await p.settle()
    const logged: object[] = []
    const ctx = await jobOf(p)
    const log = pino(
      { level: 'error' },
      { write: (line: string) => void logged.push(JSON.parse(line) as object) },
    )
    const storedResults = () =>
      p.inTransaction((inner) =>
        inner.db.selectFrom('invariant_result').select(['number', 'rows_broken']).orderBy('number').execute(),
      )
    await checkInvariants({ ...ctx, log })
    expect((await storedResults()).map((row) => Number(row.rows_broken))).toEqual(
      Array.from({ length: 21 }, () => 0),
    )
    await damage(p, `UPDATE account_balance SET balance = balance + 1 WHERE ${of(p)}`)
    await checkInvariants({ ...ctx, log })
    expect(
      (await storedResults()).filter((row) => Number(row.rows_broken) > 0).map((row) => row.number),
    ).toEqual([2])
    expect(logged).toMatchObject([{ msg: 'invariant broken', invariant: 2, provider_id: p.provider_id }])
  })

  it('leaves out a company until its first night, because it may still be filled', async () => {
    const p = await newProvider()
    const checked = (now: Date) =>
      inPlatformTransaction(p.runtime.runtime, async (db) => invariantSchedule.providers?.(db, now))
    const now = p.runtime.runtime.clock()
    expect(await checked(now)).not.toContain(p.provider_id)
    expect(await checked(new Date(now.getTime() + day_ms))).toContain(p.provider_id)
  })
})

describe('cancellation of every parcel', () => {
  it('cancels the shipment and breaks no invariant', async () => {
    const p = await newProvider()
    const staff = await p.staff()
    const shipment = await p.given.shipment()
    const [parcel] = shipment.parcels
    const parcels = [{ id: parcel?.id, status: 'cancelled' }]
    await staff.send(shipmentsApi.change, { id: shipment.id, parcels } as never)
    const { shipment: after } = await staff.send(shipmentsApi.detail, { id: shipment.id })
    expect(after.status).toBe('cancelled')
    await p.settle()
    expect(await brokenOf(p)).toEqual([])
  })
})

describe('shipment that an older release cancelled without reversing its charge', () => {
  it('is listed in the report until it is reopened and cancelled again, which credits the charge', async () => {
    const p = await newProvider()
    const staff = await p.staff()
    const [old, collected] = [await p.given.shipment(), await p.given.shipment({ status: 'collected' })]
    await staff.send(shipmentsApi.cancel, { id: collected.id, message: 'Lost' })
    await p.settle()
    const listed = async () => (await staff.send(reportApi.run, { report: 'cancelled-charged' })).rows
    expect(await listed()).toEqual([])
    await damage(p, `UPDATE shipment SET status = 'cancelled' WHERE ${ofProvider(p)} AND id = ${old.id}`)
    await damage(
      p,
      `UPDATE parcel SET status = 'cancelled' WHERE ${ofProvider(p)} AND shipment_id = ${old.id}`,
    )
    expect(await brokenOf(p)).toEqual([11])
    expect(await listed()).toMatchObject([{ shipment_id: old.id, amount: toRand(old.rate ?? 0) }])
    const accountId = old.account_id ?? 0
    const owed = async () => (await staff.send(billingApi.balance, { account_id: accountId })).balance
    const before = await owed()
    await staff.send(shipmentsApi.change, { id: old.id, status: 'collection-unassigned' } as never)
    await staff.send(shipmentsApi.cancel, { id: old.id, message: 'Credited' })
    await p.settle()
    expect((await owed()) - before).toBe(old.rate)
    expect(await listed()).toEqual([])
    expect(await brokenOf(p)).toEqual([])
  })
})

describe('payment that is allocated twice', () => {
  /** Creates an account with an invoice and an allocated payment, and inserts the allocation a second time. */
  async function allocatedTwice(invoiced: number, paid: number) {
    const p = await newProvider()
    const staff = await p.staff()
    const { id: accountId } = await p.given.account()
    const post = (type: 'admin-debit' | 'payment', amount: number) =>
      staff.send(billingApi.post, { account_id: accountId, type, amount, description: 'Storage' })
    await post('admin-debit', invoiced)
    await staff.send(billingApi.runInvoices, { account_id: accountId })
    const payment = await post('payment', paid)
    await damage(
      p,
      `INSERT INTO payment_allocation (provider_id, transaction_id, invoice_id, amount, created_by, time_created)
        SELECT provider_id, transaction_id, invoice_id, amount, created_by, time_created FROM payment_allocation
        WHERE ${ofProvider(p)}`,
    )
    return { p, staff, accountId, post, payment }
  }

  it('breaks only invariant 9 when all totals include it, and holds again after the printed remedy', async () => {
    const { p, staff, accountId, post, payment } = await allocatedTwice(50_000, 20_000)
    const of = ofProvider(p)
    await damage(
      p,
      `UPDATE invoice SET amount_paid = amount_paid + 20000 WHERE ${of};
      UPDATE billing_transaction SET unallocated = unallocated - 20000 WHERE ${of} AND id = ${payment.id};
      UPDATE account_balance SET credit_allocation_balance = credit_allocation_balance - 20000
        WHERE ${of} AND account_id = ${accountId}`,
    )
    expect(await brokenOf(p)).toEqual([9])
    await staff.send(billingApi.post, {
      account_id: accountId,
      type: 'payment-reversal',
      amount: 20_000,
      reverses_id: payment.id,
      description: 'Allocated twice',
    })
    await post('payment', 20_000)
    expect(await brokenOf(p)).toEqual([])
    const { invoices } = await staff.send(billingApi.invoices, { account_id: accountId })
    expect(invoices).toMatchObject([{ status: 'open', amount_paid: 20_000 }])
    expect(await staff.send(billingApi.balance, { account_id: accountId })).toMatchObject({
      balance: -30_000,
      credit_allocation_balance: 0,
    })
  })

  it('breaks invariant 8 too when the invoice does not include it, for which the remedy names support', async () => {
    const { p } = await allocatedTwice(11_500, 20_000)
    expect(await brokenOf(p)).toEqual([8, 9])
    expect(invariants.find(({ number }) => number === 9)?.remedy).toContain('If invariant 8 is also broken')
  })
})

describe('cancellation entered as a status, as reported by a partner courier', () => {
  it('reverses the charge, and a later status charges the shipment again', async () => {
    const p = await newProvider()
    const staff = await p.staff()
    const shipment = await p.given.shipment()
    const balance = async () =>
      (await staff.send(billingApi.balance, { account_id: shipment.account_id ?? 0 })).balance
    const enter = (to: ShipmentStatus) =>
      p.inTransaction(async (ctx) => {
        await enterStatus(ctx, await lockShipment(ctx, shipment.id), { to, message: 'told by a partner' })
      })
    const charged = await balance()
    expect(charged).toBeLessThan(0)
    await enter('cancelled')
    expect(await balance()).toBe(0)
    await enter('submitted')
    expect(await balance()).toBe(charged)
    await p.settle()
    expect(await brokenOf(p)).toEqual([])
  })
})

describe('npm run invariants while the application uses its embedded database', () => {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'waybill-invariants-'))
  const root = path.join(import.meta.dirname, '../../../..')
  let running: Running
  let providerId: number
  const command = (...words: string[]) =>
    new Promise<{ code: number | null; output: string }>((resolve) => {
      const child = spawn(process.execPath, [path.join(root, 'scripts/invariants.ts'), ...words], {
        env: { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir },
      })
      let output = ''
      child.stdout.on('data', (piece: Buffer) => (output += piece.toString()))
      child.stderr.on('data', (piece: Buffer) => (output += piece.toString()))
      child.on('close', (code) => resolve({ code, output }))
    })
  beforeAll(async () => {
    running = await bootProduct({ data_dir: dataDir })
    providerId = (await installProvider(running.runtime, { name: 'Fynbos Couriers' })).provider_id
  })
  afterAll(async () => {
    await running.close()
    fs.rmSync(dataDir, { recursive: true, force: true })
  })

  it('reports whether all invariants hold, names a broken one and rejects invalid arguments', async () => {
    const sound = { code: 0, output: `Provider ${providerId}: all 21 invariants hold.\n` }
    expect(await command()).toEqual(sound)
    expect(await command('--provider', String(providerId))).toEqual(sound)
    expect(await command('--provider', '999')).toEqual({ code: 2, output: 'There is no provider 999.\n' })
    expect((await command('--provider', 'x')).output).toContain('‘x’ is not a provider id.')
    await running.runtime.pool.query('CREATE TABLE stray (provider_id integer)')
    const { code, output } = await command()
    expect(code).toBe(1)
    expect(output).toContain(`Provider ${providerId}: BROKEN 18. A row always belongs to the same company`)
    await running.runtime.pool.query('DROP TABLE stray')
  })
})
