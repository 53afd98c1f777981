import { adjustment, no_conditions, serviceLevel, surcharge, timed } from './market-defaults.ts'
import type {
  PriceBook,
  RateAdjustment,
  RateFormula,
  RateGroup,
  RateGroupExtra,
  ServiceLevel,
  Surcharge,
  TimeBasedRateAdjustment,
} from './price-book.ts'

const main_centres = 'Main centres'
const metros = ['JHB Main', 'PTA Main', 'CPT Main', 'DBN Main'] as const

const service_levels: readonly ServiceLevel[] = [
  serviceLevel({
    id: 1,
    code: 'ECO',
    name: 'Economy',
    description: 'Delivered within 2-3 days',
    volumetric_factor: 4000,
    cut_off: '15:00',
    estimate: ['d', 2, 'd', 3],
    colour: 'blue',
    collection_address_types: ['any'],
    delivery_address_types: ['any'],
  }),
  serviceLevel({
    id: 2,
    code: 'OVN',
    name: 'Overnight',
    description: 'Main centres by the next day',
    cut_off: '15:00',
    estimate: ['d', 1, 'd', 2],
    colour: 'purple',
  }),
  serviceLevel({
    id: 3,
    code: 'LOX',
    name: 'Local Overnight Parcel',
    description: 'Across town by the next day',
    max_weight: 40,
    cut_off: '14:00',
    estimate: ['d', 1, 'd', 1],
    colour: 'teal',
  }),
  serviceLevel({
    id: 4,
    code: 'LOF',
    name: 'Local Overnight Flyer',
    description: 'Flyers across town by the next day',
    max_parcel_weight: 15,
    packagings: ['Standard flyer'],
    base_charge_scope: 'parcel',
    cut_off: '14:00',
    estimate: ['h', 8, 'h', 16],
    colour: 'teal',
  }),
  serviceLevel({
    id: 5,
    code: 'LSE',
    name: 'Local Same Day Economy',
    description: 'Across town by 17:00 today',
    max_weight: 40,
    cut_off: '10:30',
    estimate: ['h', 1, 'h', 7],
    colour: 'orange',
  }),
]

const rate_groups: readonly RateGroup[] = [
  { id: 1, name: 'Default group', parent_rate_group_id: null, base_percentage: null, min_charge: 0 },
  { id: 2, name: 'Gold clients', parent_rate_group_id: 1, base_percentage: '-10', min_charge: null },
]

/** One price of a lane for all weights: [service level, from, to, type, amount]. All lanes apply in both directions. */
type Price = readonly [
  service_level_id: number,
  from: string,
  to: string,
  type: RateFormula['type'],
  amount: string,
]

const local_lanes: readonly (readonly [string, string])[] = [
  ...metros.map((tag) => [tag, tag] as const),
  ['JHB Main', 'PTA Main'],
]

const local_prices: readonly Price[] = local_lanes.flatMap(([from, to]): Price[] => [
  [1, from, to, 'formula', '85 + max(0, w - 5) * 7'],
  [2, from, to, 'no-rate', ''],
  [3, from, to, 'formula', '110 + max(0, w - 10) * 8'],
  [4, from, to, 'flat', '86.25'],
  [5, from, to, 'formula', '165 + max(0, w - 5) * 12'],
])

const national_prices: readonly Price[] = [
  [1, main_centres, main_centres, 'formula', '99 + max(0, w - 5) * 9.5'],
  [1, main_centres, 'Regional', 'formula', '135 + max(0, w - 5) * 13.5'],
  [1, 'Regional', 'Regional', 'formula', '165 + max(0, w - 5) * 16'],
  [2, main_centres, main_centres, 'formula', '145 + max(0, w - 2) * 42'],
  [2, main_centres, 'Regional', 'formula', '210 + max(0, w - 2) * 58'],
  [2, 'Regional', 'Regional', 'no-rate', ''],
]

const gold_prices: readonly Price[] = [[1, 'JHB Main', 'CPT Main', 'formula', '89 + max(0, w - 5) * 8.5']]

const formulas: readonly RateFormula[] = [
  ...[...local_prices, ...national_prices].map((price) => ({ rate_group_id: 1, price })),
  ...gold_prices.map((price) => ({ rate_group_id: 2, price })),
].map(({ rate_group_id, price: [serviceLevelId, fromTag, toTag, type, amount] }, index) => ({
  id: index + 1,
  rate_group_id,
  service_level_id: serviceLevelId,
  from_tag: fromTag,
  to_tag: toTag,
  symmetric: true,
  weight_from: 0,
  weight_to: null,
  type,
  amount,
}))

