import { invalid } from '@waybill/domain/kit/problem'
import type { ratesApi } from '@waybill/domain/rates/api'
import { dayNumber } from '@waybill/domain/kit/dates/calendar'
import { weekday_names } from '@waybill/domain/rates/model'
import { listHolidays, listServiceAreas, replaceHolidays } from '../maps/index.ts'
import type { Handler } from '../kit/handler.ts'
import { bookInForce } from './price-books.ts'

/** Number of years after the current one for which holidays are listed. */
const listed_years = 5

/** Lists the public holidays that estimates skip. The id of a holiday is its day number. */
export const readHolidays: Handler<typeof ratesApi.holidays> = async (ctx) => {
  const holidays = await listHolidays(ctx, listed_years)
  return {
    holidays: holidays.map((holiday) => ({ id: dayNumber(holiday.date), ...holiday })),
    count: holidays.length,
  }
}

/**
 * Replaces all public holidays by the list. A year without any day in the list uses the statutory holidays. Rejects a
 * list with two entries for one day.
 */
export const saveHolidays: Handler<typeof ratesApi.replaceHolidays> = async (ctx, input) => {
  const days = input.map((holiday) => holiday.date)
  const twice = days.find((date, index) => days.indexOf(date) !== index)
  if (twice) throw invalid(`${twice} is listed twice. Send each day once.`)
  await replaceHolidays(
    ctx,
    input.map(({ date, description }) => ({ date, description: description ?? '' })),
  )
  return readHolidays(ctx, {})
}

export const readServiceAreas: Handler<typeof ratesApi.serviceAreas> = async (ctx, { is_default }) => {
  const areas = (await listServiceAreas(ctx)).filter((area) => !is_default || area.is_default)
  const serviceAreas = areas.map((area) => {
    const days = [...area.service_days.collection, ...area.service_days.delivery]
    return {
      id: area.id,
      name: area.name,
      is_default: area.is_default,
      days: weekday_names.map((name, index) => ({ name, is_active: days.includes((index + 1) % 7) })),
    }
  })
  return { service_areas: serviceAreas, count: serviceAreas.length }
}

export const readServiceLevels: Handler<typeof ratesApi.serviceLevels> = async (ctx, { is_active }) => {
  const { book } = await bookInForce(ctx)
  const serviceLevels = book.service_levels.filter(
    (level) => is_active === undefined || level.is_active === is_active,
  )
  return { service_levels: [...serviceLevels], count: serviceLevels.length }
}
