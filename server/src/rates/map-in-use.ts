import { wrongState } from '@waybill/domain/kit/problem'
import type { PayloadOf } from '@waybill/domain/kit/event'
import type { zoneRemoved } from '@waybill/domain/maps/events'
import type { PriceBook } from '@waybill/domain/rates/price-books/price-book'
import type { tagRenamed } from '@waybill/domain/tags/events'
import type { Context } from '../kit/handler.ts'
import { bookInForce } from './price-books.ts'

/** Returns where the prices in force use a tag, in words; `null` when they do not use it. */
function useOf(book: PriceBook, { type, from }: PayloadOf<typeof tagRenamed>): string | null {
  if (type === 'rates') {
    const lane = book.formulas.find((one) => one.from_tag === from || one.to_tag === from)
    if (lane) return `the prices from ${lane.from_tag} to ${lane.to_tag}`
    const group = book.tag_groups.find(({ tags }) => tags.includes(from))
    return group ? `the group ${group.name} of the prices` : null
  }
  if (type !== 'account' && type !== 'shipment') return null
  const surcharge = book.surcharges.find((one) => one.type === 'tag' && one.tag === from)
  if (surcharge) return `the surcharge ${surcharge.name}`
  const level =
    type === 'account' && book.service_levels.find((one) => one.visible_account_tags?.includes(from))
  return level ? `the service level ${level.name}` : null
}

/** Rejects renaming or removing a tag that the prices in force use, because they refer to it by name. */
export async function rejectTagOfPrices(ctx: Context, change: PayloadOf<typeof tagRenamed>): Promise<void> {
  const { book } = await bookInForce(ctx)
  const use = useOf(book, change)
  if (use)
    throw wrongState(
      `The tag ${change.from} is used in ${use}. Publish prices without it before you rename or remove it.`,
    )
}

/** Rejects removing an area that a surcharge in force uses. */
export async function rejectZoneOfPrices(
  ctx: Context,
  { zone_id, name }: PayloadOf<typeof zoneRemoved>,
): Promise<void> {
  const { book } = await bookInForce(ctx)
  const surcharge = book.surcharges.find((one) => one.type === 'zone' && one.zone_ids.includes(zone_id))
  if (surcharge)
    throw wrongState(
      `The surcharge ${surcharge.name} is for ${name}. Publish prices without it first, or switch the area off.`,
    )
}
