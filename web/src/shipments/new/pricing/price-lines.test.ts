import type { Rate } from '@waybill/domain/rates/model'
import { describe, expect, it } from 'vitest'
import { deliveryText, isLater } from './estimate-texts.ts'
import { cheapestFirst, fastest, priceLines, vatOf, weightSentence, weightShort } from './price-lines.ts'

const economy: Rate = {
  rate: 250_31,
  rate_excluding_vat: 217_66,
  base_rate: {
    charge: 222_50,
    charge_per_parcel: [222_50],
    group_name: 'Gold clients',
    vat: 29.0217,
    vat_type: 'standard',
    vat_percentage: 15,
    rate_formula_type: 'formula',
    total_calculated_weight: 18,
  },
  service_level: {
    id: 1,
    code: 'ECO',
    name: 'Economy',
    description: '',
    collection_date: new Date('2026-11-18T14:00:00Z'),
    collection_cut_off_time: new Date('2026-11-18T13:00:00Z'),
    delivery_date_from: new Date('2026-11-19T06:00:00Z'),
    delivery_date_to: new Date('2026-11-20T15:00:00Z'),
    collection_moved_by: null,
    earliest_collection_capacity_date: null,
    vat_type: 'standard',
    insurance_disabled: false,
  },
  surcharges: [
    {
      id: 3,
      name: 'Fuel charge',
      charge: 27_81,
      vat: 3.6274,
      vat_type: 'standard',
      charge_type: 'percentage',
      charge_value: 12.5,
      is_opt_in: false,
    },
  ],
  rate_adjustments: [],
  time_based_rate_adjustments: [],
  extras: [{ id: 9, insurance_charge: 25_00, vat: 0, vat_type: 'standard' }],
  charged_weight: 18,
  actual_weight: 12.6,
  volumetric_weight: 18,
  rate_revision_id: 13,
}

describe('price breakdown', () => {
  it('[RATE-002] lists base, surcharges and insurance with an explanation where one is known', () => {
    expect(priceLines(economy)).toEqual([
      { label: 'Base', amount: 222_50, sentence: 'Gold clients' },
      { label: 'Fuel charge', amount: 27_81, sentence: '12.5 % of the base charge.' },
      { label: 'Insurance', amount: 25_00, sentence: '' },
    ])
    expect(vatOf(economy)).toBe(32_65)
  })

  it('uses the explanations of the server when the response contains them', () => {
    const explain = [
      { label: 'Charged weight', amount: null, sentence: '18 kg: by volume.' },
      { label: 'Base charge', amount: 222_50, sentence: 'R 99.00 up to 5 kg, then 13 kg × R 9.50.' },
      { label: 'Fuel charge', amount: 27_81, sentence: '12.5 % of R 222.50.' },
    ]
    const lines = priceLines({ ...economy, explain })
    expect(lines.map(({ sentence }) => sentence)).toEqual([
      'R 99.00 up to 5 kg, then 13 kg × R 9.50.',
      '12.5 % of R 222.50.',
      '',
    ])
    expect(weightSentence({ ...economy, explain })).toBe('Charged on 18 kg: by volume.')
  })

  it('states which weight is charged', () => {
    expect(weightShort(economy)).toBe('18 kg vol.')
    expect(weightSentence(economy)).toBe('Charged on 18 kg: 18 kg by volume is more than 12.6 kg by weight.')
    expect(weightShort({ ...economy, charged_weight: 20, actual_weight: 20 })).toBe('20 kg')
  })

  it('returns no VAT when prices are hidden', () => {
    expect(vatOf({ ...economy, rate: null, rate_excluding_vat: null })).toBeNull()
  })

  it('sorts rates by price and finds the fastest', () => {
    const overnight = {
      ...economy,
      rate: 777_38,
      service_level: {
        ...economy.service_level,
        code: 'OVN',
        delivery_date_to: new Date('2026-11-19T10:00:00Z'),
      },
    }
    expect(cheapestFirst([overnight, economy]).map((rate) => rate.service_level.code)).toEqual(['ECO', 'OVN'])
    expect(fastest([economy, overnight])).toBe(overnight)
  })
})

describe('delivery dates of a service', () => {
  const now = new Date('2026-11-18T12:00:00Z')
  it('formats a range of days, or one day with its time', () => {
    expect(deliveryText(economy, now)).toBe('Thu 19 – Fri 20 Nov')
    const today = {
      ...economy.service_level,
      delivery_date_from: now,
      delivery_date_to: new Date('2026-11-18T14:30:00Z'),
    }
    expect(deliveryText({ ...economy, service_level: today }, now)).toBe('today by 16:30')
  })
  it('compares the collection day with the requested day', () => {
    expect(isLater(economy, '2026-11-17')).toBe(true)
    expect(isLater(economy, '2026-11-18')).toBe(false)
  })
})
