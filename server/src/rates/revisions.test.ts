import { role_ids } from '@waybill/domain/kit/actor'
import { ratesApi } from '@waybill/domain/rates/api'
import type { ConfirmedWarning, RateEdit } from '@waybill/domain/rates/revisions/revisions'
import { revisionsApi } from '@waybill/domain/rates/revisions/revisions-api'
import { countWarnings } from '@waybill/domain/rates/revisions/publishing-warnings'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { auditApi } from '@waybill/domain/audit/api'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  booking,
  newProvider,
  ApiError,
  errorOf,
  type Caller,
  type TestProvider,
} from '../../dev/test-kit/provider.ts'

let p: TestProvider
let clerk: Caller
beforeAll(async () => {
  p = await newProvider()
  clerk = await p.staff()
})

const inForce = () => clerk.send(revisionsApi.detail, {})
const detail = (id: number) => clerk.send(revisionsApi.detail, { id })
const draft = async (name: string) =>
  clerk.send(revisionsApi.create, { name, based_on_id: (await inForce()).revision.id })
const main = (amount: string, serviceLevelId = 1): RateEdit => ({
  part: 'formulas',
  rate_group_id: 1,
  service_level_id: serviceLevelId,
  from_tag: 'Main centres',
  to_tag: 'Main centres',
  value: { symmetric: true, bands: [{ weight_from: 0, weight_to: null, type: 'flat', amount }] },
})
const change = (id: number, version: number, changes: RateEdit[], by = clerk) =>
  by.send(revisionsApi.change, { id, version, changes })
const publish = async (
  id: number,
  more: { valid_from?: Date; replaces_id?: number; confirmed?: ConfirmedWarning[] } = {},
) => {
  const { revision, replaces, warnings } = await detail(id)
  return clerk.send(revisionsApi.publish, {
    id,
    version: revision.version,
    replaces_id: replaces?.id ?? 0,
    at_once: more.valid_from === undefined,
    confirmed: countWarnings(warnings),
    ...more,
  })
}
const quote = async (by: Caller = clerk) => {
  const { collection_address, delivery_address, parcels = [] } = booking()
  const answer = await by.send(ratesApi.price, { collection_address, delivery_address, parcels })
  const economy = answer.rates.find(({ service_level }) => service_level.code === 'ECO')
  expect(economy?.service_level.delivery_date_from.getTime()).toBeGreaterThan(Date.now())
  return economy?.base_rate.charge
}
const caught = async (call: Promise<unknown>): Promise<ApiError['body']> => {
  const thrown: unknown = await call.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(thrown instanceof ApiError)) throw new Error('It was not refused.')
  return thrown.body
}

describe('a price book draft', () => {
  it('[RATE-019] starts with the content of the base revision, stores and audits edits, and leaves current quotes unchanged', async () => {
    const { id, version } = await draft('Summer prices')
    expect((await detail(id)).book).toEqual((await inForce()).book)
    const answer = await change(id, version, [main('120')])
    expect(answer.revision).toMatchObject({ status: 'draft', version: version + 1 })
    const { book, changes, problems } = await detail(id)
    expect(problems).toEqual([])
    expect(changes).toMatchObject([{ subject: 'Economy, Main centres to Main centres, Default group' }])
    expect(
      book.formulas.find((row) => row.to_tag === 'Main centres' && row.service_level_id === 1),
    ).toMatchObject({
      type: 'flat',
      amount: '120',
    })
    const trail = await clerk.send(auditApi.events, { type: 'rate_revision', object_id: String(id) })
    expect(JSON.stringify(trail)).toContain('Economy, Main centres to Main centres, Default group')
    expect(await quote()).toBe(99_00)
  })

  it('lets two users change different items, and returns 409 with the stored value for the same item', async () => {
    const { id, version } = await draft('Two editors')
    const finance = await p.user(role_ids.finance_manager)
    await change(id, version, [main('120')])
    await change(id, version, [main('180', 2)], finance)
    const error = await caught(change(id, version, [main('110')], finance))
    expect(error.code).toBe('conflict')
    expect(error.message).toMatch(
      /changed 'Economy, Main centres to Main centres, Default group' at \d\d:\d\d/,
    )
    expect(error.current).toMatchObject({
      version: version + 2,
      values: [{ value: { bands: [{ amount: '120' }] } }],
    })
    const atOnce = await Promise.all([
      errorOf(change(id, version + 2, [main('130')])),
      errorOf(change(id, version + 2, [main('131')], finance)),
      errorOf(change(id, version + 2, [main('190', 2)])),
    ])
    expect(atOnce.map(({ status }) => status).toSorted()).toEqual([200, 200, 409])
    expect((await caught(clerk.send(revisionsApi.discard, { id, version }))).code).toBe('conflict')
    await clerk.send(revisionsApi.discard, { id, version: version + 4 })
    expect((await errorOf(detail(id))).status).toBe(404)
  })

  it('rejects an invalid formula with its message and stores none of the edits sent with it', async () => {
    const { id, version } = await draft('Wrong formula')
    const wrong = main('99 +')
    if (wrong.part !== 'formulas' || !wrong.value?.bands[0]) throw new Error('it has a price')
    wrong.value.bands[0].type = 'formula'
    const error = await caught(change(id, version, [main('180', 2), wrong]))
    expect(error.message).toBe(
      'Main centres to Main centres, all weights: Something is missing at the end (character 5).',
    )
    expect((await detail(id)).revision.version).toBe(version)
  })

  it('assigns ids to new items that no other draft uses, and cannot be published with an unpriced service level', async () => {
    const [one, two] = [await draft('Ids 1'), await draft('Ids 2')]
    const [eco] = (await inForce()).book.service_levels
    if (!eco) throw new Error('something is sold')
    const added = async (id: number, version: number) => {
      const value = { ...eco, id: 0, code: 'NEW', name: 'New' }
      const answer = await change(id, version, [{ part: 'service_levels', id: 0, value }])
      const [edit] = answer.changes
      return edit && 'id' in edit ? edit.id : 0
    }
    const ids = [await added(one.id, one.version), await added(two.id, two.version)]
    expect(Math.min(...ids)).toBeGreaterThan(100)
    expect(ids[0]).not.toBe(ids[1])
    expect((await caught(publish(one.id))).message).toBe(
      'This draft cannot be published yet. New has no price on any lane.',
    )
    expect((await detail(one.id)).problems[0]?.place).toMatchObject({ part: 'service_levels', id: ids[0] })
  })
})

