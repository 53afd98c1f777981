import { compilePriceBook, type CompiledPriceBook } from '@waybill/domain/rates/compile-price-book'
import type { PriceSettings } from '@waybill/domain/rates/price-book'
import {
  insurance_declared_value_enabled,
  rates_fallback_zone_tag,
  rates_include_vat,
  rates_round_total_to,
  invoice_company_vat_no,
  vat_percentage,
} from '@waybill/domain/rates/settings'
import type { Reader } from '../kit/verb.ts'
import { revisionAt, revisionById } from './store.ts'

/** The price book in force, compiled once per process and revision. */
export function bookInForce(reader: Reader): Promise<CompiledPriceBook> {
  return reader.kept('rates', 'in force', async (ctx) => {
    const { id, book } = await revisionAt(ctx, ctx.now)
    return compilePriceBook({ ...book, rate_revision_id: id, settings: settingsOf(ctx) })
  })
}

/** The price book of one revision: shipments are priced again with the one they were priced with. */
export function bookOf(reader: Reader, rate_revision_id: number): Promise<CompiledPriceBook> {
  return reader.kept('rates', String(rate_revision_id), async (ctx) => {
    const { id, book } = await revisionById(ctx, rate_revision_id)
    return compilePriceBook({ ...book, rate_revision_id: id, settings: settingsOf(ctx) })
  })
}

function settingsOf(reader: Reader): PriceSettings {
  const rounding = reader.setting(rates_round_total_to)
  return {
    rates_include_vat: reader.setting(rates_include_vat),
    vat_percentage: reader.setting(invoice_company_vat_no) === '' ? 0 : reader.setting(vat_percentage),
    round_total_to: rounding === 'none' ? 0 : Math.round(Number(rounding) * 100),
    fallback_zone_tag: reader.setting(rates_fallback_zone_tag),
    insurance_enabled: reader.setting(insurance_declared_value_enabled),
  }
}