const area = (id: number, name: string, chargeValue: string): Surcharge =>
  surcharge({ id, name, type: 'zone', charge_value: chargeValue, per_side: true })

/** Surcharge areas start without polygons, so they charge nothing until staff draw one. */
const surcharges: readonly Surcharge[] = [
  area(1, 'Remote area', '85'),
  surcharge({
    id: 2,
    name: 'Long parcel',
    type: 'dimensions-weight',
    charge_value: '60',
    metric: 'longest_side',
    threshold: 90,
  }),
  surcharge({
    id: 3,
    name: 'Heavy parcel',
    type: 'dimensions-weight',
    charge_value: '95',
    metric: 'parcel_weight',
    threshold: 30,
    scope: 'each_parcel',
  }),
  area(4, 'Farm or plot', '65'),
  area(5, 'Mine or power station', '120'),
  area(6, 'Embassy or military base', '95'),
  area(7, 'Game or holiday resort', '110'),
  area(8, 'Shopping centre or chain store', '55'),
  area(9, 'High-risk area', '75'),
  surcharge({
    id: 10,
    name: 'Signed delivery note',
    type: 'pod-method',
    charge_value: '35',
    pod_method: 'grv',
  }),
]

const rate_adjustments: readonly RateAdjustment[] = [
  adjustment({ id: 1, name: 'Fuel charge', charge_type: 'percentage', charge_value: '12.5' }),
  adjustment({
    id: 2,
    name: 'Fragile handling',
    description: 'Packed on top and carried by hand',
    charge_value: '45',
    is_opt_in: true,
  }),
  adjustment({
    id: 3,
    name: 'Return of signed documents',
    description: 'The signed papers come back to you',
    charge_value: '85',
    is_opt_in: true,
    conditions: {
      ...no_conditions,
      collection_kinds: ['street-address'],
      delivery_kinds: ['street-address'],
    },
  }),
]

const time_based_rate_adjustments: readonly TimeBasedRateAdjustment[] = [
  timed({
    id: 1,
    name: 'Early bird',
    description: 'Delivered before 10:30',
    leg: 'delivery',
    charge_value: '150',
    deadline: '10:30',
  }),
  timed({
    id: 2,
    name: 'Dawn',
    description: 'Delivered before 09:00',
    leg: 'delivery',
    charge_value: '220',
    deadline: '09:00',
  }),
  timed({
    id: 3,
    name: 'After hours',
    description: 'Delivered between 17:00 and 21:00',
    leg: 'delivery',
    charge_value: '120',
    window_from: '17:00',
    window_to: '21:00',
  }),
  timed({
    id: 4,
    name: 'Saturday delivery',
    description: 'Saturday counts as a delivery day',
    leg: 'delivery',
    charge_value: '120',
    weekdays: [6],
  }),
  timed({
    id: 5,
    name: 'Sunday and public holiday delivery',
    description: 'Sundays and public holidays count as delivery days',
    leg: 'delivery',
    charge_value: '250',
    weekdays: [0],
    public_holidays: true,
  }),
  timed({
    id: 6,
    name: 'Saturday collection',
    description: 'Saturday counts as a collection day',
    leg: 'collection',
    charge_value: '120',
    weekdays: [6],
  }),
]

const rate_group_extras: readonly RateGroupExtra[] = [
  {
    id: 1,
    rate_group_id: 1,
    insurance_percentage: '1.75',
    insurance_min_charge: 25_00,
    insurance_included_value: 0,
    insurance_max_declared_value: 50_000_00,
    insurance_bands: [],
    vat_type: null,
  },
]

/**
 * The price book of a new provider: five service levels that are usual in the South African market, four main centres
 * and the rest of the country, fuel, the usual surcharges and extras (docs/domain/rating.md). Amounts include VAT.
 * The server assigns its ids and links surcharge areas to polygons.
 */
export const starter_price_book: PriceBook = {
  rate_revision_id: 1,
  name: 'Starter price book',
  service_levels,
  rate_groups,
  tag_groups: [{ name: main_centres, tags: metros }],
  formulas,
  surcharges,
  rate_adjustments,
  time_based_rate_adjustments,
  rate_group_extras,
  group_overrides: [],
  settings: {
    rates_include_vat: true,
    vat_percentage: 15,
    round_total_to: 0,
    fallback_zone_tag: 'Regional',
    insurance_enabled: true,
  },
}
