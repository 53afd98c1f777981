import { amountAt, requireRand, StatementProblem, type StatementReader } from './lines.ts'

interface Field {
  tag: string
  line: number
  text: string
}

/** Splits a SWIFT message into fields, each with its continuation lines. */
function fieldsOf(text: string): Field[] {
  const fields: Field[] = []
  for (const [index, line] of text.split('\n').entries()) {
    const begins = /^:(?<tag>\d{2}[A-Z]?):(?<text>.*)$/.exec(line)?.groups
    if (begins) fields.push({ tag: begins['tag'] ?? '', line: index + 1, text: begins['text'] ?? '' })
    else if (/^-\}?|^\{/.test(line)) fields.push({ tag: '', line: index + 1, text: '' })
    else {
      const last = fields.at(-1)
      if (last) last.text += `\n${line}`
    }
  }
  return fields
}

/** Reads SWIFT MT940: `:61:` is a statement line, the `:86:` after it its description. */
export function readMt940(text: string, reader: StatementReader): void {
  const fields = fieldsOf(text)
  for (const { tag, text: balance } of fields)
    if (/^6[0-2][FM]$/.test(tag))
      requireRand('The statement', /^[CD]\d{6}(?<code>[A-Z]{3})/.exec(balance)?.groups?.['code'])
  if (!fields.some(({ tag }) => tag === '61'))
    throw new StatementProblem('The MT940 file holds no transactions. Choose another period.')
  for (const [index, { tag, line, text: entry }] of fields.entries()) {
    if (tag !== '61') continue
    const where = `Line ${line}`
    const found =
      /^(?<date>\d{6})(?:\d{4})?(?<side>[RE]?[CD])[A-Z]?(?<amount>\d+,\d{0,2})[A-Z]\w{3}(?<reference>[^\n]*?)(?:\/\/(?<bank_id>[^\n]*))?(?:\n(?<more>[^]*))?$/.exec(
        entry,
      )?.groups
    if (!found) throw new StatementProblem(`${where} is not a valid MT940 statement line.`)
    const { date = '', side = '', amount = '', reference = '', more = '', bank_id = '' } = found
    if (side.startsWith('E')) {
      reader.leftOut.pending += 1
      continue
    }
    const next = fields[index + 1]
    const cents = amountAt(where, amount.replace(/,$/, ',00'))
    // A reversed debit is money that came back, so it counts as money in.
    const isIn = side === 'C' || side === 'RD'
    reader.add(where, {
      date: `20${date}`,
      description: [next?.tag === '86' ? next.text : '', more].filter(Boolean).join(' '),
      reference: reference.trim() === 'NONREF' ? '' : reference,
      amount: isIn ? cents : -cents,
      balance: null,
      bank_id,
    })
  }
}
