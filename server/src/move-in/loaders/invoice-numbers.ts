import type { Content } from '@waybill/domain/move-in/records'
import { invoicesByOwnNumber, setInvoiceReference, takenReferences } from '../../billing/index.ts'
import { valueOf, wrong, type OpenLoader } from './loader.ts'

const record_table = 'invoice'

/** Loads the numbers that the other system gave to invoices that were issued here, which are shown instead of ours. */
export const openInvoiceNumberLoader: OpenLoader = async (ctx) => {
  async function numberFor(content: Content): Promise<string> {
    const reference = valueOf(content, 'old_number')
    if ((await takenReferences(ctx, [reference.toUpperCase()])).size > 0)
      throw wrong('old_number', `Another document has the number ${reference}.`)
    return reference
  }
  return {
    async create(content) {
      const typed = valueOf(content, 'invoice_number')
      const number = Number(/^(?:INV)?0*(\d{1,12})$/i.exec(typed)?.[1] ?? 0)
      const invoice = number > 0 ? (await invoicesByOwnNumber(ctx, [number])).get(number) : undefined
      if (!invoice) throw wrong('invoice_number', `There is no invoice ${typed} here.`)
      await setInvoiceReference(ctx, invoice.id, await numberFor(content))
      return { record_table, record_id: invoice.id, restores: { reference: invoice.migration_reference } }
    },
    async change(row, content) {
      await setInvoiceReference(ctx, row.record_id, await numberFor(content))
      return { record_table, record_id: row.record_id, ...(row.restores ? { restores: row.restores } : {}) }
    },
    remove: ({ record_id, restores }) =>
      setInvoiceReference(
        ctx,
        record_id,
        restores && 'reference' in restores && typeof restores.reference === 'string'
          ? restores.reference
          : null,
      ),
  }
}
