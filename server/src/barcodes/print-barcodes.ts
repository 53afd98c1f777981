import type { barcodesApi } from '@waybill/domain/barcodes/api'
import { checkBarcodes, codesOf, type BarcodeOrder } from '@waybill/domain/barcodes/rules'
import { baysOf } from '@waybill/domain/hub/bays'
import { hub_bays } from '@waybill/domain/hub/settings'
import { provider_title } from '@waybill/domain/identity/settings'
import { isOffice } from '@waybill/domain/kit/actor'
import { forbidden, invalid, notFound, wrongState } from '@waybill/domain/kit/problem'
import { fileLink } from '../files/index.ts'
import { inThread } from '../kit/threads.ts'
import type { Context, ExternalHandler } from '../kit/handler.ts'
import { listBranches } from '../maps/index.ts'
import type * as documents from './documents.ts'
import { labelWidth, maxColumnsOf, type BarcodeLabel, type Division } from './label-size.ts'

const barcodesPdf = inThread<typeof documents.barcodesPdf>(
  new URL('./documents.ts', import.meta.url),
  'barcodesPdf',
)
const barcodesZpl = inThread<typeof documents.barcodesZpl>(
  new URL('./documents.ts', import.meta.url),
  'barcodesZpl',
)
const leastWidths = inThread<typeof documents.leastWidths>(
  new URL('./documents.ts', import.meta.url),
  'leastWidths',
)

const link_days = 1

/** Prints ranges, lists and bays as barcodes (TOOL-007). */
export const printBarcodes: ExternalHandler<typeof barcodesApi.print> = async (ctx, input) => {
  if (!isOffice(ctx.actor)) throw forbidden('Only staff of the company can print barcodes. Ask them.')
  const { branch_id } = input
  const bays = branch_id === undefined ? [] : await ctx.inTransaction((tx) => bayLabels(tx, branch_id))
  const order: BarcodeOrder = {
    symbol: input.symbol,
    format: input.format,
    ranges: input.ranges ?? [],
    codes: [...(input.codes ?? []), ...bays.map(({ code }) => code)],
    columns: input.columns ?? 3,
    rows: input.rows ?? 8,
    width: input.width ?? 50,
    height: input.height ?? 25,
  }
  const problems = checkBarcodes(order)
  if (problems[0]) throw invalid(problems[0].message, problems)
  const division: Division =
    order.format === 'sheet'
      ? { columns: order.columns, rows: order.rows }
      : { width: order.width, height: order.height }
  const codes = codesOf(order)
  await requireReadable(order, codes, division)
  const typed = codes.slice(0, codes.length - bays.length).map((code) => ({ code, caption: code }))
  const labels: BarcodeLabel[] = [...typed, ...bays]
  const title = labels.length === 1 ? (labels[0]?.caption ?? '') : `${labels.length} barcodes`
  const isZpl = order.format === 'zpl'
  const bytes = isZpl
    ? Buffer.from(await barcodesZpl(labels, order), 'utf8')
    : await barcodesPdf(
        labels,
        { symbol: order.symbol, division },
        { title, author: ctx.setting(provider_title), date: ctx.now },
      )
  const link = await fileLink(ctx, {
    folder: 'labels',
    filename: `Barcodes_${ctx.provider_id}_${labels.length}.${isZpl ? 'zpl' : 'pdf'}`,
    bytes,
    content_type: isZpl ? 'text/plain; charset=utf-8' : 'application/pdf',
    days: link_days,
  })
  return ctx.answer(async () => link)
}

/** Returns a label for every bay of a branch, from the branch itself and from the settings. */
async function bayLabels(ctx: Context, branchId: number): Promise<BarcodeLabel[]> {
  const branch = (await listBranches(ctx)).find(({ id }) => id === branchId)
  if (!branch) throw notFound('Could not find this branch. Choose another.')
  const bays = baysOf(branch, ctx.setting(hub_bays))
  if (bays.length === 0)
    throw wrongState(
      `${branch.name} has no bays. Add them to the branch or to the settings of the hub scanner.`,
    )
  return bays.map((code) => ({ code, caption: `${branch.name} · bay ${code}` }))
}

/** Throws 400 when bars would be too narrow for scanners to read. */
async function requireReadable(
  { symbol }: BarcodeOrder,
  codes: readonly string[],
  division: Division,
): Promise<void> {
  if (symbol !== 'code128') return
  const width = labelWidth(division)
  const minWidths = await leastWidths(codes)
  const at = minWidths.findIndex((one) => one > width)
  if (at < 0) return
  const leastMm = minWidths[at] ?? 0
  const isSheet = 'columns' in division
  const least = Math.ceil(leastMm)
  const fitting = maxColumnsOf(leastMm)
  const advice = isSheet
    ? fitting > 0
      ? `Choose ${fitting === 1 ? '1 column' : `${fitting} columns or fewer`}, or QR codes.`
      : 'Choose QR codes.'
    : least <= 104
      ? `Choose labels at least ${least} mm wide, or QR codes.`
      : 'Choose QR codes.'
  const message = `${codes[at]} is too long to be read from labels this narrow. ${advice}`
  throw invalid(message, [{ field: isSheet ? 'columns' : 'width', message }])
}
