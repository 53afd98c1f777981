import { bulkUpdateApi } from '@waybill/domain/imports/api'
import { collectionsApi } from '@waybill/domain/collections/api'
import { driversApi } from '@waybill/domain/drivers/api'
import { hubApi } from '@waybill/domain/hub/api'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { booking } from '../../../server/dev/test-kit/provider.ts'
import { asSystem } from '../../../server/src/main/install.ts'
import { enterStatus, lockShipment } from '../../../server/src/shipments/index.ts'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

const admin = 'thandi@fynbos.example'
const foreign = 'Nomsa Cele belongs to DBN'

let product: Product
let staff: Page
let branches: Map<string, { id: number; public_name: string }>
beforeAll(async () => {
  product = await openProduct()
  staff = await product.as(admin)
  const answer = await request<{ branches: { id: number; name: string; public_name: string }[] }>(
    'GET',
    '/branches',
  )
  branches = new Map(answer.branches.map(({ name, ...branch }) => [name, branch]))
}, 180_000)
afterAll(async () => product.close())

const request = <Answer>(method: string, path: string, body?: object): Promise<Answer> =>
  product.ask(admin, method, path, body)
const branch = (name: string) => {
  const found = branches.get(name)
  if (!found) throw new Error(`The demonstration company has no branch ${name}.`)
  return found
}
/** Returns the time one week from now, when everything booked today is due. */
const later = () => new Date(product.now().getTime() + 7 * 86_400_000)
const open = (address: string) => staff.goto(product.web + address)
const button = (name: string) => staff.getByRole('button', { name })

interface Booked {
  id: number
  short_tracking_reference: string
  tracking_reference: string
}

/** Books a shipment from Cape Town to Johannesburg. */
const booked = () =>
  product.ask<Booked>(
    'riaan@overbergbooks.example',
    'POST',
    '/shipments',
    booking({ delivery_address: { ...booking().delivery_address, company: 'Choice Works' } as never }),
  )

/** Books a shipment and sets it to waiting for delivery in Johannesburg. */
async function arrived(): Promise<Booked> {
  const made = await booked()
  await asSystem(product.running.runtime, 1, async (ctx) => {
    await enterStatus(ctx, await lockShipment(ctx, made.id), {
      to: 'at-destination-hub',
      branch_id: branch('JHB').id,
    })
  })
  return made
}

/** Requests a collection in Johannesburg. */
async function requested(): Promise<{ id: number; display_id: string }> {
  const { accounts } = await request<{ accounts: { id: number }[] }>('GET', '/accounts?account_code=OVB014')
  const { delivery_address, delivery_contact } = booking()
  return request('POST', '/collection-requests', {
    account_id: accounts[0]?.id,
    address: delivery_address,
    contact: delivery_contact,
    date: dayOf(later()),
    expected_parcels: 2,
  })
}

/** Chooses Nomsa, whom the list marks as a driver of another branch. */
async function chooseForeigner(): Promise<void> {
  await staff.getByRole('combobox', { name: 'Driver' }).last().click()
  await staff.getByRole('option', { name: /Nomsa Cele.*belongs to DBN/ }).click()
  await staff.getByText(`${foreign}.`).first().waitFor()
}

/** Presses a button, expects the rejection, confirms the driver and presses it again. */
async function confirmed(press: string): Promise<void> {
  await button(press).last().click()
  await staff.getByText(`${foreign}. Choose another driver, or assign anyway.`).first().waitFor()
  await staff.getByRole('checkbox', { name: 'Assign anyway' }).check()
  await button(press).last().click()
}

