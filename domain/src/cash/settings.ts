import { whenOn } from '../kit/setting.ts'
import { settingsSection } from '../kit/settings-section.ts'
import { cod_enabled } from '../accounts/settings.ts'

const cod = settingsSection('rates', 'cash on delivery')
const when_offered = { shown_when: whenOn(cod_enabled) }

export const cod_fee_percentage = cod.number(
  'cod_fee_percentage',
  'Fee of the collected amount',
  3,
  { min: 0, max: 100, unit: '%' },
  { ...when_offered, description: 'VAT included. An account can have its own terms.' },
)
export const cod_fee_minimum = cod.amount(
  'cod_fee_minimum',
  'Smallest fee of a shipment',
  25_00,
  1_000_00,
  when_offered,
)

/** Whether operators must open a till before they take cash at the counter. */
export const till_required = cod.toggle('till_required', 'Cash at the counter needs an open till', false)
