import { jobsApi } from '@waybill/domain/jobs/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

let product: Product
let staff: Page
beforeAll(async () => {
  product = await openProduct()
  staff = await product.as('thandi@fynbos.example')
}, 180_000)
afterAll(async () => product.close())

const button = (name: string | RegExp) => staff.getByRole('button', { name })
const rows = (name: RegExp) => staff.getByRole('row', { name })

/** Adds a job of the demo company that the worker has given up. */
async function giveUp(listener: string, payload: object, lastError: string): Promise<void> {
  await product.running.runtime.pool.query(
    `INSERT INTO outbox (provider_id, event, listener, object_key, payload, request_id, attempts, last_error, dead_at)
      VALUES (1, 'x', $1, $2, $3, 'test', 8, $4, $5)`,
    [listener, JSON.stringify(payload), JSON.stringify(payload), lastError, product.now()],
  )
}

async function act(row: RegExp, item: string): Promise<void> {
  await rows(row)
    .getByRole('button', { name: /actions|more/i })
    .click()
  await staff.getByRole('menuitem', { name: item }).click()
}

describe('failed jobs', () => {
  it('are listed with their reason, retried or discarded one by one, and retried together by kind', async () => {
    const { shipments } = await product.ask<{ shipments: { id: number }[] }>(
      'thandi@fynbos.example',
      'GET',
      '/shipments/rows?limit=3',
    )
    for (const [at, { id: shipmentId }] of shipments.entries())
      await giveUp('tell booked', { shipment_id: shipmentId }, `The mail server is down (${at + 1}).`)
    await giveUp('send code', { registration_id: 0 }, 'No such registration.')

    await staff.goto(`${product.web}/tools`)
    await staff.getByRole('link', { name: 'Open Failed jobs' }).click()
    await staff.getByRole('heading', { level: 1, name: 'Failed jobs' }).waitFor()
    await rows(/Message about a new booking.*8.*The mail server is down \(1\).*Retry or discard by/).waitFor()
    await rows(/Send the code of a registration.*No such registration/).waitFor()
    await product.settled(staff)
    expect(await rows(/Retry or discard by/).count()).toBe(4)

    const one = await product.sends(jobsApi.retry, () => act(/down \(1\)/, 'Retry'))
    expect(one.answer).toEqual({ count: 1 })
    await staff.getByText('The job is being retried').waitFor()
    await rows(/down \(1\)/).waitFor({ state: 'detached' })

    await act(/No such registration/, 'Discard')
    const question = staff.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Keep it' }).click()
    await rows(/No such registration/).waitFor()
    await act(/No such registration/, 'Discard')
    const discarded = await product.sends(jobsApi.discard, () =>
      question.getByRole('button', { name: 'Discard' }).click(),
    )
    expect(discarded.status).toBe(204)
    await rows(/No such registration/).waitFor({ state: 'detached' })

    await staff.goto(`${product.web}/tools/failed-jobs?listener=tell%20booked`)
    const all = await product.sends(jobsApi.retry, () => button('Retry all of this kind').click())
    expect(all.answer).toEqual({ count: 2 })
    await staff.getByText('2 jobs are being retried').waitFor()
    await rows(/The mail server is down/)
      .first()
      .waitFor({ state: 'detached' })

    await product.running.outbox.drain()
    const { rows: left } = await product.running.runtime.pool.query(
      "SELECT listener FROM outbox WHERE request_id = 'test'",
    )
    expect(left).toEqual([])
    const { rows: audited } = await product.running.runtime.pool.query<{ source: string }>(
      "SELECT source FROM audit_event WHERE object_type = 'failed_job'",
    )
    expect(audited.map(({ source }) => source)).toEqual(Array.from({ length: 4 }, () => 'thandi'))
  })
})
