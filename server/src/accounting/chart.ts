import type { accountingApi, ChartRow } from '@waybill/domain/accounting/api'
import { chartPlaces } from '@waybill/domain/accounting/chart'
import { invalid } from '@waybill/domain/kit/problem'
import type { Context, Handler } from '../kit/handler.ts'
import { bookInForce } from '../rates/index.ts'
import { deleteAccounts, readChart, saveAccounts } from './chart-store.ts'
import { requireAccountant } from './require-accountant.ts'

async function placesOf(ctx: Context) {
  const { book } = await bookInForce(ctx)
  return chartPlaces(book.service_levels)
}

async function presentChart(ctx: Context): Promise<{ rows: ChartRow[] }> {
  const [places, chart] = [await placesOf(ctx), await readChart(ctx)]
  return { rows: places.map((place) => ({ ...place, code: chart.get(place.place) ?? '' })) }
}

/** Returns every ledger account that can be mapped, with its code in the accounting program. */
export const readAccountingChart: Handler<typeof accountingApi.chart> = async (ctx) => {
  requireAccountant(ctx)
  return presentChart(ctx)
}

/** Changes account codes. Places that are not sent keep theirs. */
export const saveAccountingChart: Handler<typeof accountingApi.saveChart> = async (ctx, { rows }) => {
  requireAccountant(ctx)
  const known = new Set((await placesOf(ctx)).map(({ place }) => place))
  rows.forEach(({ place }, at) => {
    if (!known.has(place))
      throw invalid(`There is no ledger account "${place}". Reload the page.`, [
        { field: `rows.${at}.place`, message: 'is not a ledger account' },
      ])
  })
  await saveAccounts(
    ctx,
    rows.filter(({ code }) => code !== ''),
  )
  await deleteAccounts(
    ctx,
    rows.filter(({ code }) => code === '').map(({ place }) => place),
  )
  return presentChart(ctx)
}
