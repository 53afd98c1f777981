import { hubApi } from '@waybill/domain/hub/api'
import { interhubApi } from '@waybill/domain/hub/interhub-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { booking } from '../../../server/dev/test-kit/provider.ts'
import { asSystem } from '../../../server/src/main/install.ts'
import { enterStatus, lockShipment } from '../../../server/src/shipments/index.ts'
import { loseSignal } from '../../page-kit/actions.ts'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

const hub = 'bongani@fynbos.example'
const admin = 'thandi@fynbos.example'
let product: Product
let branches: { id: number; name: string; public_name: string }[]

beforeAll(async () => {
  product = await openProduct()
  branches = (await product.ask<{ branches: typeof branches }>(admin, 'GET', '/branches')).branches
  // Measures change prices at once, without a discrepancy that the account may dispute.
  await product.ask(admin, 'POST', '/providers/settings', {
    settings: [{ key: 'charge_discrepancy_threshold_min_amount', value: 10_000 }],
  })
}, 180_000)
afterAll(async () => product.close())

const branch = (name: string) => {
  const found = branches.find((one) => one.name === name)
  if (!found) throw new Error(`The demonstration company has no branch ${name}.`)
  return found
}

/** Books a parcel, moves it to its delivery hub, or gives it another status, and returns its reference. */
async function arrived(
  to: 'at-destination-hub' | 'in-transit' | 'out-for-delivery' = 'at-destination-hub',
): Promise<string> {
  const { id, short_tracking_reference } = await product.ask<{
    id: number
    short_tracking_reference: string
  }>('riaan@overbergbooks.example', 'POST', '/shipments', booking())
  await asSystem(product.running.runtime, 1, async (ctx) => {
    await enterStatus(ctx, await lockShipment(ctx, id), {
      to,
      branch_id: branch('JHB').id,
    })
  })
  return `${short_tracking_reference}/1`
}

async function scanner(mode: string): Promise<Page> {
  const page = await product.as(hub)
  await page.goto(`${product.web}/hub-scanner`)
  await page.getByText(mode).click()
  await page.getByRole('button', { name: 'Start scanning' }).click()
  return page
}
const scan = async (page: Page, text: string) => {
  const field = page.getByRole('textbox', { name: 'Scan or type a parcel reference' })
  await field.fill(text)
  await field.press('Enter')
}
const verdict = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Verdict' }).filter({ hasText: text })

