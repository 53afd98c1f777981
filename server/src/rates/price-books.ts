import { Problem } from '@waybill/domain/kit/problem'
import {
  compilePriceBook,
  type CompiledPriceBook,
} from '@waybill/domain/rates/price-books/compile-price-book'
import type { PriceSettings } from '@waybill/domain/rates/price-books/price-book'
import {
  insurance_declared_value_enabled,
  rates_fallback_zone_tag,
  rates_include_vat,
  rates_round_total_to,
  invoice_company_vat_no,
  vat_percentage,
} from '@waybill/domain/rates/settings'
import type { Context, BaseContext } from '../kit/handler.ts'
import { readBook, readTimetable } from './store.ts'

/**
 * Returns the price book in force, compiled once per process and revision. The cache holds the start times rather
 * than the current revision, so that a scheduled revision takes effect exactly at its start.
 */
export async function bookInForce(reader: BaseContext): Promise<CompiledPriceBook> {
  const timetable = await reader.cached('rates', 'timetable', readTimetable)
  const { now } = reader
  const current = timetable.findLast(({ valid_from }) => valid_from <= now)
  if (!current)
    throw new Problem('unavailable', 'This company has not published any prices yet. Please try again later.')
  return bookOf(reader, current.id)
}

/** Returns the price book of one published revision. Shipments are re-rated with the revision they were priced with. */
export function bookOf(reader: BaseContext, rateRevisionId: number): Promise<CompiledPriceBook> {
  return reader.cached('rates', String(rateRevisionId), (ctx) => freshBook(ctx, rateRevisionId))
}

/** Returns the price book of any revision as stored now. For drafts, because they change. */
export async function freshBook(ctx: Context, rateRevisionId: number): Promise<CompiledPriceBook> {
  const { name, book } = await readBook(ctx, rateRevisionId)
  return compilePriceBook({ ...book, name, rate_revision_id: rateRevisionId, settings: priceSettings(ctx) })
}

/** Returns the provider’s settings that are used for pricing. */
export function priceSettings(reader: BaseContext): PriceSettings {
  const rounding = reader.setting(rates_round_total_to)
  return {
    rates_include_vat: reader.setting(rates_include_vat),
    vat_percentage: reader.setting(invoice_company_vat_no) === '' ? 0 : reader.setting(vat_percentage),
    round_total_to: rounding === 'none' ? 0 : Math.round(Number(rounding) * 100),
    fallback_zone_tag: reader.setting(rates_fallback_zone_tag),
    insurance_enabled: reader.setting(insurance_declared_value_enabled),
  }
}
