import type { payApi } from '@waybill/domain/costs/api'
import type { PayStatement } from '@waybill/domain/costs/model'
import { statementName } from '@waybill/domain/costs/statement'
import { invoice_logo_url } from '@waybill/domain/identity/settings'
import { isDriver } from '@waybill/domain/kit/actor'
import { forbidden, notFound } from '@waybill/domain/kit/problem'
import { codedText } from '@waybill/domain/kit/answers/coded-text'
import { findDriver } from '../drivers/index.ts'
import { fileLink } from '../files/index.ts'
import { brandOf } from '../identity/index.ts'
import type { Context, ExternalContext, ExternalHandler } from '../kit/handler.ts'
import { inThread } from '../kit/threads.ts'
import { listStatementLines } from './cost-store.ts'
import type * as document from './documents/pay-statement.ts'
import { requireDriverWithinReach, requireOffice } from './office.ts'
import type { StatementRow } from './pay-store.ts'
import { findStatement, presentStatement } from './pay-statements.ts'

const renderPayStatement = inThread<typeof document.renderPayStatement>(
  new URL('./documents/pay-statement.ts', import.meta.url),
  'renderPayStatement',
)

/** More lines than a driver has in the longest period, with every stop of every day. */
const max_lines = 20_000

/** Returns a link to the PDF of a statement, for staff of the office. */
export const printStatement: ExternalHandler<typeof payApi.document> = async (ctx, { id }) => {
  requireOffice(ctx)
  return linkTo(ctx, async (inner) => {
    const row = await findStatement(inner, id)
    await requireDriverWithinReach(inner, row.username)
    return row
  })
}

/** Returns a link to the PDF of an approved or paid statement, for its driver. */
export const printOwnStatement: ExternalHandler<typeof payApi.ownDocument> = async (ctx, { id }) => {
  if (!isDriver(ctx.actor)) throw forbidden(codedText('only_drivers'))
  return linkTo(ctx, async (inner) => {
    const row = await findStatement(inner, id)
    if (row.username !== ctx.actor.username || row.state === 'draft')
      throw notFound(codedText('no_statement'))
    return row
  })
}

async function linkTo(ctx: ExternalContext, find: (inner: Context) => Promise<StatementRow>) {
  const { statement, lines } = await ctx.inTransaction((inner) => readContent(inner, find))
  const bytes = await renderPayStatement({
    brand: await brandOf(ctx, invoice_logo_url),
    statement,
    lines,
    date: ctx.now,
  })
  return fileLink(ctx, {
    folder: 'billing',
    filename: `${statement.display_id}.pdf`,
    bytes,
    content_type: 'application/pdf',
    days: 1,
  })
}

async function readContent(ctx: Context, find: (inner: Context) => Promise<StatementRow>) {
  const row = await find(ctx)
  const { rows, total } = await listStatementLines(ctx, row.id, { limit: max_lines, offset: 0 })
  if (total > max_lines) throw new Error(`${statementName(row.id)} has ${total} lines.`)
  const statement: PayStatement = presentStatement(row, (await findDriver(ctx, row.username)) ?? undefined)
  return { statement, lines: rows.map(({ work_day, reason, amount }) => ({ work_day, reason, amount })) }
}
