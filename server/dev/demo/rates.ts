import { systemActor } from '@waybill/domain/kit/actor'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { laneIn } from '@waybill/domain/rates/price-grid/price-grid'
import { splitAt, withPrice, type CellPrice } from '@waybill/domain/rates/price-grid/lane-bands'
import type { BookContent, LaneBand, RateEdit } from '@waybill/domain/rates/revisions/revisions'
import { revisionsApi } from '@waybill/domain/rates/revisions/revisions-api'
import { callHandler } from '../call-handler.ts'
import type { Runtime } from '../../src/kit/runtime.ts'
import type { Demo } from './company.ts'

const [default_group, gold] = [1, 2]
const [economy, overnight] = [1, 2]

/** Weight bands: upper limit in kg (`null` for no limit) and price. A formula price depends on the weight. */
type Tariff = readonly [up_to: number | null, price: CellPrice][]

const flat = (amount: string): CellPrice => ({ type: 'flat', amount })
const formula = (amount: string): CellPrice => ({ type: 'formula', amount })

const local: Tariff = [
  [2, flat('79')],
  [5, flat('89')],
  [30, formula('89 + max(0, w - 5) * 7')],
  [null, formula('264 + max(0, w - 30) * 6.5')],
]
const main: Tariff = [
  [2, flat('89')],
  [5, flat('104')],
  [30, formula('104 + max(0, w - 5) * 9.75')],
  [null, formula('347.75 + max(0, w - 30) * 9')],
]
const regional: Tariff = [
  [2, flat('125')],
  [5, flat('142')],
  [30, formula('142 + max(0, w - 5) * 13.75')],
  [null, formula('485.75 + max(0, w - 30) * 12.5')],
]

const lanes: readonly (readonly [from: string, to: string, tariff: Tariff])[] = [
  ['JHB Main', 'JHB Main', local],
  ['PTA Main', 'PTA Main', local],
  ['JHB Main', 'PTA Main', local],
  ['CPT Main', 'CPT Main', local],
  ['DBN Main', 'DBN Main', local],
  ['Main centres', 'Main centres', main],
  ['Main centres', 'Regional', regional],
]

/**
 * Creates a draft rate revision for next month: Economy by weight bands, lower prices for Gold clients and a higher
 * fuel charge.
 */
export async function makeRateDraft(runtime: Runtime, demo: Demo): Promise<void> {
  const staff = { ...systemActor(demo.provider_id), username: 'thandi' }
  const { revision, book } = await callHandler(runtime, staff, revisionsApi.detail, { id: undefined })
  const month = nextMonth(dayOf(runtime.clock()))
  const draft = await callHandler(runtime, staff, revisionsApi.create, {
    name: `Prices from ${monthName(month)}`,
    based_on_id: revision.id,
  })
  await callHandler(runtime, staff, revisionsApi.change, {
    id: draft.id,
    version: draft.version,
    name: undefined,
    valid_from: month,
    changes: [
      ...lanes.map(([from, to, tariff]) => laneEdit(default_group, from, to, bandsOf(tariff))),
      ...fuel(book, month),
    ],
  })
  const { book: banded } = await callHandler(runtime, staff, revisionsApi.detail, { id: draft.id })
  await callHandler(runtime, staff, revisionsApi.change, {
    id: draft.id,
    version: draft.version + 1,
    name: undefined,
    changes: goldPrices(banded),
  })
}

function bandsOf(tariff: Tariff): LaneBand[] {
  let from = 0
  return tariff.map(([weightTo, price]) => {
    const band = { weight_from: from, weight_to: weightTo, ...price }
    from = weightTo ?? from
    return band
  })
}

function laneEdit(
  rateGroupId: number,
  fromTag: string,
  toTag: string,
  bands: readonly LaneBand[],
  serviceLevelId = economy,
): RateEdit {
  return {
    part: 'formulas',
    rate_group_id: rateGroupId,
    service_level_id: serviceLevelId,
    from_tag: fromTag,
    to_tag: toTag,
    value: { symmetric: true, bands: [...bands] },
  }
}

/** Returns the prices of Gold clients: lower on some lanes and weights, and Overnight by the kilogram above 10 kg. */
function goldPrices(book: BookContent): RateEdit[] {
  const inherited = (from: string, to: string, service = economy): LaneBand[] =>
    laneIn(book, gold, service, from, to)?.value.bands ?? []
  const long = withPrice(
    withPrice(bandsOf(main), 5, formula('104 + max(0, w - 5) * 8.75')),
    30,
    formula('322.75 + max(0, w - 30) * 7.95'),
  )
  return [
    laneEdit(gold, 'JHB Main', 'CPT Main', long),
    laneEdit(gold, 'JHB Main', 'JHB Main', withPrice(inherited('JHB Main', 'JHB Main'), 0, flat('69'))),
    laneEdit(
      gold,
      'Main centres',
      'Regional',
      withPrice(inherited('Main centres', 'Regional'), 0, flat('109')),
    ),
    laneEdit(
      gold,
      'Main centres',
      'Main centres',
      withPrice(
        splitAt(inherited('Main centres', 'Main centres', overnight), 10),
        10,
        formula('432.9 + max(0, w - 10) * 36'),
      ),
      overnight,
    ),
  ]
}

/** Returns the edit that sets the fuel charge from `effectiveDate`. */
function fuel(book: BookContent, effectiveDate: string): RateEdit[] {
  return book.rate_adjustments
    .filter(({ name }) => name === 'Fuel charge')
    .map((value) => ({
      part: 'rate_adjustments',
      id: value.id,
      value: { ...value, history: [...value.history, { effective_date: effectiveDate, charge_value: '13' }] },
    }))
}

/** Returns the first day of the month after a day. */
function nextMonth(day: string): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`
}

function monthName(day: string): string {
  return new Intl.DateTimeFormat('en-ZA', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T12:00:00Z`),
  )
}