describe('publishing price books', () => {
  it('[RATE-016] [RATE-017] prices new bookings by the new revision, keeps existing shipments on theirs, and rejects later changes to it', async () => {
    const { collection_address, delivery_address, parcels } = booking()
    const before = await p.given.shipment()
    const { id, version } = await draft('Dearer')
    await change(id, version, [main('150')])
    const impact = await clerk.send(revisionsApi.impact, { id })
    expect(impact).toMatchObject({ count: 1, looked_at: 1, replayed: 1, changed: 1, not_sold: 0 })
    expect(impact.dearer).toBe(1)
    expect(impact.to - impact.from).toBe(168_75 - 111_38)
    expect(impact.biggest[0]).toMatchObject({ reference: before.short_tracking_reference })
    const estimate = await clerk.send(revisionsApi.estimate, {
      rate_revision_id: id,
      collection_address,
      delivery_address,
      parcels,
    })
    expect(estimate.rates.find(({ service_level }) => service_level.id === 1)?.base_rate.charge).toBe(150_00)
    expect(estimate.sources.find((one) => one.service_level_id === 1)).toMatchObject({
      rate_group_name: 'Default group',
      lane_from: 'Main centres',
      formula_type: 'flat',
    })
    expect(estimate.rejected?.length).toBeGreaterThan(0)
    expect(await quote()).toBe(99_00)

    const published = await publish(id)
    expect(published).toMatchObject({ status: 'published', is_in_force: true })
    expect(await quote()).toBe(150_00)
    const after = await p.given.shipment()
    expect(after.rates.find(({ type }) => type === 'base')).toMatchObject({
      value: 150_00,
      rate_revision_id: id,
    })
    await clerk.send(shipmentsApi.changeParcels, {
      id: before.id,
      parcels: [{ id: before.parcels[0]?.id ?? 0, submitted_weight_kg: 7 }],
    })
    const [again] = (await clerk.send(shipmentsApi.list, { id: [before.id] })).shipments
    expect(again?.rates.find(({ type }) => type === 'base')).toMatchObject({
      value: 118_00,
      rate_revision_id: before.rates[0]?.rate_revision_id,
    })
    const { message } = await caught(change(id, published.version, [main('160')]))
    expect(message).toBe("'Dearer' is published and cannot be changed. Start a draft from it instead.")
  })

  it('takes effect at a later moment, and returns 409 when the revision to replace is outdated', async () => {
    const { revision } = await inForce()
    const [next, late] = [await draft('Next month'), await draft('Late')]
    await change(next.id, next.version, [main('200')])
    const validFrom = new Date(Date.now() + 86_400_000)
    const scheduled = await publish(next.id, { valid_from: validFrom })
    expect(scheduled).toMatchObject({ status: 'published', is_in_force: false })
    expect(await quote()).toBe(150_00)
    expect((await detail(revision.id)).revision).toMatchObject({ valid_until: validFrom, is_in_force: true })
    expect((await errorOf(publish(late.id, { valid_from: validFrom }))).message).toBe(
      "'Next month' starts at the same time. Choose another time.",
    )
    p.runtime.setNow(new Date(validFrom.getTime() - 1000))
    expect(await quote()).toBe(150_00)
    p.runtime.setNow(validFrom)
    expect(await quote()).toBe(200_00)
    p.runtime.setNow(null)
    const past = new Date(Date.now() - 60_000)
    expect((await errorOf(publish(late.id, { valid_from: past }))).message).toMatch(
      /cannot start in the past/,
    )
    const after = new Date(validFrom.getTime() + 86_400_000)
    expect(await errorOf(publish(late.id, { valid_from: after }))).toMatchObject({
      status: 409,
      message:
        "'Next month' was published in the meantime and would apply then. Compare with it, then publish again.",
    })
  })

  it('[RATE-019] requires confirmation of zero, negative and far prices and lost lanes, each with its count', async () => {
    const shipment = await p.given.shipment()
    const { id, version } = await draft('Slips')
    const bad = main('-500 + w')
    if (bad.part !== 'formulas' || !bad.value?.bands[0]) throw new Error('it has a price')
    bad.value.bands[0].type = 'formula'
    const edited = await change(id, version, [
      bad,
      main('0', 2),
      { ...main('2000'), to_tag: 'Regional' } as RateEdit,
      { ...main('1'), from_tag: 'Regional', to_tag: 'Regional', value: null } as RateEdit,
    ])
    expect(edited.problems).toEqual([])
    const { warnings } = await detail(id)
    expect(edited.warnings).toEqual(warnings)
    expect(warnings.map(({ kind }) => kind).toSorted()).toEqual([
      'far-price',
      'negative-price',
      'unsold-lane',
      'zero-price',
    ])
    expect(warnings.find(({ kind }) => kind === 'negative-price')?.place).toMatchObject({
      from_tag: 'Main centres',
      weight_from: 0,
    })
    const impact = await clerk.send(revisionsApi.impact, { id })
    const lost = impact.biggest.find(({ id: one }) => one === shipment.id)
    expect(lost).toMatchObject({ to: null })
    expect(lost?.reason).toMatch(/the price of Economy .*, -500 \+ w, is below zero/)

    const all = warnings.map(({ kind }) => ({ kind, count: 1 }))
    for (const leftOut of all) {
      const error = await caught(publish(id, { confirmed: all.filter(({ kind }) => kind !== leftOut.kind) }))
      expect(error.message).toMatch(/^Check the draft again and confirm before publishing: 1 /)
    }
    expect((await caught(publish(id, { confirmed: all.map((one) => ({ ...one, count: 2 })) }))).code).toBe(
      'validation_failed',
    )
    const { revision, replaces } = await detail(id)
    const unsaid = { id, version: revision.version, replaces_id: replaces?.id ?? 0, confirmed: all }
    expect((await caught(clerk.send(revisionsApi.publish, unsaid))).message).toBe(
      'Choose when the new prices apply: now, or from a date.',
    )
    // The draft changed after the confirmation, so the confirmed counts no longer match.
    await change(id, edited.revision.version, [{ ...main('0', 2), to_tag: 'Regional' } as RateEdit])
    expect((await caught(publish(id, { confirmed: all }))).message).toContain('2 prices are R 0.00')
    const now = [
      ...all.filter(({ kind }) => kind !== 'zero-price'),
      { kind: 'zero-price' as const, count: 2 },
    ]
    expect(await publish(id, { confirmed: now })).toMatchObject({ is_in_force: true })
  })

  it('publishes exactly one of two drafts at the same moment', async () => {
    const drafts = [await draft('Race 1'), await draft('Race 2')]
    const replacesId = (await detail(drafts[0]?.id ?? 0)).replaces?.id ?? 0
    p.runtime.setNow(new Date())
    const outcomes = await Promise.all(
      drafts.map(({ id }) => errorOf(publish(id, { replaces_id: replacesId }))),
    )
    p.runtime.setNow(null)
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { revisions } = await clerk.send(revisionsApi.list, {})
    expect(revisions.filter(({ is_in_force }) => is_in_force)).toHaveLength(1)
  })
})

it('returns 403 for price books to account owners, drivers and API keys', async () => {
  const { id, version } = await draft('Rights')
  const owner = await p.owner()
  for (const call of [
    owner.send(revisionsApi.list, {}),
    owner.send(revisionsApi.detail, { id }),
    owner.send(revisionsApi.impact, { id }),
    change(id, version, [main('1')], owner),
  ])
    expect((await errorOf(call)).status).toBe(403)
  const driver = await p.driver()
  expect((await errorOf(driver.send(revisionsApi.list, {}))).status).toBe(403)
  const key = await p.apiKey()
  expect(await errorOf(key.send(revisionsApi.publish, { id, version, replaces_id: 1 }))).toMatchObject({
    status: 403,
  })
})
