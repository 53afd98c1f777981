import { surcharge } from '@waybill/domain/rates/price-books/market-defaults'
import { revisionsApi } from '@waybill/domain/rates/revisions/revisions-api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { startupApi } from '@waybill/domain/startup/api'
import { tagsApi } from '@waybill/domain/tags/api'
import { beforeAll, describe, expect, it } from 'vitest'
import { newProvider, errorOf, type Caller, type TestProvider } from '../../../dev/test-kit/provider.ts'

let p: TestProvider
let staff: Caller
beforeAll(async () => {
  p = await newProvider()
  staff = await p.staff()
})

const tag = (id: number[], tags: string[], by = staff) => by.send(shipmentsApi.addTags, { id, tags })
const listed = async (names: string[], by = staff) =>
  (await by.send(shipmentsApi.rows, { tag: names })).shipments.map(({ id }) => id).toSorted((a, b) => a - b)
const known = async () => (await staff.send(tagsApi.tags, { type: 'shipment' })).tags

describe('[SHIP-112] shipment tags', () => {
  it('adds tags to several shipments, lists them in general data, filters by them and removes them', async () => {
    const [one, two] = [await p.given.shipment(), await p.given.shipment()]
    expect(await tag([one.id, two.id], ['Fragile'])).toEqual({
      shipments: [one, two].map(({ id }) => ({ id, tags: ['Fragile'] })),
      count: 2,
    })
    // Tags are case-insensitive and trimmed; the first spelling stays.
    expect((await tag([two.id], [' fragile ', 'VIP'])).shipments[0]?.tags).toEqual(['Fragile', 'VIP'])
    const general = await staff.send(startupApi.generalData, {})
    expect(general.shipment_tags.map(({ name }) => name)).toEqual(['Fragile', 'VIP'])
    expect((await known()).map(({ name, count }) => [name, count])).toEqual([
      ['Fragile', 2],
      ['VIP', 1],
    ])
    expect(await listed(['Fragile'])).toEqual([one.id, two.id])
    expect(await listed(['VIP'])).toEqual([two.id])
    expect(await listed(['VIP', 'Fragile'])).toEqual([one.id, two.id])
    expect(await listed(['Nobody'])).toEqual([])
    const { shipments } = await staff.send(shipmentsApi.list, { id: [two.id] })
    expect(shipments[0]?.tags).toEqual(['Fragile', 'VIP'])
    await staff.send(shipmentsApi.removeTags, { id: [one.id, two.id], tags: ['FRAGILE'] })
    expect(await listed(['Fragile'])).toEqual([])
    expect(await listed(['VIP'])).toEqual([two.id])
  })

  it('renames and removes a tag on all shipments that have it', async () => {
    const made = await p.given.shipment()
    await tag([made.id], ['Chain store', 'Heavy'])
    const find = async (name: string) => (await known()).find((one) => one.name === name)?.id ?? 0
    await staff.send(tagsApi.change, { id: await find('Chain store'), name: 'Retail chain' })
    expect(await listed(['Retail chain'])).toEqual([made.id])
    await staff.send(tagsApi.remove, { id: await find('Heavy') })
    const { shipments } = await staff.send(shipmentsApi.list, { id: [made.id] })
    expect(shipments[0]?.tags).toEqual(['Retail chain'])
  })

  it('lets customers neither see, filter by nor set tags, and lets staff without permission create none', async () => {
    const made = await p.given.shipment()
    await tag([made.id], ['Query'])
    const owner = await p.owner(made.account_id)
    const { shipments } = await owner.send(shipmentsApi.list, { id: [made.id] })
    expect(shipments[0]).not.toHaveProperty('tags')
    const { shipments: rows } = await owner.send(shipmentsApi.rows, {})
    expect(rows).toMatchObject([{ id: made.id, tags: [] }])
    expect(await listed(['Query'], owner)).toEqual([])
    expect((await errorOf(tag([made.id], ['Mine'], owner))).status).toBe(403)
    const controller = await p.user(11)
    expect((await tag([made.id], ['query'], controller)).shipments[0]?.tags).toEqual(['Query'])
    expect(await errorOf(tag([made.id], ['Brand new'], controller))).toEqual({
      status: 400,
      message:
        'There is no tag Brand new for shipments. Choose one that exists, or ask an administrator to add it.',
    })
    const stranger = await (await newProvider()).staff()
    expect((await errorOf(tag([made.id], ['Query'], stranger))).status).toBe(404)
  })

  it('accepts at most 20 tags per shipment, and no empty tags, no commas and no empty shipment list', async () => {
    const made = await p.given.shipment()
    const many = Array.from({ length: 20 }, (_, at) => `Word ${at}`)
    await tag([made.id], many)
    expect((await errorOf(tag([made.id], ['One more']))).message).toBe(
      `A shipment has at most 20 tags. Remove one from ${made.short_tracking_reference} first.`,
    )
    expect((await known()).map(({ name }) => name)).not.toContain('One more')
    expect((await errorOf(tag([made.id], ['a, b']))).status).toBe(400)
    expect((await errorOf(tag([made.id], [' ']))).message).toBe('Choose a tag.')
    expect((await errorOf(tag([], ['VIP']))).status).toBe(400)
  })

  it('adds a surcharge with the tag it depends on and removes it with the tag', async () => {
    const fresh = await newProvider()
    const clerk = await fresh.staff()
    const { revision } = await clerk.send(revisionsApi.detail, {})
    const { id, version } = await clerk.send(revisionsApi.create, {
      name: 'Fragile',
      based_on_id: revision.id,
    })
    const value = surcharge({
      id: 0,
      name: 'Careful handling',
      type: 'tag',
      tag: 'Fragile',
      charge_value: '50',
    })
    await clerk.send(revisionsApi.change, {
      id,
      version,
      changes: [{ part: 'surcharges', id: 0, value }],
    })
    const draft = await clerk.send(revisionsApi.detail, { id })
    await clerk.send(revisionsApi.publish, {
      id,
      version: draft.revision.version,
      replaces_id: revision.id,
      at_once: true,
    })
    const made = await fresh.given.shipment()
    const rate = async () => (await clerk.send(shipmentsApi.list, { id: [made.id] })).shipments[0]?.rate ?? 0
    const before = await rate()
    await clerk.send(shipmentsApi.addTags, { id: [made.id], tags: ['Fragile'] })
    expect((await rate()) - before).toBeGreaterThanOrEqual(5000)
    await clerk.send(shipmentsApi.removeTags, { id: [made.id], tags: ['Fragile'] })
    expect(await rate()).toBe(before)
  })
})
