import type { InvoiceFrequency } from '@waybill/domain/accounts/account'
import { Problem } from '@waybill/domain/kit/problem'
import type { Content } from '@waybill/domain/move-in/records'
import {
  deleteAccount,
  getAccount,
  openAccount,
  priceListNames,
  requireFreeCode,
  requireSound,
  saveAddresses,
  updateAccount,
} from '../../accounts/index.ts'
import { deleteOldBalance } from '../../billing/index.ts'
import { branchesByName } from '../../identity/index.ts'
import { addressCleaner, addressIn, branchFinder, valueOf, wrong, type OpenLoader } from './loader.ts'

const record_table = 'account'

/** The columns of the fields under which the rules of accounts report problems. */
const columns_of_fields: Readonly<Record<string, string>> = {
  'billing_contact.email': 'billing_email',
  'billing_contact.mobile_number': 'billing_phone',
}

/** Loads accounts, with their billing contact and billing address. */
export const openAccountLoader: OpenLoader = async (ctx) => {
  const branchOf = branchFinder(await branchesByName(ctx))
  const priceLists = new Map([...(await priceListNames(ctx))].map(([id, name]) => [name.toLowerCase(), id]))
  const cleaner = addressCleaner(ctx)

  async function fieldsOf(content: Content) {
    const priceList = valueOf(content, 'price_list')
    const rateGroupId = priceLists.get(priceList.toLowerCase())
    if (priceList !== '' && rateGroupId === undefined)
      throw wrong('price_list', `There is no price list ${priceList}. Create it, or correct its name.`)
    const terms = valueOf(content, 'payment_terms')
    const limit = valueOf(content, 'credit_limit')
    const frequency = valueOf(content, 'invoice_frequency')
    const billingContact = {
      name: valueOf(content, 'billing_name'),
      email: valueOf(content, 'billing_email'),
      mobile_number: valueOf(content, 'billing_phone'),
    }
    const fields = {
      name: valueOf(content, 'name'),
      branch_id: branchOf(content),
      vat_number: valueOf(content, 'vat_number'),
      registration_number: valueOf(content, 'registration_number'),
      billing_contact: Object.values(billingContact).some((text) => text !== '') ? billingContact : null,
      ...(rateGroupId === undefined ? {} : { rate_group_id: rateGroupId }),
      ...(terms === '' ? {} : { payment_terms: Number(terms) }),
      ...(limit === '' ? {} : { credit_limit: Number(limit) }),
      ...(frequency === '' ? {} : { invoice_frequency: frequency as InvoiceFrequency }),
    }
    try {
      requireSound(ctx, ctx.actor, {
        ...fields,
        account_code: valueOf(content, 'account_code'),
        billing_contact: billingContact,
      })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const field = error.fields[0]?.field ?? ''
      throw wrong(columns_of_fields[field] ?? field, error.message)
    }
    const address = addressIn(content, 'billing_')
    const [addressId = null] = address ? await saveAddresses(ctx, [address]) : []
    return { ...fields, billing_address_id: addressId }
  }

  return {
    async create(content) {
      const code = valueOf(content, 'account_code')
      const fields = await fieldsOf(content)
      await requireFreeCode(ctx, code, null)
      const type = valueOf(content, 'account_type') === 'prepaid' ? 'prepaid' : 'postpaid'
      const id = await openAccount(ctx, { ...fields, account_code: code, account_type: type, entries: [] })
      return { record_table, record_id: id }
    },
    async change({ record_id }, content) {
      const before = await getAccount(ctx, record_id)
      const fields = await fieldsOf(content)
      cleaner.add([before.billing_address_id])
      await updateAccount(ctx, record_id, undefined, {
        ...fields,
        billing_contact: fields.billing_contact && JSON.stringify(fields.billing_contact),
        ...(content['account_type'] ? { account_type: content['account_type'] } : {}),
      })
      return { record_table, record_id }
    },
    async remove({ record_id }) {
      const { billing_address_id } = await getAccount(ctx, record_id)
      await deleteOldBalance(ctx, record_id)
      await deleteAccount(ctx, record_id)
      cleaner.add([billing_address_id])
    },
    finish: cleaner.finish,
  }
}
