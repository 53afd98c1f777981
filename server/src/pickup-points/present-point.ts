import { dayOf } from '@waybill/domain/kit/calls/wire'
import type { PickupPoint } from '@waybill/domain/pickup-points/model'
import type { BaseContext } from '../kit/handler.ts'
import type { PointRow } from './store.ts'

/** Returns the absolute URLs of the photos of a point; the first is also its image. */
export function photosOf(
  reader: BaseContext,
  { photos }: Pick<PointRow, 'photos'>,
): Pick<PickupPoint, 'image_url' | 'photo_urls'> {
  const [first, ...others] = photos.map((path) => `${reader.request.web_url}${path}`)
  return first === undefined ? {} : { image_url: first, photo_urls: [first, ...others] }
}

/**
 * Returns what holds today instead of the trading hours of an own point, when today is one of `holidays`
 * (`YYYY-MM-DD`). The hours of networks already say what holds.
 */
export function hoursToday(
  reader: BaseContext,
  { pickup_point_provider, holiday_hours }: Pick<PointRow, 'pickup_point_provider' | 'holiday_hours'>,
  holidays: ReadonlySet<string>,
): Pick<PickupPoint, 'holiday_hours_today'> {
  const isHoliday = holidays.has(dayOf(reader.now))
  return pickup_point_provider === 'own' && isHoliday && holiday_hours !== 'usual'
    ? { holiday_hours_today: holiday_hours }
    : {}
}
