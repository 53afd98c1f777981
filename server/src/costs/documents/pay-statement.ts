import type { PayStatement } from '@waybill/domain/costs/model'
import { statement_state_labels } from '@waybill/domain/costs/model'
import { formatRand, type Cents } from '@waybill/domain/kit/money'
import { startOfDay } from '@waybill/domain/kit/calls/wire'
import { drawBrand, drawFooters, drawPairs, footer_height, type Brand } from '../../kit/documents/brand.ts'
import { formatDay } from '../../kit/documents/moment.ts'
import { a4, a4_margin, beginPage, drawRule, ink, makePdf } from '../../kit/documents/pdf.ts'
import { drawTable } from '../../kit/documents/table.ts'
import { drawText } from '../../kit/documents/text.ts'

/** The content of a printed statement of a driver. */
export type PayStatementDocument = {
  brand: Brand
  statement: PayStatement
  /** Oldest work first. `work_day` is `YYYY-MM-DD`. */
  lines: readonly { work_day: string; reason: string; amount: Cents }[]
  date: Date
}

const width = a4[0] - 2 * a4_margin
const bottom = a4[1] - a4_margin - footer_height

/** Renders a statement as A4 PDF: driver, period and state, every line with its reason, and the total. */
export function renderPayStatement({ brand, statement, lines, date }: PayStatementDocument): Promise<Buffer> {
  const title = `Statement ${statement.display_id}`
  return makePdf({ title, author: brand.title, date }, (pdf) => {
    beginPage(pdf, a4)
    drawBrand(pdf, brand, { x: a4_margin, y: a4_margin, width: 250, height: 46, size: 20 })
    const right = { x: a4_margin + width - 260, width: 260, align: 'right' as const }
    drawText(pdf, 'DRIVER STATEMENT', { ...right, y: a4_margin + 4, face: 'bold', size: 20, min_size: 13 })
    drawText(pdf, statement.display_id, { ...right, y: a4_margin + 29, size: 12, colour: ink.quiet })
    drawRule(pdf, a4_margin, a4_margin + 56, width, { weight: 1.2, colour: ink.strong })
    const y = drawPairs(pdf, factsOf(statement), { x: a4_margin, y: a4_margin + 70, width: width / 2 })
    drawTable(pdf, {
      x: a4_margin,
      y: y + 12,
      width,
      bottom,
      size: 8.5,
      rows: rowsOf(statement, lines),
      nextPage: () => {
        beginPage(pdf, a4)
        drawText(pdf, `${title}, continued`, { x: a4_margin, y: a4_margin, width, face: 'bold', size: 10 })
        return a4_margin + 26
      },
      isStrong: ({ is_total }) => is_total,
      columns: [
        { title: 'Day', share: 60, value: (row) => row.day },
        { title: 'What for', share: 360, lines: 2, value: (row) => row.reason },
        { title: 'Amount', share: 80, align: 'right', value: (row) => row.amount },
      ],
    })
    drawFooters(pdf, 0, a4, `${brand.title}  ·  ${title}`)
  })
}

function factsOf(statement: PayStatement): (readonly [string, string])[] {
  const { driver_name, branch_name, from_day, to_day, state, payment_reference } = statement
  return [
    ['Driver', driver_name],
    ['Branch', branch_name || '–'],
    ['Period', `${formatDay(startOfDay(from_day))} – ${formatDay(startOfDay(to_day))}`],
    ['State', statement_state_labels[state]],
    ...(payment_reference ? [['Payment reference', payment_reference] as const] : []),
  ]
}

function rowsOf({ total }: PayStatement, lines: PayStatementDocument['lines']) {
  return [
    ...lines.map(({ work_day, reason, amount }) => ({
      day: formatDay(startOfDay(work_day)),
      reason,
      amount: formatRand(amount),
      is_total: false,
    })),
    { day: '', reason: 'Total', amount: formatRand(total), is_total: true },
  ]
}
