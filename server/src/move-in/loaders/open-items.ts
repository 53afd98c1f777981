import { dayOf } from '@waybill/domain/kit/calls/wire'
import type { Content } from '@waybill/domain/move-in/records'
import {
  deleteOpeningIfEmpty,
  lockOpeningItems,
  postOpeningItem,
  removeOpeningItem,
  takenReferences,
} from '../../billing/index.ts'
import { accountFinder, valueOf, wrong, type Loader, type OpenLoader } from './loader.ts'

const record_table = 'billing_transaction'

/** Loads open invoices and unallocated credits. A negative amount is a credit. */
export const openItemLoader: OpenLoader = async (ctx) => {
  await lockOpeningItems(ctx)
  const accountOf = await accountFinder(ctx)
  const today = dayOf(ctx.now)

  function itemOf(content: Content) {
    const [date, due] = [valueOf(content, 'date'), valueOf(content, 'due_date')]
    if (date > today) throw wrong('date', 'The date is in the future.')
    if (due !== '' && due < date) throw wrong('due_date', 'The due date is before the date of the document.')
    const amount = Number(valueOf(content, 'amount'))
    if (amount === 0) throw wrong('amount', 'The open amount is 0. Leave the line out.')
    const typed = valueOf(content, 'item_type')
    return {
      account_id: accountOf(content),
      number: valueOf(content, 'number'),
      type: typed === 'credit' || (typed === '' && amount < 0) ? ('credit' as const) : ('invoice' as const),
      amount: typed === 'invoice' ? amount : Math.abs(amount),
      date,
      due_date: due || null,
    }
  }

  const create: Loader['create'] = async (content) => {
    const item = itemOf(content)
    if (item.amount < 0) throw wrong('amount', 'An invoice has an amount above 0. Write credit as its type.')
    if ((await takenReferences(ctx, [item.number.toUpperCase()])).size > 0)
      throw wrong('number', `Another document has the number ${item.number}.`)
    return { record_table, record_id: await postOpeningItem(ctx, item) }
  }
  const remove: Loader['remove'] = ({ record_id }) => removeOpeningItem(ctx, record_id)
  return {
    create,
    async change(row, content) {
      await remove(row)
      return create(content)
    },
    remove,
    finish: () => deleteOpeningIfEmpty(ctx),
  }
}