describe('hub scanner', () => {
  it.each([
    ['arrive', 'Parcels come in from a driver', 'in-transit', 'ok', 'At destination hub'],
    ['assign-bay', 'Note in which bay a parcel is.', 'at-destination-hub', 'ok', 'BAY 3'],
    ['load-manifest', 'Parcels leave for another hub.', 'at-destination-hub', 'refused', 'NO MANIFEST'],
    ['unload-manifest', 'Parcels come off a load', 'in-transit', 'refused', 'NO MANIFEST'],
    ['out-for-delivery', 'Parcels leave with a driver.', 'at-destination-hub', 'ok', 'Out for delivery'],
    ['return-to-hub', 'Parcels that could not be delivered', 'out-for-delivery', 'ok', 'Returned to hub'],
    ['look-up', 'See what a parcel is.', 'at-destination-hub', 'ok', 'At destination hub'],
  ] as const)(
    '[HUB-003] scans in the mode %s and shows the verdict',
    async (mode, about, status, kind, short) => {
      const reference = await arrived(status)
      const page = await scanner(about)
      if (mode === 'assign-bay') await scan(page, 'BAY-3')
      const sent = await product.sends(hubApi.addEvent, () => scan(page, reference))
      expect(sent.input).toMatchObject({ mode, branch_id: branch('JHB').id, parcel_reference: reference })
      expect(sent.answer).toMatchObject({ verdict: kind, short })
      await verdict(page, short).waitFor()
      await page.context().close()
    },
  )

  it('[HUB-003] recognises an expected parcel while offline, and sends the scan when the connection is back', async () => {
    const reference = await arrived()
    const page = await scanner('Parcels leave with a driver')
    await page.getByRole('heading', { level: 2, name: 'To go out' }).waitFor()
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.getByRole('dialog').getByText(reference).waitFor()
    await page.keyboard.press('Escape')
    const regainSignal = await loseSignal(product, page, [hubApi.addEvent])
    await scan(page, reference)
    await verdict(page, 'Expected here. The server decides when the network is back.').waitFor()
    await regainSignal()
    await page.getByText('All scans sent').waitFor()
    expect(await page.getByText('Offline – scans are kept').count()).toBe(0)
    await page.context().close()
  })

  it('[HUB-003] lists a scan that the device cannot store as one to scan again', async () => {
    const reference = await arrived()
    const page = await scanner('Parcels leave with a driver')
    await page.evaluate(() => {
      const { put } = IDBObjectStore.prototype
      IDBObjectStore.prototype.put = function putOnce() {
        IDBObjectStore.prototype.put = put
        throw new DOMException('full', 'QuotaExceededError')
      }
    })
    await scan(page, reference)
    await page.getByText('NOT SAVED').first().waitFor()
    const toResolve = page.getByRole('listitem').filter({ hasText: 'This device could not save the scan' })
    expect(await toResolve.filter({ hasText: reference }).count()).toBe(1)
    await product.sends(hubApi.addEvent, () => scan(page, reference))
    await verdict(page, reference).waitFor()
    await page.context().close()
  })

  const notChosen = (page: Page, reference: string) =>
    page
      .getByRole('listitem')
      .filter({ hasText: 'Its manifest could not be chosen' })
      .filter({ hasText: reference })
  /** A manifest on which parcels are loaded at the hub. */
  const openManifest = async () => {
    const { interhub_transfers } = await product.ask<{
      interhub_transfers: { id: number; display_id: string }[]
    }>(admin, 'GET', `/interhub-transfers?phase=["open"]&from_branch_id=[${branch('JHB').id}]&limit=1`)
    const [found] = interhub_transfers
    if (!found) throw new Error('No manifest is open.')
    return found
  }
  /** Holds the answer to the look-up of a manifest barcode, else the usual one, until the returned function is called. */
  const holdLookUp = async (manifest: string, answer?: object) => {
    const isAnswered = Promise.withResolvers<void>()
    const asUsual = await product.answers(interhubApi.list, async ({ input, usual }) => {
      if ((input as { search?: string }).search !== manifest) return usual()
      await isAnswered.promise
      return answer ? { body: answer } : usual()
    })
    return async (): Promise<void> => {
      isAnswered.resolve()
      await asUsual()
    }
  }

  it('[HUB-003] lists a parcel as one to scan again when the scanner is set up again before its manifest is found', async () => {
    const page = await scanner('Parcels leave for another hub.')
    const { display_id: manifest } = await openManifest()
    const found = await holdLookUp(manifest)
    await scan(page, manifest)
    await scan(page, 'HELD-ONE')
    await page.keyboard.press('F9')
    await page.getByRole('button', { name: 'Continue scanning' }).click()
    await notChosen(page, 'HELD-ONE').waitFor()
    await found()
    await product.settled(page)
    expect(await page.getByText('Where each parcel belongs').count()).toBe(1)
    await page.context().close()
  })

  it('[HUB-003] has no manifest from the scan of a barcode until it is found, also after a reload or a new setup', async () => {
    const page = await scanner('Parcels leave for another hub.')
    const former = await openManifest()
    await scan(page, former.display_id)
    await product.settled(page)
    const { input: loaded } = await product.sends(hubApi.addEvent, () => scan(page, 'HELD-SEVEN'))
    expect(loaded).toHaveProperty('interhub_transfer_id', former.id)
    const found = await holdLookUp('IHM999998', { interhub_transfers: [], count: 0 })
    for (const code of ['IHM999998', 'IHM999996']) await scan(page, code)
    await page.getByText('Looking for IHM999998').waitFor()
    await page.reload()
    await page.getByText('Where each parcel belongs').waitFor()
    const waited = page.getByRole('listitem').filter({ hasText: 'This manifest was not chosen' })
    await waited.filter({ hasText: 'IHM999996' }).waitFor()
    await page.keyboard.press('F9')
    await page.getByRole('button', { name: 'Continue scanning' }).click()
    const { input } = await product.sends(hubApi.addEvent, () => scan(page, 'HELD-SIX'))
    expect(input).not.toHaveProperty('interhub_transfer_id')
    await found()
    await page.context().close()
  })

  it('[HUB-003] takes the barcode of a manifest at once again after the manifest was not chosen', async () => {
    const page = await scanner('Parcels leave for another hub.')
    const { display_id: manifest, id } = await openManifest()
    const found = await holdLookUp(manifest, { interhub_transfers: [], count: 0 })
    await scan(page, manifest)
    await found()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).last().click()
    await scan(page, manifest)
    await product.settled(page)
    const { input } = await product.sends(hubApi.addEvent, () => scan(page, 'HELD-AGAIN'))
    expect(input).toHaveProperty('interhub_transfer_id', id)
    await page.context().close()
  })

  it('[HUB-003] chooses the second of two manifests scanned at once when the first is unknown', async () => {
    const page = await scanner('Parcels leave for another hub.')
    const found = await holdLookUp('IHM999998', { interhub_transfers: [], count: 0 })
    await scan(page, 'IHM999998')
    for (const code of ['HELD-TWO', 'IHM999999', 'HELD-THREE']) await scan(page, code)
    const { input } = await product.sends(
      interhubApi.list,
      found,
      (sent) => (sent as { search?: string }).search === 'IHM999999',
    )
    expect(input).toMatchObject({ search: 'IHM999999' })
    await notChosen(page, 'HELD-TWO').waitFor()
    await notChosen(page, 'HELD-THREE').waitFor()
    expect(await notChosen(page, 'IHM999999').count()).toBe(0)
    await page.context().close()
  })

  it('[HUB-003] takes labels that are read twice while a manifest is looked up as one scan, which F8 undoes', async () => {
    const page = await scanner('Parcels leave for another hub.')
    const first = product.calls.length
    const { id, display_id: manifest } = await openManifest()
    const found = await holdLookUp(manifest)
    for (const code of [manifest, manifest, 'HELD-FOUR', 'HELD-FOUR']) await scan(page, code)
    await page.keyboard.press('F8')
    await page.getByText('HELD-FOUR was undone before it was sent.').waitFor()
    await scan(page, 'HELD-FIVE')
    const { input } = await product.sends(hubApi.addEvent, found)
    expect(input).toMatchObject({ parcel_reference: 'HELD-FIVE', interhub_transfer_id: id })
    await scan(page, 'HELD-FIVE')
    await product.settled(page)
    const sent = product.calls.slice(first).flatMap(({ input: { search, parcel_reference } }) => {
      const code = search ?? parcel_reference
      return typeof code === 'string' ? [code] : []
    })
    expect(sent).toEqual([manifest, 'HELD-FIVE'])
    await page.context().close()
  })

  it('[HUB-003] puts a parcel into the chosen bay, and into none when no bay is chosen', async () => {
    const reference = await arrived()
    const bayOf = () =>
      asSystem(product.running.runtime, 1, async (ctx) => {
        const { bay } = await ctx.db
          .selectFrom('parcel as p')
          .innerJoin('shipment as s', (join) =>
            join.onRef('s.provider_id', '=', 'p.provider_id').onRef('s.id', '=', 'p.shipment_id'),
          )
          .select('p.bay')
          .where('s.short_tracking_reference', '=', reference.split('/')[0] ?? '')
          .executeTakeFirstOrThrow()
        return bay ?? ''
      })
    const page = await scanner('Note in which bay a parcel is.')
    await scan(page, reference)
    await verdict(page, 'Choose the bay first, then scan.').waitFor()
    expect(await bayOf()).toBe('')
    // Scanning the barcode of a bay chooses the bay.
    await scan(page, 'BAY-3')
    await scan(page, reference)
    await verdict(page, 'BAY 3').waitFor()
    await expect.poll(bayOf).toBe('3')
    await page.context().close()
  })

  it('[HUB-003] stores measurements that differ greatly from the booking only after confirmation', async () => {
    const reference = await arrived()
    const page = await scanner('Type the actual size and weight')
    await scan(page, reference)
    for (const [label, value] of [
      ['Length', '90'],
      ['Width', '80'],
      ['Height', '70'],
      ['Weight', '55'],
    ] as const)
      await page.getByRole('textbox', { name: label }).fill(value)
    await page.getByRole('button', { name: 'Save' }).click()
    await verdict(page, 'CHECK MEASURES').waitFor()
    await page
      .getByText(/measured 90×80×70 cm, 55 kg: the weight is more than 3 times what was booked/)
      .first()
      .waitFor()
    const measured = async () => {
      const { shipments } = await product.ask<{
        shipments: { parcels: { has_been_dimensioned: boolean }[] }[]
      }>(admin, 'GET', `/shipments?search=${reference.split('/')[0]}`)
      return shipments[0]?.parcels[0]?.has_been_dimensioned
    }
    expect(await measured()).toBe(false)
    await page.getByRole('button', { name: 'Keep these measures' }).click()
    await verdict(page, 'Measured: 90×80×70 cm, 55 kg.').waitFor()
    expect(await measured()).toBe(true)
    await page.context().close()
  })
})

