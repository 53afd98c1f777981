import { accountsApi } from '@waybill/domain/accounts/api'
import { auditApi } from '@waybill/domain/audit/api'
import { driversApi } from '@waybill/domain/drivers/api'
import { hubApi } from '@waybill/domain/hub/api'
import { identityApi } from '@waybill/domain/identity/api'
import { bulkUpdateApi, importApi } from '@waybill/domain/imports/api'
import type { BulkChange } from '@waybill/domain/imports/bulk-change'
import { guessColumns } from '@waybill/domain/imports/columns'
import type { SeenUpdate } from '@waybill/domain/imports/rules'
import { readShipmentFile } from '@waybill/domain/imports/shipment-file'
import { role_ids } from '@waybill/domain/kit/actor'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { jobOf } from '../../dev/test-kit/job.ts'
import { newProvider, errorOf, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'
import type { ExternalContext } from '../kit/handler.ts'
import { localFileStore } from '../files/file-store.ts'
import { lockShipment, readReceiverChoices, takeReceiverWishes } from '../shipments/index.ts'
import { runBulkRows } from './index.ts'
import { purgeOriginals } from './purge-originals.ts'

let p: TestProvider
let clerk: Caller
beforeAll(async () => {
  p = await newProvider()
  clerk = await p.staff()
})
afterEach(() => p.runtime.setNow(null))

const headings = [
  'account_code',
  'customer_reference',
  'custom_tracking_reference',
  'service_level_code',
  'collection_street',
  'collection_suburb',
  'collection_city',
  'collection_code',
  'collection_contact',
  'collection_phone',
  'delivery_street',
  'delivery_suburb',
  'delivery_city',
  'delivery_code',
  'delivery_contact',
  'delivery_phone',
  'parcels',
] as const
type Heading = (typeof headings)[number]

function line(accountCode: string, more: Partial<Record<Heading, string>> = {}): string {
  const cells: Record<Heading, string> = {
    account_code: accountCode,
    customer_reference: '',
    custom_tracking_reference: '',
    service_level_code: 'ECO',
    collection_street: '12 Bofors Circle',
    collection_suburb: 'Epping',
    collection_city: 'Cape Town',
    collection_code: '7460',
    collection_contact: 'Riaan Jooste',
    collection_phone: '0215550142',
    delivery_street: '31 Bath Avenue',
    delivery_suburb: 'Rosebank',
    delivery_city: 'Johannesburg',
    delivery_code: '2196',
    delivery_contact: 'Naledi Mokoena',
    delivery_phone: '0821234567',
    parcels: '1x42x38x5x3',
    ...more,
  }
  return headings.map((heading) => cells[heading]).join(',')
}

async function started(lines: readonly string[], by: Caller = clerk, more: object = {}) {
  const content = [headings.join(','), ...lines].join('\n')
  const file = readShipmentFile(content)
  if ('problem' in file) throw new Error(file.problem)
  const { columns } = guessColumns(file.headings)
  const { id } = await by.send(importApi.start, { file_name: 'orders.csv', content, columns, ...more })
  await p.settle()
  return id
}
const jobOfId = (id: number, by: Caller = clerk) => by.send(importApi.detail, { id })
const rowsOf = async (id: number, by: Caller = clerk) =>
  (await by.send(importApi.rows, { id, limit: 2_000 })).rows
async function ran(id: number, by: Caller = clerk) {
  await by.send(importApi.run, { id })
  await p.settle()
  return jobOfId(id, by)
}
const shipmentsOf = async (accountId: number) =>
  (await clerk.send(shipmentsApi.list, { account_id: accountId, limit: 100 })).shipments

/** Thrown by a simulated worker that dies after a number of transactions. */
class Killed extends Error {}
function mortal(ctx: ExternalContext, maxTransactions: number): ExternalContext {
  let left = maxTransactions
  const inTransaction: ExternalContext['inTransaction'] = (fn) => {
    if (left === 0) throw new Killed('killed')
    left -= 1
    return ctx.inTransaction(fn)
  }
  return {
    ...ctx,
    inTransaction,
    actingAs: async (actor) => {
      const acting = await ctx.actingAs(actor)
      return {
        ...acting,
        inTransaction: (fn) => {
          if (left === 0) throw new Killed('killed')
          left -= 1
          return acting.inTransaction(fn)
        },
      }
    },
  }
}

describe('shipment imports', () => {
  it('[TOOL-004] reports problems by cell, accepts corrections, books the good rows and leaves the others', async () => {
    const account = await p.given.account()
    const id = await started([
      line(account.account_code, { customer_reference: 'ORDER-1' }),
      line(account.account_code, { parcels: 'two boxes', delivery_phone: '' }),
      line('NOBODY'),
      line(account.account_code, {
        delivery_suburb: 'Nowhereville',
        delivery_city: 'Atlantis Two',
        delivery_code: '',
      }),
      line(account.account_code, { service_level_code: 'MOON' }),
    ])
    const checked = await jobOfId(id)
    expect(checked).toMatchObject({ state: 'checked', total: 5, name: 'orders.csv', has_file: true })
    expect(checked.counts).toMatchObject({ good: 1, wrong: 4 })
    expect(checked.price_good).toBeGreaterThan(0)
    expect((await shipmentsOf(account.id)).length).toBe(0)
    const rows = await rowsOf(id)
    expect(rows.map(({ row, state }) => [row, state])).toEqual([
      [2, 'good'],
      [3, 'wrong'],
      [4, 'wrong'],
      [5, 'wrong'],
      [6, 'wrong'],
    ])
    const columnsOf = (row: number) =>
      rows.find((one) => one.row === row)?.problems.map(({ column }) => column)
    expect(columnsOf(3)).toEqual(['parcels', 'delivery_phone'])
    expect(columnsOf(4)).toEqual(['account_code'])
    expect(columnsOf(5)?.every((column) => column.startsWith('delivery_'))).toBe(true)
    expect(columnsOf(6)).toEqual(['service_level_code'])
    expect(rows[2]?.problems[0]?.message).toBe('There is no account NOBODY.')

    await clerk.send(importApi.correct, {
      id,
      rows: [{ row: 3, cells: { parcels: '2x10x10x10x1', delivery_phone: '0821234567' } }],
    })
    await p.settle()
    expect((await jobOfId(id)).counts).toMatchObject({ good: 2, wrong: 3 })

    const done = await ran(id)
    expect(done).toMatchObject({ state: 'finished' })
    expect(done.counts).toMatchObject({ done: 2, wrong: 3 })
    const booked = await shipmentsOf(account.id)
    expect(booked.length).toBe(2)
    expect(booked.map(({ customer_reference }) => customer_reference)).toContain('ORDER-1')
    expect(booked.map((one) => one.parcels.length).toSorted()).toEqual([1, 2])
    const [accountNow] = (await clerk.send(accountsApi.list, { id: [account.id] })).accounts
    expect(accountNow?.balance).toBe(-done.price_done)
    const original = await clerk.send(importApi.file, { id })
    expect(
      (await clerk.http('GET', new URL(original.url).pathname + new URL(original.url).search)).status,
    ).toBe(200)
    const { audit_events } = await clerk.send(auditApi.events, { type: 'bulk_job', object_id: String(id) })
    expect(new Set(audit_events.map(({ object_name }) => object_name))).toEqual(new Set(['orders.csv']))

    // A remaining row is corrected after the run and booked in a separate run.
    await clerk.send(importApi.correct, {
      id,
      rows: [{ row: 6, cells: { service_level_code: 'eco' } }],
    })
    await p.settle()
    expect((await ran(id)).counts).toMatchObject({ done: 3, wrong: 2 })
    expect((await shipmentsOf(account.id)).length).toBe(3)
  })

  it('[TOOL-004] reports all problems of a row together, each cell once', async () => {
    const account = await p.given.account()
    await clerk.send(accountsApi.change, { id: account.id, customer_reference_required: true } as never)
    const id = await started([
      line('NOBODY', {
        service_level_code: 'MOON',
        delivery_phone: '12',
        parcels: '1x9000x38x5x3',
      }),
      line(account.account_code, {
        service_level_code: 'MOON',
        collection_suburb: 'Nowhereville',
        collection_city: 'Atlantis Two',
        collection_code: '',
        delivery_suburb: 'Nowhereville',
        delivery_city: 'Atlantis Two',
        delivery_code: '',
      }),
    ])
    const [first, second] = (await rowsOf(id)).map(({ problems }) => problems.map(({ column }) => column))
    expect(first?.toSorted()).toEqual(['account_code', 'delivery_phone', 'parcels', 'service_level_code'])
    expect(second?.filter((column) => column.startsWith('collection_'))).toHaveLength(1)
    expect(second?.filter((column) => column.startsWith('delivery_'))).toHaveLength(1)
    expect(second).toEqual(expect.arrayContaining(['service_level_code', 'customer_reference']))
    expect((await jobOfId(id)).counts).toMatchObject({ good: 0, wrong: 2 })
  })

  it('deletes the original file 90 days after the import and keeps the shipments', async () => {
    const account = await p.given.account()
    const id = await started([line(account.account_code)])
    const { file_name } = await p.inTransaction((ctx) =>
      ctx.db.selectFrom('bulk_job').select('file_name').where('id', '=', id).executeTakeFirstOrThrow(),
    )
    await ran(id)
    const files = localFileStore(`${p.runtime.runtime.data_dir}/files`)
    const isThere = async () => (await files.get(`${p.provider_id}/imports/${file_name}`)) !== null
    const purgeAfter = async (days: number) => {
      p.runtime.setNow(new Date(Date.now() + days * 86_400_000))
      await purgeOriginals(await jobOf(p))
      p.runtime.setNow(null)
    }
    await purgeAfter(89)
    expect([await isThere(), (await jobOfId(id)).has_file]).toEqual([true, true])
    await purgeAfter(91)
    expect([await isThere(), (await jobOfId(id)).has_file]).toEqual([false, false])
    const row = await p.inTransaction((ctx) =>
      ctx.db
        .selectFrom('stored_file')
        .select('id')
        .where('name', '=', file_name ?? '')
        .executeTakeFirst(),
    )
    expect(row).toBeUndefined()
    expect(await shipmentsOf(account.id)).toHaveLength(1)
  })

  it('reports a cell that is too long together with the other problems of its row', async () => {
    const account = await p.given.account()
    const id = await started([
      line(account.account_code, { delivery_street: 'a'.repeat(600), parcels: 'two boxes' }),
    ])
    expect((await rowsOf(id))[0]).toMatchObject({
      state: 'wrong',
      problems: [
        { column: 'parcels' },
        { column: 'delivery_street', message: 'This must be 500 characters or fewer.' },
      ],
    })
  })

  it('[TOOL-004] books every shipment with the values for all rows and lists them as columns', async () => {
    const account = await p.given.account()
    const leftOut: readonly Heading[] = ['account_code', 'service_level_code', 'parcels']
    const cells = (text: string) =>
      text
        .split(',')
        .filter((_, at) => !leftOut.includes(headings[at] ?? 'parcels'))
        .join(',')
    const content = [
      cells(headings.join(',')),
      cells(line('', { customer_reference: 'V-1', delivery_code: "'2196" })),
      cells(line('', { customer_reference: 'V-2' })),
    ].join('\n')
    const file = readShipmentFile(content)
    if ('problem' in file) throw new Error(file.problem)
    const { columns } = guessColumns(file.headings)
    const values = {
      account_code: account.account_code,
      service_level_code: 'ECO',
      parcel_length: '30',
      parcel_width: '20',
      parcel_height: '10',
      parcel_weight: '1.5',
      delivery_instructions: 'Call first',
    }
    const start = (more: object) =>
      clerk.send(importApi.start, { file_name: 'shop.csv', content, columns, ...more })
    expect((await errorOf(start({}))).message).toBe(
      'Choose a column, or enter one value for all rows, for: Account code, Service level, Parcels. Without it, nothing can be booked.',
    )
    expect((await errorOf(start({ values: { ...values, delivery_city: 'Durban' } }))).message).toBe(
      'Delivery city has both a column and a value for all. Remove one of them.',
    )
    const { id, columns: shown } = await start({ values })
    expect(shown).toEqual(expect.arrayContaining(['account_code', 'parcels', 'delivery_instructions']))
    await p.settle()
    expect((await ran(id)).counts).toMatchObject({ done: 2 })
    const booked = await shipmentsOf(account.id)
    expect(booked.map(({ parcels }) => parcels.map((one) => one.submitted_weight_kg))).toEqual([[1.5], [1.5]])
    expect(booked.map((one) => one.special_instructions_delivery)).toEqual(['Call first', 'Call first'])
    expect(booked.map(({ delivery_address }) => delivery_address.code)).toEqual(['2196', '2196'])
  })

  it('[TOOL-004] merges lines with the same reference into one shipment with several parcels', async () => {
    const account = await p.given.account()
    const id = await started([
      line(account.account_code, { customer_reference: 'A-1', parcels: '1x20x20x20x2' }),
      line('', { customer_reference: 'A-1', parcels: '1x30x30x30x4', delivery_phone: '' }),
      line(account.account_code, { customer_reference: 'A-2' }),
    ])
    expect((await ran(id)).counts).toMatchObject({ done: 2 })
    const booked = await shipmentsOf(account.id)
    expect(booked.find((one) => one.customer_reference === 'A-1')?.parcels.length).toBe(2)
  })

  it('books each row once when workers are killed, run in parallel and the run is requested twice', async () => {
    const account = await p.given.account()
    const id = await started(
      Array.from({ length: 6 }, (_, n) => line(account.account_code, { customer_reference: `K-${n}` })),
    )
    const starts = await Promise.all([0, 1].map(() => errorOf(clerk.send(importApi.run, { id }, {}))))
    expect(starts.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect(starts.find(({ status }) => status === 400)?.message).toBe('It is already running.')
    for (const maxTransactions of [4, 4])
      await expect(runBulkRows(mortal(await jobOf(p), maxTransactions), { job_id: id })).rejects.toThrow(
        Killed,
      )
    const jobs = await Promise.all([1, 2, 3].map(() => jobOf(p)))
    await Promise.all(jobs.map((job) => runBulkRows(job, { job_id: id })))
    await p.settle()
    expect(await jobOfId(id)).toMatchObject({ state: 'finished', counts: { done: 6, good: 0, failed: 0 } })
    const booked = await shipmentsOf(account.id)
    expect(booked.map(({ customer_reference }) => customer_reference).toSorted()).toEqual(
      Array.from({ length: 6 }, (_, n) => `K-${n}`),
    )
  })

  it('marks rows that a prepaid account cannot pay as wrong and books the others', async () => {
    const account = await p.given.account({ account_type: 'prepaid', credit_limit: 0 })
    await p.given.shipment({ account_id: account.id }).catch(() => undefined)
    const rich = await p.given.account({ account_type: 'prepaid', credit_limit: 0, balance: 1_000_000 })
    const id = await started([line(account.account_code), line(rich.account_code)])
    const rows = await rowsOf(id)
    expect(rows.map(({ state }) => state)).toEqual(['wrong', 'good'])
    expect(rows[0]?.problems[0]?.column).toBe('')
    expect((await ran(id)).counts).toMatchObject({ done: 1, wrong: 1 })
  })

  it('undoes an import within 24 hours with its charges, except for collected shipments', async () => {
    const account = await p.given.account()
    const id = await started([
      line(account.account_code),
      line(account.account_code),
      line(account.account_code),
    ])
    await ran(id)
    const [collected] = await rowsOf(id)
    await clerk.send(shipmentsApi.change, {
      id: collected?.shipment_id ?? 0,
      status: 'collected',
      metadata: { tracking_info: { message: 'picked up' } },
    })
    await clerk.send(importApi.undo, { id })
    await p.settle()
    const undone = await jobOfId(id)
    expect(undone).toMatchObject({ state: 'undone', counts: { undone: 2, kept: 1 } })
    expect((await rowsOf(id))[0]?.problems[0]?.message).toBe(
      'This shipment is collected and can no longer be cancelled.',
    )
    const statuses = (await shipmentsOf(account.id)).map(({ status }) => status).toSorted()
    expect(statuses).toEqual(['cancelled', 'cancelled', 'collected'])
    const [accountNow] = (await clerk.send(accountsApi.list, { id: [account.id] })).accounts
    expect(accountNow?.balance).toBe(-(collected?.price ?? 0))

    const late = await started([line(account.account_code)])
    await ran(late)
    p.runtime.setNow(new Date(Date.now() + 25 * 3_600_000))
    expect((await errorOf(clerk.send(importApi.undo, { id: late }))).message).toBe(
      'An import can be undone only within 24 hours. Cancel its shipments one by one.',
    )
  })

  it('lets account users import only for their own account and hides their imports from others', async () => {
    const account = await p.given.account()
    const other = await p.given.account()
    const owner = await p.owner(account.id)
    const id = await started(
      [line(''), line(account.account_code.toLowerCase()), line(other.account_code)],
      owner,
      {
        dangerous_goods_confirmed: true,
      },
    )
    expect((await rowsOf(id, owner)).map(({ state }) => state)).toEqual(['good', 'good', 'wrong'])
    expect((await ran(id, owner)).counts).toMatchObject({ done: 2 })
    expect((await shipmentsOf(account.id)).length).toBe(2)
    const stranger = await p.owner(other.id)
    const elsewhere = await (await newProvider()).staff()
    for (const by of [stranger, elsewhere, clerk]) {
      expect((await errorOf(by.send(importApi.detail, { id }))).status).toBe(404)
      expect((await errorOf(by.send(importApi.run, { id }))).status).toBe(404)
      expect((await by.send(importApi.list, {})).jobs.map((job) => job.id)).not.toContain(id)
    }
  })

  it('stops when it is cancelled and when its user loses the permission', async () => {
    const account = await p.given.account()
    const controller = await p.user(11)
    const id = await started([line(account.account_code), line(account.account_code)], controller)
    await controller.send(importApi.run, { id })
    await controller.send(importApi.cancel, { id })
    await p.settle()
    expect(await jobOfId(id)).toMatchObject({ state: 'cancelled', counts: { good: 2, done: 0 } })
    await controller.send(importApi.run, { id })
    await p.inTransaction((ctx) =>
      ctx.db
        .updateTable('app_user')
        .set({ role_id: role_ids.driver })
        .where('id', '=', controller.user_id)
        .execute(),
    )
    await p.settle()
    const stopped = await jobOfId(id)
    expect(stopped).toMatchObject({ state: 'cancelled', counts: { good: 2, done: 0 } })
    expect(stopped.stopped_because).toContain('no longer has the permission')
  })
})

describe('bulk shipment updates', () => {
  const update = async (references: string[], change: BulkChange, by = clerk) => {
    const { id } = await by.send(bulkUpdateApi.start, { references, change })
    await p.settle()
    return id
  }
  const changed = async (id: number) => {
    const job = await clerk.send(bulkUpdateApi.detail, { id })
    return { job, rows: (await clerk.send(bulkUpdateApi.rows, { id, limit: 2_000 })).rows }
  }
  const seenOf = async (id: number): Promise<SeenUpdate> => {
    const { counts, time_started } = await clerk.send(bulkUpdateApi.detail, { id })
    return { good: counts.good, time_started: time_started ?? undefined }
  }
  const run = async (id: number) => {
    await clerk.send(bulkUpdateApi.run, { id, seen: await seenOf(id) })
    await p.settle()
    return changed(id)
  }
  const hold: BulkChange = { kind: 'hold', status: 'on-hold', message: 'Address unclear' }

  it('checks first and reports why rows cannot change, then applies the change once', async () => {
    const [one, two] = [await p.given.shipment(), await p.given.shipment({ status: 'delivered' })]
    const references = [
      one.short_tracking_reference,
      two.short_tracking_reference,
      'NOTHERE99',
      `${one.short_tracking_reference}/1`,
    ]
    const id = await update(references, hold)
    const tried = await changed(id)
    expect(tried.job).toMatchObject({ state: 'checked', counts: { good: 1, wrong: 3 } })
    expect(tried.rows.map(({ state }) => state)).toEqual(['good', 'wrong', 'wrong', 'wrong'])
    expect(tried.rows[0]?.outcome).toContain('→ On hold')
    expect(tried.rows[1]?.problems[0]?.message).toBe(
      'This shipment is delivered and cannot be set to on hold.',
    )
    expect(tried.rows[2]?.problems[0]?.message).toBe('There is no shipment NOTHERE99.')
    expect(tried.rows[3]?.problems[0]?.message).toBe('This is the same shipment as in row 1.')
    const statusOf = async (shipmentId: number) =>
      (await clerk.send(shipmentsApi.list, { id: [shipmentId] })).shipments[0]?.status
    expect(await statusOf(one.id)).toBe(one.status)
    expect((await run(id)).job).toMatchObject({ state: 'finished', counts: { done: 1, wrong: 3 } })
    expect(await statusOf(one.id)).toBe('on-hold')
    const { events } = await clerk.send(shipmentsApi.detail, { id: one.id })
    expect(events.filter(({ status }) => status === 'on-hold').length).toBe(1)
    const released = await run(await update([one.short_tracking_reference], { kind: 'release', message: '' }))
    expect(released.job.counts.done).toBe(1)
    expect(await statusOf(one.id)).toBe(one.status)
  })

  it('changes service level, date, driver and status, rejects a change without effect, and cancels', async () => {
    const shipment = await p.given.shipment()
    const driver = await p.driver()
    const reference = shipment.short_tracking_reference
    const now = async () => (await clerk.send(shipmentsApi.list, { id: [shipment.id] })).shipments[0]
    const { drivers } = await clerk.send(driversApi.list, {})
    expect(drivers.map(({ username }) => username)).toContain(driver.username)
    const levels: BulkChange[] = [
      { kind: 'service-level', service_level_code: 'OVN' },
      { kind: 'date', side: 'delivery', day: '2099-03-02', reason: 'Receiver is away' },
      { kind: 'driver', side: 'collection', driver: driver.username },
      { kind: 'status', status: 'collected', message: '' },
    ]
    for (const change of levels) {
      const id = await update([reference], change)
      expect((await changed(id)).rows[0]?.problems).toEqual([])
      expect((await run(id)).job.counts.done).toBe(1)
    }
    expect(await now()).toMatchObject({ service_level_code: 'OVN', status: 'collected' })
    const again = await changed(
      await update([reference], { kind: 'service-level', service_level_code: 'OVN' }),
    )
    expect(again.rows[0]?.problems[0]?.message).toBe('This shipment already has service level OVN.')
    const fresh = await p.given.shipment()
    const cancelled = await run(
      await update([fresh.short_tracking_reference], { kind: 'cancel', message: 'Ordered twice' }),
    )
    expect(cancelled.rows[0]).toMatchObject({ state: 'done' })
    const [account] = (await clerk.send(accountsApi.list, { id: [fresh.account_id] })).accounts
    expect(account?.balance).toBe(0)
  })

  it('leaves what was changed since the check, and checks it again before it can be changed', async () => {
    const [first, second] = [await p.given.shipment(), await p.given.shipment()]
    const [sipho, lerato] = [await p.driver(), await p.driver()]
    await clerk.send(identityApi.changeUser, { id: lerato.user_id, name: 'Lerato Khumalo' })
    const driversNow = async () => {
      const ids = [first.id, second.id]
      const { shipments } = await clerk.send(shipmentsApi.list, { id: ids })
      return ids.map((id) => shipments.find((one) => one.id === id)?.collection_agent_id)
    }
    const id = await update(
      [first, second].map((one) => one.short_tracking_reference),
      { kind: 'driver', side: 'collection', driver: sipho.username, assign_anyway: true },
    )
    await clerk.send(driversApi.assign, {
      shipment_ids: [second.id],
      leg: 'collection',
      username: lerato.username,
      assign_anyway: true,
    })
    const ended = await run(id)
    expect(ended.job).toMatchObject({ state: 'finished', counts: { done: 1, failed: 1 } })
    expect(ended.rows[1]?.problems[0]?.message).toBe(
      'Changed since the check: it was nobody, and is Lerato Khumalo now. Check it again.',
    )
    expect(await driversNow()).toEqual([sipho.username, lerato.username])
    const again = await run(id)
    expect(again.job).toMatchObject({ state: 'checked', counts: { done: 1, good: 1 } })
    expect(again.rows[1]?.outcome).toContain('Lerato Khumalo → ')
    expect(await driversNow()).toEqual([sipho.username, lerato.username])
    expect((await run(id)).job.counts).toMatchObject({ done: 2 })
    expect(await driversNow()).toEqual([sipho.username, sipho.username])
  })

  it('is run only as its user saw it, and not when someone else checked or ran it meanwhile', async () => {
    const shipment = await p.given.shipment({ status: 'at-hub' })
    const id = await update([shipment.short_tracking_reference], hold)
    const first = await seenOf(id)
    await clerk.send(shipmentsApi.hold, { id: shipment.id, reason: 'Customs', internal: true })
    expect((await run(id)).job.counts).toMatchObject({ failed: 1 })
    const failed = await seenOf(id)
    expect((await run(id)).job).toMatchObject({ state: 'checked', counts: { good: 1 } })
    for (const seen of [first, failed, undefined])
      expect((await errorOf(clerk.send(bulkUpdateApi.run, { id, seen }))).message).toBe(
        'It was checked or run meanwhile. Look at what would change now.',
      )
    await p.settle()
    expect((await changed(id)).job).toMatchObject({ state: 'checked', counts: { good: 1 } })
    expect((await run(id)).job.counts).toMatchObject({ done: 1 })
  })

  it('checks again what a stopped check left, and what a check found wrong', async () => {
    const [first, second] = [await p.given.shipment(), await p.given.shipment()]
    const references = [first, second].map((one) => one.short_tracking_reference)
    const { id } = await clerk.send(bulkUpdateApi.start, { references, change: hold })
    await clerk.send(bulkUpdateApi.cancel, { id })
    await p.settle()
    expect((await changed(id)).job).toMatchObject({ state: 'cancelled', counts: { waiting: 2 } })
    await clerk.send(shipmentsApi.hold, { id: second.id, reason: 'Customs', internal: false })
    expect((await run(id)).job).toMatchObject({ state: 'checked', counts: { good: 1, wrong: 1 } })
    expect((await run(id)).job).toMatchObject({ state: 'finished', counts: { done: 1, wrong: 1 } })
    await clerk.send(shipmentsApi.release, { id: second.id })
    const again = await run(id)
    expect(again.job).toMatchObject({ state: 'checked', counts: { done: 1, good: 1 } })
    expect(again.rows[1]?.problems).toEqual([])
    expect((await run(id)).job).toMatchObject({ state: 'finished', counts: { done: 2 } })
  })

  it('leaves a row whose check recorded no effect, as earlier versions did, until it is checked again', async () => {
    const shipment = await p.given.shipment()
    const id = await update([shipment.short_tracking_reference], hold)
    await p.inTransaction((ctx) =>
      ctx.db.updateTable('bulk_row').set({ effect: null }).where('job_id', '=', id).execute(),
    )
    expect((await run(id)).rows[0]).toMatchObject({
      state: 'failed',
      problems: [{ message: 'It was checked by an earlier version. Check it again.' }],
    })
    expect((await run(id)).job.counts).toMatchObject({ good: 1 })
    expect((await run(id)).job.counts).toMatchObject({ done: 1 })
  })

  describe('undone', () => {
    const undo = async (id: number, by = clerk) => {
      const started = await by.send(bulkUpdateApi.undo, { id })
      await p.settle()
      return started.id
    }
    const shipmentOf = async ({ id }: { id: number }) =>
      (await clerk.send(shipmentsApi.detail, { id })).shipment
    const balanceOf = async (id: number) =>
      (await clerk.send(accountsApi.list, { id: [id] })).accounts[0]?.balance

    it('gives back driver, day, service level, status, hold and cancelled shipments, each after a check', async () => {
      const [driver, first] = [await p.driver(), await p.driver()]
      const shipment = await p.given.shipment()
      const reference = shipment.short_tracking_reference
      await clerk.send(driversApi.assign, {
        shipment_ids: [shipment.id],
        leg: 'collection',
        username: first.username,
        assign_anyway: true,
      })
      const changes: BulkChange[] = [
        { kind: 'driver', side: 'collection', driver: driver.username, assign_anyway: true },
        { kind: 'date', side: 'delivery', day: '2099-03-02', reason: 'Receiver is away' },
        { kind: 'service-level', service_level_code: 'OVN' },
        hold,
        { kind: 'status', status: 'collected', message: '' },
        { kind: 'cancel', message: 'Ordered twice' },
      ]
      const seen = (one: Awaited<ReturnType<typeof shipmentOf>>) => ({
        level: one.service_level_code,
        day: one.delivery_min_date,
        rate: one.rate,
        driver: one.collection_agent_id,
        status: one.status,
        collected: one.collected_date,
      })
      for (const change of changes) {
        const before = seen(await shipmentOf(shipment))
        const balance = await balanceOf(shipment.account_id)
        const made = await update([reference], change)
        expect((await run(made)).job.counts.done, change.kind).toBe(1)
        const after = seen(await shipmentOf(shipment))
        expect(after, change.kind).not.toEqual(before)
        const id = await undo(made)
        expect((await changed(id)).job, change.kind).toMatchObject({ state: 'checked', counts: { good: 1 } })
        expect(seen(await shipmentOf(shipment)), change.kind).toEqual(after)
        expect((await run(id)).job, change.kind).toMatchObject({ undo_until: null, counts: { done: 1 } })
        expect(seen(await shipmentOf(shipment)), change.kind).toEqual(before)
        expect(await balanceOf(shipment.account_id), change.kind).toBe(balance)
        expect((await changed(made)).job, change.kind).toMatchObject({
          undo_until: null,
          counts: { undone: 1 },
        })
      }
      const { audit_events } = await clerk.send(auditApi.events, {
        type: 'shipment',
        object_id: String(shipment.id),
      })
      expect(audit_events.length).toBeGreaterThan(changes.length)
    })

    it('puts a shipment that got its first driver, or was put on hold, back where it was, without a word to customers', async () => {
      const driver = await p.driver()
      const { username } = driver
      await clerk.send(identityApi.changeUser, { id: driver.user_id, name: 'Sipho Dlamini' })
      const cases: [ShipmentStatus, BulkChange][] = [
        ['at-destination-hub', { kind: 'driver', side: 'delivery', driver: username, assign_anyway: true }],
        ['submitted', { kind: 'driver', side: 'collection', driver: username, assign_anyway: true }],
        ['at-hub', hold],
        ['at-hub', { kind: 'hold', status: 'on-hold-internal', message: 'Address unclear' }],
      ]
      for (const [status, change] of cases) {
        const shipment = await p.given.shipment({ status })
        const eventsFor = async (by: Caller) =>
          (await by.send(shipmentsApi.detail, { id: shipment.id })).events.map((one) => [
            one.status,
            one.message,
          ])
        const owner = await p.owner(shipment.account_id)
        const made = await update([shipment.short_tracking_reference], change)
        const { job, rows } = await run(made)
        if (change.kind === 'driver') {
          expect(job.name).toMatch(/ driver Sipho Dlamini$/)
          expect(rows[0]?.outcome).toContain('nobody → Sipho Dlamini, ')
        }
        const [seen, before] = [await eventsFor(owner), await eventsFor(clerk)]
        const id = await undo(made)
        expect((await run(id)).job.counts.done, status).toBe(1)
        expect((await shipmentOf(shipment)).status).toBe(status)
        expect(await eventsFor(owner)).toEqual(seen)
        const after = await eventsFor(clerk)
        expect(after).toHaveLength(before.length + 1)
        expect(after).toContainEqual([status, 'The bulk update was undone.'])
      }
    })

    it('gives back the internal hold or damage from before a hold, whose release still leads where the shipment was', async () => {
      for (const held of ['on-hold-internal', 'damaged'] as const) {
        const { id, short_tracking_reference } = await p.given.shipment({ status: 'at-hub' })
        if (held === 'damaged')
          await clerk.send(hubApi.addEvent, { shipment_id: id, status: held, message: 'Wet' })
        else await clerk.send(shipmentsApi.hold, { id, reason: 'Customs', internal: true })
        const made = await update([short_tracking_reference], hold)
        expect((await run(made)).job.counts.done, held).toBe(1)
        expect((await run(await undo(made))).job.counts.done, held).toBe(1)
        expect((await shipmentOf({ id })).status).toBe(held)
        expect((await clerk.send(shipmentsApi.release, { id })).status, held).toBe('at-hub')
      }
    })

    it('gives back the day that the receiver chose, and counts neither update nor undo as a change by the receiver', async () => {
      const { id, short_tracking_reference } = await p.given.shipment({ status: 'at-hub' })
      const rowNow = () => p.inTransaction((ctx) => lockShipment(ctx, id))
      const { reschedule_reference: link } = await rowNow()
      const chosen = await p.inTransaction(async (ctx) => {
        const [day = ''] = (await readReceiverChoices(ctx, link)).days
        await takeReceiverWishes(ctx, link, { day, wish: null, person: null })
        return day
      })
      const made = await update([short_tracking_reference], {
        kind: 'date',
        side: 'delivery',
        day: '2099-03-02',
        reason: 'Weather',
      })
      expect((await run(made)).job.counts.done).toBe(1)
      expect(await rowNow()).toMatchObject({ delivery_min_date: '2099-03-02', delivery_reschedules: 1 })
      expect((await run(await undo(made))).job.counts.done).toBe(1)
      expect(await rowNow()).toMatchObject({ delivery_min_date: chosen, delivery_reschedules: 1 })
    })

    it('says for each shipment why it is not undone, undoes once, and only within a day and with the permission', async () => {
      const [first, second, third] = [
        await p.given.shipment({ status: 'at-hub' }),
        await p.given.shipment({ status: 'at-hub' }),
        await p.given.shipment({ status: 'at-hub' }),
      ]
      const made = await update(
        [first, second, third].map((one) => one.short_tracking_reference),
        { kind: 'status', status: 'out-for-delivery', message: '' },
      )
      expect((await run(made)).job.counts.done).toBe(3)
      await clerk.send(hubApi.addEvent, { shipment_id: second.id, status: 'delivered', message: '' })
      await clerk.send(hubApi.addEvent, { shipment_id: third.id, status: 'returned-to-hub', message: '' })
      const [id, other] = [await undo(made), await undo(made)]
      const { job, rows } = await changed(id)
      expect(job.counts).toMatchObject({ good: 1, wrong: 2 })
      expect(rows.slice(1).map(({ problems }) => problems[0]?.message)).toEqual([
        'Changed since: it was out for delivery after the update, and is delivered now.',
        'Changed since: it was out for delivery after the update, and is returned to hub now.',
      ])
      expect((await run(id)).job.counts.done).toBe(1)
      expect((await shipmentOf(first)).status).toBe('at-hub')
      expect((await run(other)).rows[0]?.problems[0]?.message).toBe('It was undone already.')
      expect((await errorOf(clerk.send(bulkUpdateApi.undo, { id }))).message).toBe(
        'An undo cannot be undone. Make the change again.',
      )
      expect((await errorOf((await p.user(13)).send(bulkUpdateApi.undo, { id: made }))).status).toBe(403)
      const late = new Date(p.runtime.runtime.clock().getTime() + 25 * 3_600_000)
      p.runtime.setNow(late)
      expect((await errorOf(clerk.send(bulkUpdateApi.undo, { id: made }))).message).toBe(
        'An update can be undone only within 24 hours. Change its shipments again.',
      )
      p.runtime.setNow(null)
    })
  })

  it('require the staff permission and a reason for a hold', async () => {
    const shipment = await p.given.shipment()
    const references = [shipment.short_tracking_reference]
    const owner = await p.owner(shipment.account_id)
    expect((await errorOf(owner.send(bulkUpdateApi.start, { references, change: hold }))).status).toBe(403)
    expect(
      (await errorOf((await p.user(13)).send(bulkUpdateApi.start, { references, change: hold }))).status,
    ).toBe(403)
    expect(
      (await errorOf(clerk.send(bulkUpdateApi.start, { references, change: { ...hold, message: '' } })))
        .message,
    ).toBe('Enter why the shipments are put on hold.')
  })
})