describe('assigning a driver of another branch', () => {
  it('requires confirmation on the shipment page', async () => {
    const { id } = await booked()
    await open(`/shipments/${id}`)
    await button('More').click()
    await staff.getByRole('menuitem', { name: /^Assign collection driver/ }).click()
    await chooseForeigner()
    const { status } = await product.sends(shipmentsApi.change, () => confirmed('Assign driver'))
    expect(status).toBe(200)
    const { shipments } = await request<{ shipments: { collection_agent_id: string }[] }>(
      'GET',
      `/shipments?id=[${id}]`,
    )
    expect(shipments[0]?.collection_agent_id).toBe('nomsa')
  })

  it('requires confirmation for a stop on the ops dashboard', async () => {
    const { id } = await arrived()
    const given = await request<{ results: object[] }>('POST', '/trip-sheet/assign', {
      shipment_ids: [id],
      leg: 'delivery',
      username: 'sipho',
    })
    expect(given.results).toMatchObject([{ assigned: true }])
    await open(`/ops-dashboard?mode=driver-tripsheet&driver=sipho&date=${dayOf(later())}`)
    const stop = staff.getByRole('row').filter({ hasText: 'Choice Works' })
    await stop.getByRole('button').last().click()
    await staff.getByRole('menuitem', { name: 'Assign to another driver' }).click()
    await chooseForeigner()
    const { answer } = await product.sends(driversApi.assign, () => confirmed('Assign driver'))
    expect(answer).toMatchObject({ results: [{ assigned: true }] })
  })

  it('requires confirmation for a collection request', async () => {
    const { id } = await requested()
    await open(`/collection-requests/${id}`)
    await button('Change').or(button('Assign driver')).last().click()
    await chooseForeigner()
    const { answer } = await product.sends(collectionsApi.assign, () => confirmed('Assign driver'))
    expect(answer).toMatchObject({ results: [{ assigned: true }] })
  })

  it('assigns several collection requests from the list, and keeps those selected that cannot be assigned', async () => {
    const [one, other] = [await requested(), await requested()]
    await open('/collection-requests')
    for (const { display_id } of [one, other])
      await staff
        .getByRole('row', { name: new RegExp(display_id) })
        .getByRole('checkbox')
        .check()
    await button('Assign driver…').click()
    await staff.getByRole('dialog', { name: 'Assign a driver to 2 requests' }).waitFor()
    await request('DELETE', '/collection-requests', { id: other.id, reason: 'Done' })
    await chooseForeigner()
    const { answer } = await product.sends(collectionsApi.assign, () => confirmed('Assign driver'))
    expect(answer).toMatchObject({
      results: [
        { id: one.id, assigned: true },
        { id: other.id, assigned: false },
      ],
    })
    const alert = staff.getByRole('alertdialog', { name: '1 request not assigned' })
    await alert.getByText(`${other.display_id}: ${other.display_id} is cancelled`).waitFor()
    await alert.getByRole('button').last().click()
    await staff.getByText('1 selected').waitFor()
    await staff.getByRole('row', { name: new RegExp(`${one.display_id}.*Nomsa Cele`) }).waitFor()
  })

  it('requires confirmation on an interhub manifest', async () => {
    await open('/interhub-transfers/new')
    for (const [label, name] of [
      ['From', 'CPT'],
      ['To', 'JHB'],
    ] as const) {
      await staff.getByRole('combobox', { name: label, exact: true }).click()
      await staff.getByRole('option', { name: branch(name).public_name }).click()
    }
    await chooseForeigner()
    await confirmed('Open manifest')
    const sent = () => product.calls.filter(({ name }) => name === 'POST /interhub-transfers')
    await expect.poll(() => sent().map(({ status }) => status)).toEqual([400, 200])
  })

  it('requires confirmation in a bulk update, whose trial run reports the problem for the shipment', async () => {
    const { short_tracking_reference } = await arrived()
    const attempt = async (isConfirmed: boolean) => {
      await open('/tools/bulk-update')
      await staff.getByLabel('References').fill(short_tracking_reference)
      await staff.getByRole('combobox', { name: 'What to change' }).click()
      await staff.getByRole('option', { name: 'Assign driver' }).click()
      await staff.getByRole('combobox', { name: 'Driver' }).click()
      await staff.getByRole('option', { name: 'Nomsa Cele' }).click()
      const anyway = staff.getByRole('checkbox', { name: 'Assign anyway' })
      if (isConfirmed) await anyway.check()
      await product.sends(bulkUpdateApi.start, () => button('Check 1 shipment').click())
    }
    await attempt(false)
    await staff.getByText(`${foreign}. Choose another driver, or assign anyway.`).first().waitFor()
    await attempt(true)
    await staff
      .getByText(/→ Nomsa Cele/)
      .first()
      .waitFor()
  })

  it('requires confirmation in the hub scanner, before it starts and when a new problem appears while scanning', async () => {
    const [one, other] = [await arrived(), await arrived()]
    await open('/hub-scanner')
    await staff.getByRole('combobox', { name: 'Branch' }).click()
    await staff.getByRole('option', { name: 'JHB' }).click()
    await staff.getByText('Parcels leave with a driver').click()
    await chooseForeigner()
    expect(await button('Start scanning').isEnabled()).toBe(false)
    await staff.getByRole('checkbox', { name: 'Assign anyway' }).check()
    await button('Start scanning').click()
    const scan = (reference: string) =>
      product.sends(hubApi.addEvent, async () => {
        const field = staff.getByRole('textbox', { name: 'Scan or type a parcel reference' })
        await field.fill(`${reference}/1`)
        await field.press('Enter')
      })
    expect((await scan(one.short_tracking_reference)).answer).toMatchObject({ verdict: 'ok' })

    await button('Change mode').click()
    await staff.getByRole('combobox', { name: 'Driver' }).click()
    await staff.getByRole('option', { name: 'Sipho Dlamini' }).click()
    await button('Continue scanning').click()
    await asSystem(product.running.runtime, 1, async (ctx) => {
      await ctx.db
        .updateTable('app_user')
        .set({ licence_expiry: '2026-03-10' })
        .where('username', '=', 'sipho')
        .execute()
      await ctx.db
        .updateTable('shipment')
        .set({ delivery_agent_id: null })
        .where('id', '=', other.id)
        .execute()
    })
    expect((await scan(other.short_tracking_reference)).answer).toMatchObject({
      verdict: 'refused',
      code: 'driver_doubtful',
      message:
        'Sipho Dlamini has a licence that expired on 10 Mar 2026. Choose another driver, or assign anyway.',
    })
    const again = await product.sends(hubApi.addEvent, () => button('Assign anyway').click())
    expect(again.answer).toMatchObject({ verdict: 'ok' })
    expect(product.pageErrors).toEqual([])
  })
})
