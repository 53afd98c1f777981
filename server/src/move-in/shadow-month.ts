import { formatRand } from '@waybill/domain/kit/money'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { invalid, Problem } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import type { moveInApi } from '@waybill/domain/move-in/api'
import { shadow_columns } from '@waybill/domain/move-in/columns'
import type { CellProblem, Content, readLines } from '@waybill/domain/move-in/records'
import { maySeeRevisions } from '@waybill/domain/rates/revisions/draft-rules'
import type { ParcelInput } from '@waybill/domain/shipments/parcel'
import { readParcels } from '@waybill/domain/shipments/parcel-notation'
import { accountIdsByCode } from '../accounts/index.ts'
import type { ExternalContext, ExternalHandler, Handler } from '../kit/handler.ts'
import { inFileThread } from '../kit/threads.ts'
import { answerQuote, bookInForce, freshBook } from '../rates/index.ts'
import { requireMover } from './load-file.ts'
import { addressIn, valueOf } from './loaders/loader.ts'
import {
  deleteMonth,
  insertMonth,
  listMonths,
  listWaybills,
  readMonth,
  sumMonth,
  type PricedWaybill,
} from './shadow-store.ts'

const readFile = inFileThread<typeof readLines>(
  new URL(import.meta.resolve('@waybill/domain/move-in/records')),
  'readLines',
)

const max_problems = 200

type Book = Awaited<ReturnType<typeof bookInForce>>

/** Prices waybills of another system by a price book, which may be a draft. Stores the run and books nothing. */
export const priceShadowMonth: ExternalHandler<typeof moveInApi.priceShadowMonth> = async (ctx, input) => {
  requireMover(ctx)
  ensure(maySeeRevisions(ctx.actor))
  const file = await readFile(input.content, shadow_columns, 'waybills', input.columns)
  if ('problem' in file) throw invalid(file.problem, [{ field: 'content', message: file.problem }])
  const revisionId = input.rate_revision_id
  const book = revisionId
    ? await ctx.inTransaction((inner) => freshBook(inner, revisionId))
    : await bookInForce(ctx)
  const accounts = await ctx.inTransaction(accountIdsByCode)
  const problems: CellProblem[] = [...file.problems]
  const waybills: PricedWaybill[] = []
  const wrong = new Set(file.problems.map(({ line }) => line))
  for (const { line, values } of file.lines) {
    if (wrong.has(line)) continue
    const parcels = parcelsOf(values)
    const accountId = accounts.get(valueOf(values, 'account_code').toUpperCase())
    if (typeof parcels === 'string') problems.push({ line, column: 'Parcels', message: parcels })
    else if (accountId === undefined)
      problems.push({
        line,
        column: 'Account code',
        message: `There is no account ${valueOf(values, 'account_code')}.`,
      })
    else if (problems.length === 0)
      waybills.push({ line, ...(await priceWaybill(ctx, book, accountId, values, parcels)) })
  }
  if (problems.length > 0)
    return {
      month: null,
      problems: problems.toSorted((one, other) => one.line - other.line).slice(0, max_problems),
      problem_count: problems.length,
    }
  return ctx.answer(async (inner) => {
    const { rate_revision_id, name } = book.book
    const month = { name: input.file_name, rate_revision_id, revision_name: name }
    const id = await insertMonth(inner, month, waybills)
    return { month: await readMonth(inner, id), problems: [], problem_count: 0 }
  })
}

/** Returns the parcels of a waybill: in the notation of imports, or a number of parcels that share its weight. */
function parcelsOf(values: Content): ParcelInput[] | string {
  const [typed, weight] = [valueOf(values, 'parcels') || '1', Number(valueOf(values, 'weight') || 0)]
  if (!/^\d{1,3}$/.test(typed)) {
    const read = readParcels(typed)
    return 'problem' in read ? read.problem : read.parcels
  }
  const number = Number(typed)
  if (number < 1) return 'Write at least 1 parcel.'
  if (weight <= 0) return 'Enter the weight, or the parcels such as 1x30x20x10x3.5.'
  return Array.from({ length: number }, () => ({
    submitted_length_cm: 1,
    submitted_width_cm: 1,
    submitted_height_cm: 1,
    submitted_weight_kg: weight / number,
  }))
}

async function priceWaybill(
  ctx: ExternalContext,
  book: Book,
  accountId: number,
  values: Content,
  parcels: ParcelInput[],
): Promise<Omit<PricedWaybill, 'line'>> {
  const service = valueOf(values, 'service_level')
  const [from, to] = [addressIn(values, 'from_'), addressIn(values, 'to_')]
  const waybill = {
    waybill: valueOf(values, 'waybill'),
    account_code: valueOf(values, 'account_code').toUpperCase(),
    service_level_code: service,
    old_price: Number(valueOf(values, 'price')),
  }
  const without = (reason: string) => ({ ...waybill, lane: '', new_price: null, reasons: [reason] })
  if (!from) return without('The collection address is missing.')
  if (!to) return without('The delivery address is missing.')
  try {
    const { answer, pricing, request } = await answerQuote(ctx, book, {
      account_id: accountId,
      collection_address: from,
      delivery_address: to,
      parcels,
      declared_value: Number(valueOf(values, 'declared_value') || 0),
      service_level_code: service,
    })
    if (!pricing || !request) return without(answer.message)
    const lane = `${request.collection.tag} → ${request.delivery.tag}`
    const [offer] = pricing.offers
    if (!offer) {
      const reason = pricing.rejected.find(
        ({ service_level }) => service_level.code.toLowerCase() === service.toLowerCase(),
      )?.reason
      return { ...without(reason ?? (pricing.message || `There is no service level ${service}.`)), lane }
    }
    return {
      ...waybill,
      lane,
      new_price: offer.rate,
      reasons: [
        `${offer.charged_weight} kg charged`,
        ...offer.rows.flatMap((row) =>
          row.type === 'rate_formula' ? [] : `${row.name || 'Base price'}: ${formatRand(row.value)}`,
        ),
      ],
    }
  } catch (error) {
    if (error instanceof Problem && error.kind === 'invalid') return without(error.message)
    throw error
  }
}

export const readShadowMonths: Handler<typeof moveInApi.shadowMonths> = async (ctx, input) => {
  requireMover(ctx)
  const { rows, total } = await listMonths(ctx, pageOf(input, 100))
  return { months: rows, count: total }
}

export const readShadowWaybills: Handler<typeof moveInApi.shadowWaybills> = async (ctx, input) => {
  requireMover(ctx)
  const month = await readMonth(ctx, input.id)
  const filter = {
    id: input.id,
    only_differences: input.only_differences ?? false,
    account_code: input.account_code,
    lane: input.lane,
  }
  const { rows, total } = await listWaybills(ctx, filter, pageOf(input, 10_000))
  const waybills = rows.map((row) => ({
    ...row,
    difference: row.new_price === null ? null : row.new_price - row.old_price,
  }))
  return { month, waybills, count: total }
}

export const readShadowSums: Handler<typeof moveInApi.shadowSums> = async (ctx, input) => {
  requireMover(ctx)
  await readMonth(ctx, input.id)
  const { rows, total } = await sumMonth(ctx, input.id, input.by, pageOf(input, 10_000))
  return { sums: rows.map((row) => ({ ...row, difference: row.new_price - row.old_price })), count: total }
}

export const removeShadowMonth: Handler<typeof moveInApi.removeShadowMonth> = async (ctx, { id }) => {
  requireMover(ctx)
  await readMonth(ctx, id)
  await deleteMonth(ctx, id)
  return {}
}