describe('manifest to another branch', () => {
  it('[HUB-002] requires confirmation to be scanned and received elsewhere, and shows who received it', async () => {
    const [from, to] = [branch('CPT'), branch('DBN')]
    const { id, display_id } = await product.ask<{ id: number; display_id: string }>(
      admin,
      'POST',
      '/interhub-transfers',
      { from_branch_id: from.id, to_branch_id: to.id, vehicle_registration: 'HX 12 KL GP' },
    )
    const { shipments } = await product.ask<{
      shipments: {
        collection_branch_id: number
        delivery_branch_id: number
        parcels: { tracking_reference: string }[]
      }[]
    }>(admin, 'GET', '/shipments?status=["collected","collection-assigned"]&limit=100')
    const found = shipments.find(
      (one) =>
        one.collection_branch_id === from.id && one.delivery_branch_id === to.id && one.parcels.length === 1,
    )
    const parcelReference = found?.parcels[0]?.tracking_reference ?? ''
    await product.ask(admin, 'POST', '/tracking/shipment-events', {
      parcel_reference: parcelReference,
      mode: 'arrive',
      branch_id: from.id,
    })
    await product.ask(admin, 'POST', '/interhub-transfers/parcels', {
      interhub_transfer_id: id,
      parcel_reference: parcelReference,
    })
    await product.ask(admin, 'POST', '/interhub-transfers/close', { id })
    await product.ask(admin, 'POST', '/interhub-transfers/depart', { id })
    const { user: me } = await product.ask<{ user: { name: string } }>(hub, 'GET', '/general-data')
    const page = await product.as(hub)
    await page.goto(`${product.web}/interhub-transfers/${id}`)
    await page.getByText(`This load goes to ${to.public_name}.`).waitFor()
    expect(await page.getByLabel('Parcel reference', { exact: true }).count()).toBe(0)
    await page.getByRole('button', { name: `Scan for ${to.public_name}` }).click()
    await page.getByLabel('Parcel reference', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Unloading complete' }).click()
    const question = page.getByRole('alertdialog', { name: `Is ${display_id} empty?` })
    await question.getByText(`It goes to ${to.public_name}, but you work at another branch.`).waitFor()
    await question.getByRole('button', { name: 'Yes, it is empty' }).click()
    await page.getByText(`Received by ${me.name} of ${branch('JHB').public_name}`).waitFor()
    await page.context().close()
  })
})
